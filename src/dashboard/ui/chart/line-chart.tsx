import { type ReactNode, useId, useMemo, useState } from 'react'
import type { ChartUnit } from '#lib/time/ticks.ts'
import { Button } from '../button.tsx'
import { CopyButton } from '../copy-button.tsx'
import { labels } from '../labels.ts'
import { ChartLegend } from './chart-legend.tsx'
import type { ChartForm } from './chart-lines.tsx'
import { type ChartPrecision, type ChartSeries, stopsOf } from './chart-model.ts'
import { ChartPlot } from './chart-plot.tsx'
import { ChartSlider } from './chart-slider.tsx'
import { ChartTable, chartText } from './chart-table.tsx'
import { useWidth } from './use-width.ts'

interface LineChartProps {
  /** The title: "Open findings by day". It is the accessible name and is shown above the chart. */
  label: string
  /** One to four series, distinguished by line and marker as well as by color. Keep the same array between renders. */
  series: readonly ChartSeries[]
  /** `count` is whole numbers, `seconds` are durations. */
  unit?: ChartUnit | undefined
  /** `day` for points of whole days in UTC, `moment` for instants. */
  precision?: ChartPrecision | undefined
  /** `area` fills the area under the first series; `dots` draws no lines; `bars` stacks the series. */
  form?: ChartForm | undefined
  /** The height of the plot, in pixels. It is the same in every state, so that nothing moves. */
  height?: number | undefined
  /** Shown instead of the plot if there is no data. */
  empty?: ReactNode
  /** Navigates to the list of a point within the dashboard; without it the browser loads the link. */
  onFollow?: ((href: string) => void) | undefined
}

/**
 * Numbers over time: a plot with a cursor that pointer and arrow keys move, the numbers at the cursor next to the
 * legend, and the same numbers as a table that can be copied.
 */
export function LineChart(props: LineChartProps) {
  const { label, series, unit = 'count', precision = 'day', form = 'line', height = 180, onFollow } = props
  const { empty = labels.chart.empty } = props
  const id = useId()
  const { box, width } = useWidth()
  const [asTable, setAsTable] = useState(false)
  const [chosen, setChosen] = useState<number>()
  const stops = useMemo(() => stopsOf(series), [series])
  const cursor = Math.min(chosen ?? stops.length - 1, stops.length - 1)
  const nothing = !stops.some(({ points }) => points.some((point) => (point?.value ?? null) !== null))
  const tableName = labels.chart.tableOf(label)
  const shown = { label, series, stops, unit, precision, onFollow }
  const atCursor = { cursor, onCursor: setChosen }

  return (
    <figure aria-labelledby={id} className="min-w-0">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <figcaption id={id} className="font-semibold">
          {label}
        </figcaption>
        {!nothing && (
          <div className="flex items-center gap-1 print:hidden">
            {asTable && <CopyButton text={chartText(shown)} what={labels.chart.numbers} withWord />}
            <Button size="small" variant="quiet" pressed={asTable} onClick={() => setAsTable(!asTable)}>
              {labels.chart.table}
            </Button>
          </div>
        )}
      </div>
      <div ref={box} className="relative min-w-0 print:h-auto!" style={{ height }}>
        {nothing && (
          <div className="flex h-full items-center justify-center rounded border border-dashed border-line px-4 text-center text-3">
            {empty}
          </div>
        )}
        {!nothing && asTable && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
          <section aria-label={tableName} tabIndex={0} className="scroll-area h-full focus-inset">
            <ChartTable {...shown} />
          </section>
        )}
        {!nothing && !asTable && (
          <div className="h-full rounded has-focus-visible:outline-2 has-focus-visible:outline-accent">
            {width > 0 && <ChartPlot {...shown} {...atCursor} form={form} width={width} height={height} />}
            <ChartSlider {...shown} {...atCursor} />
          </div>
        )}
      </div>
      <ul className="flex min-h-6 flex-wrap items-center gap-x-4 pt-1 text-xs text-2">
        {!nothing && <ChartLegend {...shown} stop={asTable ? undefined : stops[cursor]} form={form} />}
      </ul>
    </figure>
  )
}
