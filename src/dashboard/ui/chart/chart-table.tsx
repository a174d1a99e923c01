import type { ChartUnit } from '#lib/time/ticks.ts'
import { labels } from '../labels.ts'
import { ChartLink } from './chart-link.tsx'
import { type ChartPrecision, type ChartSeries, type ChartStop, timeText, valueText } from './chart-model.ts'

interface ChartTableProps {
  label: string
  series: readonly ChartSeries[]
  stops: readonly ChartStop[]
  unit: ChartUnit
  precision: ChartPrecision
  onFollow?: ((href: string) => void) | undefined
}

const namedOf = (stop: ChartStop) => stop.points.find((point) => point?.name)?.name

/** Returns the numbers of a chart as tab-separated text for a spreadsheet; newest first, as in the table. */
export function chartText({ series, stops, precision }: Omit<ChartTableProps, 'label' | 'unit'>): string {
  const named = stops.some(namedOf)
  const lines = stops
    .toReversed()
    .map((stop) => [
      precision === 'day' ? new Date(stop.at).toISOString().slice(0, 10) : new Date(stop.at).toISOString(),
      ...(named ? [namedOf(stop) ?? ''] : []),
      ...series.map((_, index) => String(stop.points[index]?.value ?? '')),
    ])
  const head = [labels.chart.time, ...(named ? [labels.chart.name] : []), ...series.map(({ name }) => name)]
  return [head, ...lines]
    .map((line) => line.map((cell) => cell.replace(/[\t\n\r]/g, ' ')).join('\t'))
    .join('\n')
}

/** The numbers of a chart as a table, newest first. */
export function ChartTable({ label, series, stops, unit, precision, onFollow }: ChartTableProps) {
  const named = stops.some(namedOf)
  return (
    <table className="w-full border-collapse text-left">
      <caption className="sr-only">{label}</caption>
      <thead className="sticky top-0 bg-surface-0 text-3">
        <tr>
          <th scope="col" className="h-7 pr-4 font-medium">
            {precision === 'day' ? labels.chart.day : labels.chart.time}
          </th>
          {named && (
            <th scope="col" className="pr-4 font-medium">
              {labels.chart.name}
            </th>
          )}
          {series.map(({ name }) => (
            <th key={name} scope="col" className="pr-4 text-right font-medium">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {stops.toReversed().map((stop) => (
          <tr key={stop.at} className="border-t border-line">
            <th scope="row" className="h-7 pr-4 font-normal whitespace-nowrap">
              {timeText(stop.at, precision)}
            </th>
            {named && <td className="pr-4 wrap-anywhere">{namedOf(stop)}</td>}
            {series.map(({ name }, index) => {
              const point = stop.points[index]
              return (
                <td key={name} className="pr-4 text-right whitespace-nowrap">
                  {point && (
                    <ChartLink href={point.href} onFollow={onFollow}>
                      {valueText(point.value, unit)}
                    </ChartLink>
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
