const dayMs = 24 * 3600_000
/** Zones are less than this far from UTC, in milliseconds. */
const maxOffset = 15 * 3600_000

/** The days of a time zone, as numbers of days since 1970-01-01 there. Instants are milliseconds since 1970 (UTC). */
export interface ZoneDays {
  /** The day of an instant. */
  dayOf(instant: number): number
  /** The first instant of a day, which is the end of the day before: its 24:00. */
  startOf(day: number): number
}

/**
 * Returns the days of a time zone.
 * @param zone an IANA name, such as `Europe/Berlin`.
 * @throws RangeError for an unknown zone.
 */
export function zoneDays(zone = 'UTC'): ZoneDays {
  if (zone === 'UTC')
    return { dayOf: (instant) => Math.floor(instant / dayMs), startOf: (day) => day * dayMs }
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' })
  const readDay = (instant: number) => Date.parse(`${format.format(instant)}T00:00:00Z`) / dayMs
  const starts = new Map<number, number>()
  const startOf = (day: number) => {
    const known = starts.get(day)
    if (known !== undefined) return known
    let [before, start] = [day * dayMs - maxOffset, day * dayMs + maxOffset]
    while (start - before > 1) {
      const middle = Math.floor((before + start) / 2)
      if (readDay(middle) < day) before = middle
      else start = middle
    }
    starts.set(day, start)
    return start
  }
  return {
    startOf,
    dayOf(instant) {
      const day = Math.floor(instant / dayMs)
      if (instant < startOf(day)) return day - 1
      return instant < startOf(day + 1) ? day : day + 1
    },
  }
}
