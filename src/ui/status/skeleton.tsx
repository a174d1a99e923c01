import { classes } from '../classes.ts'

/** A grey bar in the final size of what is being loaded. It does not move: several hundred of them would flicker. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return (
    <span
      aria-hidden
      className={classes('block h-3 rounded-sm bg-surface-3 forced-colors:border', className ?? 'w-full')}
    />
  )
}
