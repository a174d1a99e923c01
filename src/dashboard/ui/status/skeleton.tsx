import { classes } from '../classes.ts'

/** A gray bar in the final size of the loading content. It is not animated: several hundred of them would flicker. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return (
    <span
      aria-hidden
      className={classes('block h-3 rounded-sm bg-surface-3 forced-colors:border', className ?? 'w-full')}
    />
  )
}
