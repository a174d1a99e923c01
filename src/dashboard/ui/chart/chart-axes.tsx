import type { ChartUnit } from '#lib/time/ticks.ts'
import { type ChartPrecision, tickTexts, valueText } from './chart-model.ts'
import { type ChartScale, edge } from './chart-scale.ts'

/** The horizontal grid lines, each with its value. */
export function ValueAxis({ scale, unit }: { scale: ChartScale; unit: ChartUnit }) {
  return scale.yTicks.map((tick) => (
    <g key={tick}>
      <line
        x1={edge.left}
        x2={scale.width - edge.right}
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
  ))
}

/** The times under the plot. */
export function TimeAxis({ scale, precision }: { scale: ChartScale; precision: ChartPrecision }) {
  const { xTicks, x, y, width, height } = scale
  const words = tickTexts(xTicks, precision)
  const ground = y(0)
  return xTicks.map((tick, at) => (
    <g key={tick}>
      <line x1={x(tick)} x2={x(tick)} y1={ground} y2={ground + 4} className="stroke-control" />
      <text
        x={x(tick)}
        y={height - 5}
        // A label at the edge would be clipped.
        textAnchor={x(tick) > width - 36 ? 'end' : 'middle'}
        className="fill-(--text-color-3) text-2xs"
      >
        {words[at]}
      </text>
    </g>
  ))
}
