import type { KeyboardEvent } from 'react'
import type { ChartUnit } from '#lib/time/ticks.ts'
import { labels } from '../labels.ts'
import { type ChartPrecision, type ChartSeries, type ChartStop, stopText } from './chart-model.ts'

interface ChartSliderProps {
  label: string
  series: readonly ChartSeries[]
  stops: readonly ChartStop[]
  unit: ChartUnit
  precision: ChartPrecision
  cursor: number
  onCursor: (index: number) => void
  onFollow: ((href: string) => void) | undefined
}

/**
 * Moves the cursor of a chart by arrow keys and announces its numbers; Enter follows the first link there. It is
 * visually hidden.
 */
export function ChartSlider(props: ChartSliderProps) {
  const { label, series, stops, unit, precision, cursor, onCursor, onFollow } = props
  const stop = stops[cursor]
  const follow = (event: KeyboardEvent) => {
    const href = stop?.points.find((point) => point?.href)?.href
    if (event.key !== 'Enter' || href === undefined) return
    event.preventDefault()
    if (onFollow) onFollow(href)
    else location.assign(href)
  }
  return (
    <input
      type="range"
      min={0}
      max={stops.length - 1}
      value={cursor}
      aria-label={labels.chart.moveThrough(label)}
      aria-valuetext={stop && stopText(stop, series, unit, precision)}
      onChange={(event) => onCursor(event.target.valueAsNumber)}
      onKeyDown={follow}
      className="pointer-events-none absolute inset-0 m-0 size-full opacity-0"
    />
  )
}
