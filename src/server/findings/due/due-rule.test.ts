import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { DueDates } from '#contract/parameters/due-dates.ts'
import { severities } from '#server/db/codes.ts'
import { timeZone } from '#server/db/time-zone.ts'
import { daysOfProject, dueDayOf } from './due-rule.ts'

const day = 24 * 3600_000

/** Days that a setting accepts: a more severe finding is never due later. */
const days = fc
  .array(fc.option(fc.integer({ min: 1, max: 3650 })), { minLength: 4, maxLength: 4 })
  .map((all) => {
    const [critical = null, high = null, medium = null, low = null] = all.toSorted(
      (one, other) => (one ?? Number.POSITIVE_INFINITY) - (other ?? Number.POSITIVE_INFINITY),
    )
    return { critical, high, medium, low }
  })
const tag = fc.constantFrom('a', 'b', 'c')
const settings: fc.Arbitrary<DueDates> = fc.record({
  days,
  tags: fc.uniqueArray(fc.record({ tag, days }), { selector: (one) => one.tag }),
})
const instants = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2030, 0) })

it('a raised severity never has a later due date, with any tags', () => {
  fc.assert(
    fc.property(settings, fc.uniqueArray(tag), (dueDates, tags) => {
      const periods = daysOfProject(dueDates, tags).map((period) => period ?? Number.POSITIVE_INFINITY)
      expect(periods).toHaveLength(severities.length)
      expect(periods).toEqual(periods.toSorted((one, other) => other - one))
    }),
  )
})

it('tags never have a due date that none of them has', () => {
  fc.assert(
    fc.property(settings, fc.uniqueArray(tag), (dueDates, tags) => {
      const named = dueDates.tags.filter((one) => tags.some((name) => name === one.tag))
      const alone = (named.length > 0 ? named.map((one) => [one.tag]) : [[]]).map((one) =>
        daysOfProject(dueDates, one),
      )
      for (const [severity, period] of daysOfProject(dueDates, tags).entries()) {
        const offered = alone.flatMap((one) => one[severity] ?? [])
        expect(period).toBe(offered.length > 0 ? Math.min(...offered) : null)
      }
    }),
  )
})

it('is the end of a day, after all of the days of the later of both instants', () => {
  const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu')
  fc.assert(
    fc.property(
      zones,
      instants,
      fc.option(instants),
      fc.integer({ min: 1, max: 400 }),
      (name, since, reopened, period) => {
        const zone = timeZone(name)
        const start = Math.max(since, reopened ?? 0)
        const end = zone.startOf(dueDayOf(zone, { since, reopened: reopened ?? 0 }, period) + 1)
        // A day with a change of the clock has 23 or 25 hours.
        expect(end - start).toBeGreaterThan(period * day - 2 * 3600_000)
        expect(end - start).toBeLessThanOrEqual((period + 1) * day + 2 * 3600_000)
        expect(zone.dayOf(end - 1)).toBe(zone.dayOf(start) + period)
        expect(zone.dayOf(end)).toBe(zone.dayOf(start) + period + 1)
      },
    ),
  )
})
