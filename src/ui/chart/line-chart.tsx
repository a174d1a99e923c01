import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ChartUnit } from '#lib/time/ticks.ts'
import { Button } from '../button.tsx'
import { CopyButton } from '../copy-button.tsx'
import { labels } from '../labels.ts'
import { ChartLink } from './chart-link.tsx'
import { ChartMarker, dashOf, toneClasses } from './chart-marker.tsx'
import {
  type ChartPrecision,
  type ChartSeries,
  stopsOf,
  stopText,
  timeText,
  valueText,
} from './chart-model.ts'
import { type ChartForm, ChartPlot } from './chart-plot.tsx'
import { ChartTable, chartText } from './chart-table.tsx'

interface LineChartProps {
  /** What is shown: "Open findings by day". It is the accessible name and stands over the chart. */
  label: string
  /** One to four, told apart by line and mark as well as by colour. Keep the same array between renders. */
  series: readonly ChartSeries[]
  /** `count` is whole numbers, `seconds` are durations. */
  unit?: ChartUnit | undefined
  /** `day` for points of whole days in UTC, `moment` for instants. */
  precision?: ChartPrecision | undefined
  /** `area` fills under the first series; `dots` draws no lines. */
  form?: ChartForm | undefined
  /** Of the drawing, in pixels. It is the same in every state, so that nothing moves. */
  height?: number | undefined
  /** Stands in the place of the drawing where there are no numbers. */
  empty?: ReactNode
  /** Goes to the list of a point within the dashboard; without it the browser loads the link. */
  onFollow?: ((href: string) => void) | undefined
}

/** Follows the width of an element. 0 until it is known. */
function useWidth() {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const follow = () => setWidth(element.clientWidth)
    follow()
    const observer = new ResizeObserver(follow)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { box, width }
}

/**
 * Numbers over time: a drawing with a cursor that pointer and arrow keys move, the numbers at the cursor in words beside
 * the legend, and the same numbers as a table to read and to copy.
 */
export function LineChart({
  label,
  series,
  unit = 'count',
  precision = 'day',
  form = 'line',
  height = 180,
  empty = labels.chart.empty,
  onFollow,
}: LineChartProps) {
  const id = useId()
  const { box, width } = useWidth()
  const [asTable, setAsTable] = useState(false)
  const [chosen, setChosen] = useState<number>()
  const stops = useMemo(() => stopsOf(series), [series])
  const cursor = Math.min(chosen ?? stops.length - 1, stops.length - 1)
  const stop = stops[cursor]
  const nothing = !stops.some(({ points }) => points.some((point) => (point?.value ?? null) !== null))
  const tableName = labels.chart.tableOf(label)
  const shown = { series, stops, unit, precision, onFollow }

  const follow = (event: KeyboardEvent) => {
    const href = stop?.points.find((point) => point?.href)?.href
    if (event.key !== 'Enter' || href === undefined) return
    event.preventDefault()
    if (onFollow) onFollow(href)
    else location.assign(href)
  }

  return (
    <figure aria-labelledby={id} className="min-w-0">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <figcaption id={id} className="font-semibold">
          {label}
        </figcaption>
        {!nothing && (
          <div className="flex items-center gap-1">
            {asTable && <CopyButton text={chartText(shown)} what={labels.chart.numbers} withWord />}
            <Button size="small" variant="quiet" pressed={asTable} onClick={() => setAsTable(!asTable)}>
              {labels.chart.table}
            </Button>
          </div>
        )}
      </div>
      <div ref={box} className="relative min-w-0" style={{ height }}>
        {nothing && (
          <div className="flex h-full items-center justify-center rounded border border-dashed border-line px-4 text-center text-3">
            {empty}
          </div>
        )}
        {!nothing && asTable && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
          <section aria-label={tableName} tabIndex={0} className="scroll-area h-full focus-inset">
            <ChartTable label={label} {...shown} />
          </section>
        )}
        {!nothing && !asTable && (
          <div className="h-full rounded has-focus-visible:outline-2 has-focus-visible:outline-accent">
            {width > 0 && (
              <ChartPlot
                {...shown}
                form={form}
                width={width}
                height={height}
                cursor={cursor}
                onCursor={setChosen}
              />
            )}
            <input
              type="range"
              min={0}
              max={stops.length - 1}
              value={cursor}
              aria-label={labels.chart.moveThrough(label)}
              aria-valuetext={stop && stopText(stop, series, unit, precision)}
              onChange={(event) => setChosen(event.target.valueAsNumber)}
              onKeyDown={follow}
              className="pointer-events-none absolute inset-0 m-0 size-full opacity-0"
            />
          </div>
        )}
      </div>
      <ul className="flex min-h-6 flex-wrap items-center gap-x-4 pt-1 text-xs text-2">
        {!nothing && !asTable && stop && <li className="text-3">{timeText(stop.at, precision)}</li>}
        {!nothing &&
          series.map(({ name, tone }, index) => {
            const point = asTable ? undefined : stop?.points[index]
            return (
              <li key={name} className="flex min-w-0 items-center gap-1.5">
                <svg width="22" height="10" aria-hidden className={toneClasses[tone]}>
                  {form !== 'dots' && (
                    <path
                      d="M0 5h22"
                      stroke="currentColor"
                      strokeWidth={1.75}
                      strokeDasharray={dashOf(index)}
                    />
                  )}
                  <ChartMarker index={index} x={11} y={5} small />
                </svg>
                {name}
                {point && (
                  <span className="min-w-0 font-medium text-1 wrap-anywhere">
                    <ChartLink href={point.href} onFollow={onFollow}>
                      {[point.name, valueText(point.value, unit)].filter(Boolean).join(' · ')}
                    </ChartLink>
                  </span>
                )}
              </li>
            )
          })}
      </ul>
    </figure>
  )
}
