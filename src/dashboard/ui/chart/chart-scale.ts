import { type ChartUnit, timeTicks, valueTicks } from '#lib/time/ticks.ts'
import type { ChartSeries, ChartStop } from './chart-model.ts'

/** The margins of the plot, in pixels, for the axis labels. */
export const edge = { top: 8, right: 12, bottom: 22, left: 52 }

/** A point of a series with its coordinates. */
export interface Place {
  x: number
  y: number
  stop: number
}

/** Maps times and values to coordinates. */
export interface ChartScale {
  width: number
  height: number
  x: (at: number) => number
  y: (value: number) => number
  /** Returns the time at an x coordinate. */
  time: (left: number) => number
  xTicks: readonly number[]
  yTicks: readonly number[]
}

interface ScaleOptions {
  stops: readonly ChartStop[]
  unit: ChartUnit
  width: number
  height: number
  /** Whether the values of a stop are drawn on top of each other. */
  isStacked?: boolean
}

export function chartScale({ stops, unit, width, height, isStacked = false }: ScaleOptions): ChartScale {
  const values = stops.flatMap(({ points }) => {
    const ofStop = points.map((point) => point?.value ?? 0)
    return isStacked ? [ofStop.reduce((sum, value) => sum + value, 0)] : ofStop
  })
  const yTicks = valueTicks(
    values.reduce((most, value) => Math.max(most, value), 0),
    4,
    unit,
  )
  const top = yTicks.at(-1) ?? 1
  const from = stops[0]?.at ?? 0
  const to = stops.at(-1)?.at ?? 0
  const inner = {
    width: Math.max(1, width - edge.left - edge.right),
    height: height - edge.top - edge.bottom,
  }
  // Half a bar stands beyond the first and the last time.
  const beyond = isStacked ? inner.width / stops.length / 2 : 0
  const start = edge.left + beyond
  const room = inner.width - 2 * beyond
  return {
    width,
    height,
    // A single time is centered.
    x: (at) => start + (to > from ? (at - from) / (to - from) : 0.5) * room,
    y: (value) => edge.top + (1 - value / top) * inner.height,
    time: (left) => from + ((left - start) / room) * (to - from),
    xTicks: to > from ? timeTicks(from, to, Math.max(1, Math.floor(inner.width / 96))) : [from],
    yTicks,
  }
}

/** Returns the runs of known points of each series, split at gaps. */
export function runsOf(
  series: readonly ChartSeries[],
  stops: readonly ChartStop[],
  { x, y }: ChartScale,
): Place[][][] {
  return series.map((_, index) => {
    const runs: Place[][] = [[]]
    for (const [stop, { at, points }] of stops.entries()) {
      const point = points[index]
      if (!point) continue
      if (point.value === null) runs.push([])
      else runs.at(-1)?.push({ x: x(at), y: y(point.value), stop })
    }
    return runs.filter((run) => run.length > 0)
  })
}
