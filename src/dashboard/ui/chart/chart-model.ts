import { formatNumber } from '#lib/text/format.ts'
import { formatDuration } from '#lib/text/units.ts'
import { exactDay, exactTime, parseInstant } from '#lib/time/instant.ts'
import type { ChartUnit } from '#lib/time/ticks.ts'
import { labels } from '../labels.ts'

export type ChartTone =
  | 'accent'
  | 'neutral'
  | 'violet'
  | 'ok'
  | 'danger'
  | 'caution'
  | 'critical'
  | 'high'
  | 'medium'
  | 'low'

export interface ChartPoint {
  /** A date (`2026-11-21`, in UTC) or an instant. */
  at: string | Date
  /** null is a gap: the value is unknown. */
  value: number | null
  /** The URL of the list behind the number. */
  href?: string | undefined
  /** The name of the point, if its time does not identify it: a project's name. */
  name?: string | undefined
}

export interface ChartSeries {
  name: string
  tone: ChartTone
  points: readonly ChartPoint[]
}

/** Whether a point represents a whole day or an instant. */
export type ChartPrecision = 'day' | 'moment'

/** A position on the time axis with each series' point there, in the order of the series. */
export interface ChartStop {
  at: number
  points: readonly (ChartPoint | undefined)[]
}

/** Returns all positions with a point in any series, by time. A point without a valid time is omitted. */
export function stopsOf(series: readonly ChartSeries[]): ChartStop[] {
  const stops = new Map<number, (ChartPoint | undefined)[]>()
  for (const [index, { points }] of series.entries()) {
    for (const point of points) {
      const at = parseInstant(point.at)?.getTime()
      if (at === undefined) continue
      const stop = stops.get(at) ?? series.map(() => undefined)
      stop[index] = point
      stops.set(at, stop)
    }
  }
  return [...stops].map(([at, points]) => ({ at, points })).toSorted((a, b) => a.at - b.at)
}

/** Returns the index of the stop nearest to a time. */
export function nearestStop(stops: readonly ChartStop[], at: number): number {
  let nearest = 0
  for (const [index, stop] of stops.entries()) {
    if (Math.abs(stop.at - at) < Math.abs((stops[nearest]?.at ?? at) - at)) nearest = index
  }
  return nearest
}

export function valueText(value: number | null | undefined, unit: ChartUnit): string {
  if (value === null || value === undefined) return labels.chart.unknown
  return unit === 'seconds' ? formatDuration(value) : formatNumber(value)
}

export function timeText(at: number, precision: ChartPrecision): string {
  const instant = new Date(at)
  return precision === 'day' ? exactDay(instant, 'UTC') : exactTime(instant)
}

/** Describes a stop as a sentence, for screen readers. */
export function stopText(
  stop: ChartStop,
  series: readonly ChartSeries[],
  unit: ChartUnit,
  precision: ChartPrecision,
): string {
  const values = series.flatMap(({ name }, index) => {
    const point = stop.points[index]
    return point ? [[point.name, name, valueText(point.value, unit)].filter(Boolean).join(' ')] : []
  })
  return `${timeText(stop.at, precision)}: ${values.join(', ')}`
}

const monthAndDay = { day: 'numeric', month: 'short' } as const
const forms = {
  hour: { hour: '2-digit', minute: '2-digit' },
  day: monthAndDay,
  month: { month: 'short', year: 'numeric' },
} as const

/** Returns the labels of a time axis, as short as their distance allows: `14:00`, `21 Nov`, `Nov 2026`. */
export function tickTexts(ticks: readonly number[], precision: ChartPrecision): string[] {
  const distance = (ticks[1] ?? 0) - (ticks[0] ?? 0)
  const day = 86_400_000
  const form = distance > 0 && distance < day ? 'hour' : distance >= 28 * day ? 'month' : 'day'
  // Days and months are in UTC, like the ticks; hours are in the reader's time zone.
  const zone = form === 'hour' && precision === 'moment' ? {} : { timeZone: 'UTC' }
  const format = new Intl.DateTimeFormat('en-GB', { ...forms[form], ...zone })
  return ticks.map((tick) => format.format(tick))
}
