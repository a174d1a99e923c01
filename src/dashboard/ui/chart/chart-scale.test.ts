import { describe, expect, it } from 'vitest'
import type { ChartSeries } from './chart-model.ts'
import { stopsOf } from './chart-model.ts'
import { chartScale, edge, runsOf } from './chart-scale.ts'

const size = {
  width: edge.left + edge.right + 300,
  height: edge.top + edge.bottom + 100,
  unit: 'count',
} as const

const seriesOf = (...values: (number | null)[]): ChartSeries[] => [
  { name: 'Open', tone: 'accent', points: values.map((value, day) => ({ at: new Date(day * 1000), value })) },
]

describe('the scale of a chart', () => {
  const stops = stopsOf(seriesOf(0, 4, 8))
  const scale = chartScale({ ...size, stops })

  it('goes from edge to edge in time, and from the ground to the highest tick', () => {
    expect([scale.x(0), scale.x(2000)]).toEqual([edge.left, edge.left + 300])
    expect([scale.y(0), scale.y(scale.yTicks.at(-1) ?? 0)]).toEqual([edge.top + 100, edge.top])
  })

  it('knows the time under a pointer', () => {
    expect(scale.time(scale.x(1000))).toBe(1000)
  })

  it('puts a single time in the middle', () => {
    const single = chartScale({ ...size, stops: stopsOf(seriesOf(4)) })
    expect(single.x(0)).toBe(edge.left + 150)
    expect(single.xTicks).toEqual([0])
  })
})

it('parts a line where nothing is known', () => {
  const series = seriesOf(null, 1, 2, null, 3)
  const stops = stopsOf(series)
  const [runs] = runsOf(series, stops, chartScale({ ...size, stops }))
  expect(runs?.map((run) => run.map(({ stop }) => stop))).toEqual([[1, 2], [4]])
})
