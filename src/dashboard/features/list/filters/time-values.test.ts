import { expect, it } from 'vitest'
import { isDay, resolveTime, sinceLabel, timeLabel } from './time-values.ts'

it('takes a last day to its end, and an instant as it is', () => {
  expect(resolveTime('2026-11-21')).toBe('2026-11-21T00:00:00.000Z')
  expect(resolveTime('2026-11-21', true)).toBe('2026-11-22T00:00:00.000Z')
  expect(resolveTime('2026-11-21T10:00:00Z', true)).toBe('2026-11-21T10:00:00.000Z')
  expect(resolveTime(undefined)).toBeUndefined()
})

it('says a span and a day in words', () => {
  expect(sinceLabel('7d')).toBe('in the last 7 days')
  expect(sinceLabel('2026-11-21')).toBe('since 21 Nov 2026')
  expect(timeLabel('2026-11-21')).toBe('21 Nov 2026')
  expect([isDay('2026-11-21'), isDay('7d'), isDay('2026-11-21T10:00:00Z')]).toEqual([true, false, false])
})
