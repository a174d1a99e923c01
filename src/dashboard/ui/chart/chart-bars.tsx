import { followClick } from './chart-link.tsx'
import { toneClasses } from './chart-marker.tsx'
import type { ChartSeries, ChartStop } from './chart-model.ts'
import { type ChartScale, edge } from './chart-scale.ts'

interface StackedBarsProps {
  series: readonly ChartSeries[]
  stops: readonly ChartStop[]
  scale: ChartScale
  onFollow: ((href: string) => void) | undefined
}

const opacities = [1, 0.55, 0.8, 0.4]

/** How strong the bars of a series are, by its index, to distinguish neighbours without color. */
export const barOpacity = (index: number) => opacities[index % opacities.length]

/** The numbers of each stop as bars on top of each other, each linked to its list. */
export function StackedBars({ series, stops, scale, onFollow }: StackedBarsProps) {
  const room = (scale.width - edge.left - edge.right) / Math.max(1, stops.length)
  const width = Math.max(1, Math.min(18, room * 0.72))
  return stops.map(({ at, points }) => {
    let below = 0
    return (
      <g key={at}>
        {points.map((point, index) => {
          const { name = '', tone = 'accent' } = series[index] ?? {}
          const value = point?.value ?? 0
          if (!point || value === 0) return null
          const [bottom, top] = [scale.y(below), scale.y(below + value)]
          below += value
          const bar = (
            <rect
              x={scale.x(at) - width / 2}
              y={top}
              width={width}
              // A gap separates neighbours of similar color; small numbers stay visible.
              height={Math.max(1, bottom - top - (index > 0 ? 1 : 0))}
              fill="currentColor"
              fillOpacity={barOpacity(index)}
              className={toneClasses[tone]}
            />
          )
          if (point.href === undefined) return <g key={name}>{bar}</g>
          return (
            <a key={name} href={point.href} tabIndex={-1} onClick={followClick(point.href, onFollow)}>
              {bar}
            </a>
          )
        })}
      </g>
    )
  })
}
