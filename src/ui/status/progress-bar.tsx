import { classes } from '../classes.ts'
import { ActivityBar } from './activity-bar.tsx'

interface ProgressBarProps {
  /** What is under way, for a screen reader. */
  label: string
  /** From 0 to 1; without it the end is not known and the bar moves. */
  value?: number | undefined
  className?: string | undefined
}

/** A thin bar, 2 px high. It takes its place whether it moves or not, so nothing shifts when it starts. */
export function ProgressBar({ label, value, className }: ProgressBarProps) {
  if (value === undefined) {
    return (
      <div role="progressbar" aria-label={label} className={classes('relative h-0.5 text-accent', className)}>
        <ActivityBar />
      </div>
    )
  }
  const share = Math.min(1, Math.max(0, value))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      className={classes('h-0.5 bg-line forced-colors:outline', className)}
    >
      <div className="solid h-full bg-accent transition-[width]" style={{ width: `${share * 100}%` }} />
    </div>
  )
}
