import { expect, it } from 'vitest'
import { expiryFault, expiryOf, isOver } from './expiry.ts'

const now = new Date('2026-06-15T12:00:00Z')

it('counts days from now, or never ends', () => {
  expect(expiryOf('30', '', now)).toBe('2026-07-15T12:00:00.000Z')
  expect(expiryOf('never', '2026-01-01', now)).toBeNull()
})

it('takes a day to its end where the reader is', () => {
  const end = new Date(expiryOf('day', '2026-06-20', now) ?? '')
  expect([end.getDate(), end.getHours(), end.getMinutes()]).toEqual([20, 23, 59])
})

it('says what is wrong with a day', () => {
  expect(expiryFault('day', '2026-06-20', now)).toBeUndefined()
  expect(expiryFault('90', '', now)).toBeUndefined()
  for (const wrong of ['', '2026-6-2', 'x'])
    expect(expiryFault('day', wrong, now)).toBe('Select the last day')
  expect(expiryFault('day', '2026-06-13', now)).toBe('Select a day in the future')
})

it('knows what is over', () => {
  expect(isOver(null, now)).toBe(false)
  expect(isOver('2026-06-15T12:00:00Z', now)).toBe(true)
  expect(isOver('2026-06-15T12:00:01Z', now)).toBe(false)
})
