import { formatNumber } from '#lib/text/format.ts'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon/icon.tsx'

/** Formats a change with its sign: `+12`, `−3`, `0`. */
export function changeText(change: number): string {
  if (change === 0) return '0'
  return `${change > 0 ? '+' : '−'}${formatNumber(Math.abs(change))}`
}

/** A change of the backlog with its sign and an arrow; fewer are better. */
export function Change({ value, className }: { value: number; className?: string }) {
  const tone = value > 0 ? 'text-caution' : value < 0 ? 'text-ok' : 'text-3'
  return (
    <span className={classes('inline-flex items-baseline gap-0.5 tabular-nums', tone, className)}>
      {value !== 0 && <Icon name={value > 0 ? 'arrow-up' : 'arrow-down'} className="size-3 self-center" />}
      {changeText(value)}
    </span>
  )
}
