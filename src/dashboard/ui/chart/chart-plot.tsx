import { type PointerEvent, useMemo } from 'react'
import type { ChartUnit } from '#lib/time/ticks.ts'
import { TimeAxis, ValueAxis } from './chart-axes.tsx'
import { StackedBars } from './chart-bars.tsx'
import { CursorLine, CursorPoints } from './chart-cursor.tsx'
import { type ChartForm, SeriesLines } from './chart-lines.tsx'
import { type ChartPrecision, type ChartSeries, type ChartStop, nearestStop } from './chart-model.ts'
import { chartScale, runsOf } from './chart-scale.ts'

interface ChartPlotProps {
  series: readonly ChartSeries[]
  stops: readonly ChartStop[]
  unit: ChartUnit
  precision: ChartPrecision
  form: ChartForm
  width: number
  height: number
  cursor: number
  onCursor: (index: number) => void
  onFollow?: ((href: string) => void) | undefined
}

/** With at most this many points, each is marked. */
const markedUpTo = 16

/** The plot of a chart. Screen readers use the slider and the table next to it. */
export function ChartPlot(props: ChartPlotProps) {
  const { series, stops, unit, precision, form, width, height, cursor, onCursor, onFollow } = props
  const isStacked = form === 'bars'
  const scale = useMemo(
    () => chartScale({ stops, unit, width, height, isStacked }),
    [stops, unit, width, height, isStacked],
  )
  const runs = useMemo(() => runsOf(series, stops, scale), [series, stops, scale])
  const stop = stops[cursor]

  const point = (event: PointerEvent<SVGSVGElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect()
    onCursor(nearestStop(stops, scale.time(event.clientX - left)))
  }
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden
      // A page has another width than the window.
      className="block touch-pan-y select-none print:h-auto print:w-full"
      onPointerMove={point}
      onPointerDown={point}
    >
      <rect width={width} height={height} fill="transparent" />
      <ValueAxis scale={scale} unit={unit} />
      <TimeAxis scale={scale} precision={precision} />
      {stop && <CursorLine stop={stop} scale={scale} />}
      {isStacked && <StackedBars {...{ series, stops, scale, onFollow }} />}
      {!isStacked &&
        series.map((one, index) => (
          <SeriesLines
            key={one.name}
            series={one}
            index={index}
            form={form}
            runs={runs[index] ?? []}
            ground={scale.y(0)}
            marked={stops.length <= markedUpTo}
          />
        ))}
      {stop && !isStacked && <CursorPoints {...{ stop, series, scale, onFollow }} />}
    </svg>
  )
}
