import type { ChartUnit } from '#lib/time/ticks.ts'
import { barOpacity } from './chart-bars.tsx'
import type { ChartForm } from './chart-lines.tsx'
import { ChartLink } from './chart-link.tsx'
import { ChartMarker, dashOf, toneClasses } from './chart-marker.tsx'
import { type ChartPrecision, type ChartSeries, type ChartStop, timeText, valueText } from './chart-model.ts'

interface ChartLegendProps {
  series: readonly ChartSeries[]
  /** The stop whose numbers are shown next to the names; undefined if they are shown elsewhere. */
  stop: ChartStop | undefined
  unit: ChartUnit
  precision: ChartPrecision
  form: ChartForm
  onFollow: ((href: string) => void) | undefined
}

/** The names of the series with their line and marker, and the numbers at the cursor. */
export function ChartLegend({ series, stop, unit, precision, form, onFollow }: ChartLegendProps) {
  return (
    <>
      {stop && <li className="text-3">{timeText(stop.at, precision)}</li>}
      {series.map(({ name, tone }, index) => {
        const point = stop?.points[index]
        return (
          <li key={name} className="flex min-w-0 items-center gap-1.5">
            <svg width="22" height="10" aria-hidden className={toneClasses[tone]}>
              {form !== 'dots' && form !== 'bars' && (
                <path d="M0 5h22" stroke="currentColor" strokeWidth={1.75} strokeDasharray={dashOf(index)} />
              )}
              {form === 'bars' ? (
                <rect
                  x="6"
                  width="10"
                  height="10"
                  rx="1.5"
                  fill="currentColor"
                  fillOpacity={barOpacity(index)}
                />
              ) : (
                <ChartMarker index={index} x={11} y={5} small />
              )}
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
    </>
  )
}
