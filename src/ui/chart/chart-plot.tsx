import { type PointerEvent, useMemo } from 'react'
import { type ChartUnit, timeTicks, valueTicks } from '#lib/time/ticks.ts'
import { ChartMarker, dashOf, toneClasses } from './chart-marker.tsx'
import {
  type ChartPrecision,
  type ChartSeries,
  type ChartStop,
  nearestStop,
  tickTexts,
  valueText,
} from './chart-model.ts'

export type ChartForm = 'line' | 'area' | 'dots'

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

const edge = { top: 8, right: 12, bottom: 22, left: 52 }
/** Up to so many points each of them is marked. */
const markedUpTo = 16

interface Place {
  x: number
  y: number
  stop: number
}

/** The runs of known points of a series: a gap parts them. */
function runsOf(
  stops: readonly ChartStop[],
  index: number,
  x: (at: number) => number,
  y: (value: number) => number,
): Place[][] {
  const runs: Place[][] = [[]]
  for (const [stop, { at, points }] of stops.entries()) {
    const point = points[index]
    if (!point) continue
    if (point.value === null) runs.push([])
    else runs.at(-1)?.push({ x: x(at), y: y(point.value), stop })
  }
  return runs.filter((run) => run.length > 0)
}

const lineOf = (run: readonly Place[]) =>
  run.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')

/** The drawing of a chart. Screen readers have the slider and the table that stand beside it. */
export function ChartPlot({
  series,
  stops,
  unit,
  precision,
  form,
  width,
  height,
  cursor,
  onCursor,
  onFollow,
}: ChartPlotProps) {
  const scale = useMemo(() => {
    const values = stops.flatMap(({ points }) => points.map((point) => point?.value ?? 0))
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
    // A single time stands in the middle.
    const x = (at: number) => edge.left + (to > from ? (at - from) / (to - from) : 0.5) * inner.width
    const y = (value: number) => edge.top + (1 - value / top) * inner.height
    const time = (left: number) => from + ((left - edge.left) / inner.width) * (to - from)
    const xTicks = to > from ? timeTicks(from, to, Math.max(1, Math.floor(inner.width / 96))) : [from]
    const runs = series.map((_, index) => runsOf(stops, index, x, y))
    return { yTicks, xTicks, x, y, time, runs }
  }, [series, stops, unit, width, height])

  const point = (event: PointerEvent<SVGSVGElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect()
    onCursor(nearestStop(stops, scale.time(event.clientX - left)))
  }
  const ground = scale.y(0)
  const stop = stops[cursor]
  const words = tickTexts(scale.xTicks, precision)

  return (
    <svg
      width={width}
      height={height}
      aria-hidden
      className="block touch-pan-y select-none"
      onPointerMove={point}
      onPointerDown={point}
    >
      <rect width={width} height={height} fill="transparent" />
      {scale.yTicks.map((tick) => (
        <g key={tick}>
          <line
            x1={edge.left}
            x2={width - edge.right}
            y1={scale.y(tick)}
            y2={scale.y(tick)}
            className={tick === 0 ? 'stroke-control' : 'stroke-line'}
          />
          <text
            x={edge.left - 6}
            y={scale.y(tick)}
            textAnchor="end"
            dominantBaseline="central"
            className="fill-(--text-color-3) text-2xs"
          >
            {valueText(tick, unit)}
          </text>
        </g>
      ))}
      {scale.xTicks.map((tick, at) => (
        <g key={tick}>
          <line
            x1={scale.x(tick)}
            x2={scale.x(tick)}
            y1={ground}
            y2={ground + 4}
            className="stroke-control"
          />
          <text
            x={scale.x(tick)}
            y={height - 5}
            // A word at the edge would be cut off.
            textAnchor={scale.x(tick) > width - 36 ? 'end' : 'middle'}
            className="fill-(--text-color-3) text-2xs"
          >
            {words[at]}
          </text>
        </g>
      ))}
      {stop && (
        <line
          x1={scale.x(stop.at)}
          x2={scale.x(stop.at)}
          y1={edge.top}
          y2={ground}
          strokeDasharray="2 2"
          className="stroke-control"
        />
      )}
      {series.map(({ name, tone }, index) => (
        <g key={name} className={toneClasses[tone]}>
          {scale.runs[index]?.map((run) => (
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
              {(form === 'dots' || run.length === 1 || stops.length <= markedUpTo) &&
                run.map((place) => (
                  <ChartMarker key={place.stop} index={index} x={place.x} y={place.y} small />
                ))}
            </g>
          ))}
        </g>
      ))}
      {stop?.points.map((point, index) => {
        if (!point || point.value === null) return null
        const mark = <ChartMarker index={index} x={scale.x(stop.at)} y={scale.y(point.value)} />
        const { name = '', tone = 'accent' } = series[index] ?? {}
        const href = point.href
        if (href === undefined) {
          return (
            <g key={name} className={toneClasses[tone]}>
              {mark}
            </g>
          )
        }
        return (
          <a
            key={name}
            href={href}
            tabIndex={-1}
            className={toneClasses[tone]}
            onClick={(event) => {
              if (!onFollow || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
              event.preventDefault()
              onFollow(href)
            }}
          >
            {/* What can be hit is larger than what is seen. */}
            <circle cx={scale.x(stop.at)} cy={scale.y(point.value)} r={12} fill="transparent" />
            {mark}
          </a>
        )
      })}
    </svg>
  )
}
