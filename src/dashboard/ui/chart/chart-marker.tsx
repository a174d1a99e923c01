import type { ChartTone } from './chart-model.ts'

/** The color of a series, for `currentColor`. */
export const toneClasses: Record<ChartTone, string> = {
  accent: 'text-accent',
  neutral: 'text-3',
  violet: 'text-status-fixing',
  ok: 'text-ok',
  danger: 'text-danger',
  caution: 'text-caution',
  critical: 'text-critical',
  high: 'text-high',
  medium: 'text-medium',
  low: 'text-low',
}

/** The dash patterns of lines by series index, to distinguish them without color. */
const dashes = [undefined, '6 3', '2 3', '8 3 2 3']
export const dashOf = (index: number) => dashes[index % dashes.length]

const shapes = [
  'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z',
  'M-3.5-3.5h7v7h-7z',
  'M0-4.5 4.5 3.5h-9z',
  'M0-5 5 0 0 5-5 0z',
]

/** The marker of a series, by its index: a circle, a square, a triangle, a diamond. */
export function ChartMarker({
  index,
  x,
  y,
  small = false,
}: {
  index: number
  x: number
  y: number
  small?: boolean
}) {
  return (
    <path
      d={shapes[index % shapes.length]}
      transform={`translate(${x} ${y})${small ? ' scale(0.7)' : ''}`}
      fill="currentColor"
      className="stroke-surface-0"
    />
  )
}
