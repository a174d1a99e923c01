import { describe, expect, it } from 'vitest'
import { exactDay, exactTime, longAge, longWait, parseInstant, shortAge } from './instant.ts'

const now = new Date('2026-11-21T07:18:27.000Z')
const before = (seconds: number) => new Date(now.getTime() - seconds * 1000)

describe('an instant from outside', () => {
  it('is read, or is not there', () => {
    expect(parseInstant('2026-11-21T07:18:27.000Z')).toEqual(now)
    for (const value of [null, undefined, '', 'soon', Number.NaN]) expect(parseInstant(value)).toBeUndefined()
  })
})

describe('age', () => {
  it.each([
    [0, 'now', 'just now'],
    [59, 'now', 'just now'],
    [60, '1 min', '1 minute ago'],
    [3599, '59 min', '59 minutes ago'],
    [2 * 3600, '2 h', '2 hours ago'],
    [3 * 86_400, '3 d', '3 days ago'],
    [99 * 86_400, '99 d', '99 days ago'],
    [100 * 86_400, '3 mo', '3 months ago'],
    [800 * 86_400, '2 y', '2 years ago'],
    [-7200, 'in 2 h', 'in 2 hours'],
  ])('of %d seconds reads %s, %s', (seconds, short, long) => {
    expect(shortAge(before(seconds), now)).toBe(short)
    expect(longAge(before(seconds), now)).toBe(long)
  })
})

describe('the exact instant', () => {
  it('names its zone', () => {
    expect(exactTime(now, 'UTC')).toBe('21 Nov 2026, 07:18:27 UTC')
    expect(exactTime(now, 'Asia/Tokyo')).toBe('21 Nov 2026, 16:18:27 GMT+9')
    expect(exactDay(now, 'UTC')).toBe('21 Nov 2026')
  })
})

it('is a long wait after an hour', () => {
  expect(longWait(before(3599).toISOString(), now)).toBeUndefined()
  expect(longWait(before(2 * 3600).toISOString(), now)).toBe('2 h')
  expect(longWait(null, now)).toBeUndefined()
})
