import { classes } from '../classes.ts'
import { ActivityBar } from './activity-bar.tsx'

interface ProgressBarProps {
  /** The name of the activity, for screen readers. */
  label: string
  /** From 0 to 1; without it the progress is indeterminate and the bar moves. */
  value?: number | undefined
  className?: string | undefined
}

/** A thin bar, 2 px high. It always takes its space, so nothing shifts when it starts. */
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
