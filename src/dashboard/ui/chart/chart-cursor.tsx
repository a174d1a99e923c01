import { followClick } from './chart-link.tsx'
import { ChartMarker, toneClasses } from './chart-marker.tsx'
import type { ChartSeries, ChartStop } from './chart-model.ts'
import { type ChartScale, edge } from './chart-scale.ts'

interface CursorPointsProps {
  stop: ChartStop
  series: readonly ChartSeries[]
  scale: ChartScale
  onFollow: ((href: string) => void) | undefined
}

/** The line at the cursor position. */
export function CursorLine({ stop, scale }: { stop: ChartStop; scale: ChartScale }) {
  const x = scale.x(stop.at)
  return <line x1={x} x2={x} y1={edge.top} y2={scale.y(0)} strokeDasharray="2 2" className="stroke-control" />
}

/** The points at the cursor, each linked to its list. */
export function CursorPoints({ stop, series, scale, onFollow }: CursorPointsProps) {
  const x = scale.x(stop.at)
  return stop.points.map((point, index) => {
    if (!point || point.value === null) return null
    const y = scale.y(point.value)
    const mark = <ChartMarker index={index} x={x} y={y} />
    const { name = '', tone = 'accent' } = series[index] ?? {}
    const { href } = point
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
        onClick={followClick(href, onFollow)}
      >
        {/* The hit area is larger than the visible point. */}
        <circle cx={x} cy={y} r={12} fill="transparent" />
        {mark}
      </a>
    )
  })
}
