import { ChartMarker, dashOf, toneClasses } from './chart-marker.tsx'
import type { ChartSeries } from './chart-model.ts'
import type { Place } from './chart-scale.ts'

export type ChartForm = 'line' | 'area' | 'dots' | 'bars'

interface SeriesLinesProps {
  series: ChartSeries
  /** The index of the series. */
  index: number
  form: ChartForm
  /** The points of the series, split at gaps. */
  runs: readonly (readonly Place[])[]
  /** The y coordinate of the value 0. */
  ground: number
  /** Marks every point, not only isolated ones. */
  marked: boolean
}

const lineOf = (run: readonly Place[]) =>
  run.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')

/** One series: its lines, the area below them, and the markers of its points. */
export function SeriesLines({ series, index, form, runs, ground, marked }: SeriesLinesProps) {
  return (
    <g className={toneClasses[series.tone]}>
      {runs.map((run) => (
        <g key={run[0]?.stop}>
          {form === 'area' && index === 0 && (
            <path
              d={`${lineOf(run)}L${run.at(-1)?.x} ${ground}L${run[0]?.x} ${ground}Z`}
              fill="currentColor"
              fillOpacity={0.12}
            />
          )}
          {form !== 'dots' && (
            <path
              d={lineOf(run)}
              fill="none"
              stroke="currentColor"
              strokeWidth={1.75}
              strokeLinejoin="round"
              strokeDasharray={dashOf(index)}
            />
          )}
          {(form === 'dots' || run.length === 1 || marked) &&
            run.map((place) => <ChartMarker key={place.stop} index={index} x={place.x} y={place.y} small />)}
        </g>
      ))}
    </g>
  )
}
