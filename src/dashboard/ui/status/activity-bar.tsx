import { classes } from '../classes.ts'

/** A thin bar that moves along the lower edge of its (positioned) parent during an activity. */
export function ActivityBar({ className }: { className?: string | undefined }) {
  return (
    <span
      aria-hidden
      className={classes('pointer-events-none absolute inset-x-0 bottom-0 h-0.5 overflow-hidden', className)}
    >
      <span className="absolute inset-y-0 left-0 w-1/4 animate-progress solid bg-current motion-reduce:w-full motion-reduce:opacity-60" />
    </span>
  )
}
