import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayText, isTimeZone, timeZone } from './time-zone.ts'

describe('the days of a time zone', () => {
  it('are those of a calendar there', () => {
    const zones = [
      'UTC',
      'Europe/Berlin',
      'America/St_Johns',
      'Asia/Kathmandu',
      'Pacific/Kiritimati',
      'Africa/Casablanca',
      'America/Havana',
      'Africa/Cairo',
      'America/Asuncion',
    ]
    const instants = fc.integer({ min: Date.UTC(2012, 0), max: Date.UTC(2049, 0) })
    fc.assert(
      fc.property(fc.constantFrom(...zones), instants, (name, instant) => {
        const zone = timeZone(name)
        const there = new Intl.DateTimeFormat('sv', { timeZone: name, dateStyle: 'short' })
        const day = zone.dayOf(instant)
        expect(dayText(day)).toBe(there.format(instant))
        const [start, end] = [zone.startOf(day), zone.startOf(day + 1)]
        expect(start).toBeLessThanOrEqual(instant)
        expect(end).toBeGreaterThan(instant)
        expect([zone.dayOf(start), zone.dayOf(start - 1)]).toEqual([day, day - 1])
      }),
    )
  })

  it('begin once each, also where the clock changes at midnight', () => {
    for (const name of [
      'America/Havana',
      'Asia/Amman',
      'Africa/Cairo',
      'Antarctica/Casey',
      'Asia/Kathmandu',
    ]) {
      const { startOf, dayOf } = timeZone(name)
      const [first, last] = [dayOf(Date.UTC(2012, 0)), dayOf(Date.UTC(2030, 0))]
      const wrong = Array.from({ length: last - first }, (_, index) => first + index).filter(
        (day) => dayOf(startOf(day)) !== day || dayOf(startOf(day) - 1) !== day - 1,
      )
      expect([name, wrong.map(dayText)]).toEqual([name, []])
    }
  })

  it('have 23 and 25 hours where the clock changes', () => {
    const { startOf, dayOf } = timeZone('Europe/Berlin')
    const hours = (text: string) => {
      const day = dayOf(Date.parse(`${text}T12:00:00Z`))
      return (startOf(day + 1) - startOf(day)) / 3600_000
    }
    expect([hours('2026-03-29'), hours('2026-06-01'), hours('2026-10-25')]).toEqual([23, 24, 25])
  })

  it('are those of a name that the runtime knows', () => {
    expect(['Europe/Berlin', 'UTC'].every(isTimeZone)).toBe(true)
    expect(['', 'Mars/Olympus', "UTC'", 'x'.repeat(9)].some(isTimeZone)).toBe(false)
  })
})
