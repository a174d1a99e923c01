import { tzOffset, tzScan } from '@date-fns/tz'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from './database.ts'
import { readSetting } from './deployment-setting.ts'

/** The name of the setting with the time zone of a deployment. */
export const timeZoneSetting = 'timeZone'
/** The zone of a deployment for which none was set. */
export const defaultTimeZone = 'UTC'

const minuteMs = 60_000
const dayMs = 24 * 3600_000
/** Changes of the clock outside these years are ignored: the first scans are newer. */
const [firstYear, lastYear] = [2010, 2050]

/** The days of a time zone. Days are numbered as in UTC: whole days since 1970-01-01. */
export interface TimeZone {
  readonly name: string
  /** The day of an instant in milliseconds since 1970. */
  dayOf(instant: number): number
  /** When a day begins, in milliseconds since 1970. */
  startOf(day: number): number
  /** The day of an instant in a column with milliseconds, as SQL. */
  dayIn(column: string): RawBuilder<number>
}

/** From `at` on, a zone is so many milliseconds ahead of UTC. */
interface Offset {
  at: number
  ahead: number
}

/** A day such as 2026-01-31. @param day as `TimeZone` numbers it. */
export const dayText = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)

/** Finding the changes of the clock takes some milliseconds for each zone. */
const zones = new Map<string, TimeZone>()

/** Whether the runtime knows a time zone by this name, such as `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null
  } catch {
    return false
  }
}

/**
 * Returns the days of a time zone. @param name as in the IANA database.
 * @throws RangeError for a name that `isTimeZone` refuses.
 */
export function timeZone(name: string): TimeZone {
  const known = zones.get(name)
  if (known) return known
  if (!isTimeZone(name)) throw new RangeError(`There is no time zone ${name}.`)
  const offsets = offsetsOf(name)
  const aheadAt = (instant: number) => aheadOf(offsets, instant)
  const dayOf = (instant: number) => Math.floor((instant + aheadAt(instant)) / dayMs)
  const zone: TimeZone = {
    name,
    dayOf,
    startOf(day) {
      const inUtc = day * dayMs
      // The clock may change around midnight: then midnight comes twice, or the day begins later.
      const aheads = [aheadAt(inUtc - dayMs), aheadAt(inUtc + dayMs)]
      const [first, second] = [inUtc - Math.max(...aheads), inUtc - Math.min(...aheads)]
      return dayOf(first) >= day ? first : second
    },
    dayIn: (column) => {
      const ahead = offsetIn(offsets, column)
      return sql`(${sql.ref(column)} + ${ahead}) / ${sql.lit(dayMs)}`
    },
  }
  zones.set(name, zone)
  return zone
}

function offsetsOf(name: string): Offset[] {
  const [start, end] = [new Date(Date.UTC(firstYear, 0)), new Date(Date.UTC(lastYear, 0))]
  return [
    { at: Number.NEGATIVE_INFINITY, ahead: tzOffset(name, start) * minuteMs },
    ...tzScan(name, { start, end }).map(({ date, offset }) => ({
      at: date.getTime(),
      ahead: offset * minuteMs,
    })),
  ]
}

function aheadOf(offsets: readonly Offset[], instant: number): number {
  let [from, until] = [0, offsets.length]
  while (until - from > 1) {
    const middle = (from + until) >> 1
    if ((offsets[middle]?.at ?? 0) <= instant) from = middle
    else until = middle
  }
  return offsets[from]?.ahead ?? 0
}

/** A binary search as nested expressions, since this is evaluated for each row. */
function offsetIn(offsets: readonly Offset[], column: string): RawBuilder<number> {
  if (offsets.length < 2) return sql`${sql.lit(offsets[0]?.ahead ?? 0)}`
  const middle = offsets.length >> 1
  const [before, after] = [offsets.slice(0, middle), offsets.slice(middle)]
  return sql`case when ${sql.ref(column)} < ${sql.lit(after[0]?.at ?? 0)}
    then ${offsetIn(before, column)} else ${offsetIn(after, column)} end`
}

/** Reads the time zone of a deployment. */
export async function readTimeZone(reader: Reader, deploymentId: number): Promise<TimeZone> {
  return timeZone((await readSetting<string>(reader, deploymentId, timeZoneSetting)) ?? defaultTimeZone)
}
