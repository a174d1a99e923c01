import { describe, expect, it } from 'vitest'
import { dayAfter, dayOf, startOfDay } from './day.ts'

describe('a day', () => {
  it('begins where the reader is, and is found again from that instant', () => {
    for (const day of ['2026-03-29', '2026-10-25', '2024-02-29', '2026-12-31'])
      expect(dayOf(new Date(startOfDay(day) ?? ''))).toBe(day)
  })

  it('is counted in days of the calendar', () => {
    expect(dayAfter(new Date(2026, 1, 27, 23, 59), 2)).toBe('2026-03-01')
    expect(dayAfter(new Date(2026, 11, 31), 30)).toBe('2027-01-30')
  })

  it.each(['', '2026-02-30', '2026-13-01', '12026-01-01', 'tomorrow'])('is not %j', (text) => {
    expect(startOfDay(text)).toBeUndefined()
  })
})
