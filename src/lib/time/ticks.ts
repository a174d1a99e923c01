/** The unit of a chart's numbers. It determines the ticks: counts are whole, seconds use multiples of 60. */
export type ChartUnit = 'count' | 'seconds'

const minute = 60
const hour = 60 * minute
const day = 24 * hour
const clockSteps = [1, 2, 5, 10, 15, 30].flatMap((step) => [step, step * minute])
const secondSteps = [...clockSteps, hour, 2 * hour, 3 * hour, 6 * hour, 12 * hour, day].toSorted(
  (a, b) => a - b,
)

function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  // Allows for rounding errors: 0.1 * 3 is more than 0.3.
  const factor = [1, 2, 5].find((nice) => nice * power >= least * 0.999_999) ?? 10
  return factor * power
}

/**
 * Returns round values from 0 to the first at or above `max`, for the axis of a chart: about `count` steps, none
 * narrower than 1 for counts. At least 0 and one more.
 */
export function valueTicks(max: number, count: number, unit: ChartUnit): number[] {
  const top = Number.isFinite(max) && max > 0 ? max : 1
  const least = top / Math.max(1, count)
  const clock = unit === 'seconds' && least >= 1 ? secondSteps.find((step) => step >= least) : undefined
  const step = clock ?? (unit === 'count' ? Math.max(1, roundStep(least)) : roundStep(least))
  const steps = Math.max(1, Math.ceil(top / step - 1e-9))
  return Array.from({ length: steps + 1 }, (_, at) => at * step)
}

const dayMs = day * 1000
const timeSteps = [1, 3, 6, 12, 24, 48, 168, 336].map((hours) => hours * hour * 1000)
const monthSteps = [1, 2, 3, 6, 12, 24, 60, 120]
const monthMs = 30.4375 * dayMs

function monthTicks(from: number, to: number, step: number): number[] {
  const start = new Date(from)
  const first = Math.ceil((start.getUTCFullYear() * 12 + start.getUTCMonth()) / step) * step
  const ticks: number[] = []
  for (let month = first; ; month += step) {
    const at = Date.UTC(Math.floor(month / 12), month % 12, 1)
    if (at > to) return ticks
    if (at >= from) ticks.push(at)
  }
}

/**
 * Returns round instants between two, in UTC, at most about `count` of them: whole hours, days, weeks, or the first of
 * months. All in milliseconds since 1970.
 */
export function timeTicks(from: number, to: number, count: number): number[] {
  const least = Math.max(1, to - from) / Math.max(1, count)
  const step = timeSteps.find((size) => size >= least)
  if (!step) {
    const months = monthSteps.find((size) => size * monthMs >= least) ?? 120
    return monthTicks(from, to, months)
  }
  // Weeks begin on a Monday; 5 January 1970 was one.
  const origin = step >= 168 * hour * 1000 ? 4 * dayMs : 0
  const ticks: number[] = []
  for (let at = Math.ceil((from - origin) / step) * step + origin; at <= to; at += step) ticks.push(at)
  return ticks
}
