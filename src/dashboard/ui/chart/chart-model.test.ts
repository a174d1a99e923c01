import { describe, expect, it } from 'vitest'
import { type ChartSeries, nearestStop, stopsOf, stopText, tickTexts } from './chart-model.ts'

const series: ChartSeries[] = [
  {
    name: 'Open',
    tone: 'accent',
    points: [
      { at: '2026-11-21', value: 1204 },
      { at: '2026-11-20', value: null },
      { at: 'never', value: 3 },
    ],
  },
  { name: 'Fixed', tone: 'ok', points: [{ at: new Date('2026-11-21'), value: 2 }] },
]

describe('the stops of a chart', () => {
  const stops = stopsOf(series)

  it('are the times of all series in order, without what has no time', () => {
    expect(stops.map(({ at, points }) => [new Date(at).getUTCDate(), points.length])).toEqual([
      [20, 2],
      [21, 2],
    ])
  })

  it('are found from any time', () => {
    expect(nearestStop(stops, 0)).toBe(0)
    expect(nearestStop(stops, Date.parse('2026-11-20T13:00Z'))).toBe(1)
    expect(nearestStop(stops, Date.parse('2027-01-01'))).toBe(1)
  })

  it('read as a sentence that says what is not known', () => {
    expect(stops.map((stop) => stopText(stop, series, 'count', 'day'))).toEqual([
      '20 Nov 2026: Open unknown',
      '21 Nov 2026: Open 1,204, Fixed 2',
    ])
  })
})

it('says ticks as short as their distance allows', () => {
  const day = 86_400_000
  const start = Date.parse('2026-11-02')
  expect(tickTexts([start, start + 7 * day], 'day')).toEqual(['2 Nov', '9 Nov'])
  expect(tickTexts([Date.parse('2026-10-01'), Date.parse('2026-11-01')], 'day')).toEqual([
    'Oct 2026',
    'Nov 2026',
  ])
})
