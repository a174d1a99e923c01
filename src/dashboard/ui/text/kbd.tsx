import { classes } from '../classes.ts'

interface KbdProps {
  /** The key cap: `J`, `Enter`, `⌘ K`. */
  children: string
  className?: string | undefined
}

/** A key of the keyboard. Hidden on devices without a keyboard, or if the shortcuts are turned off. */
export function Kbd({ children, className }: KbdProps) {
  return (
    <kbd
      className={classes(
        'pointer-coarse:hidden in-data-[shortcuts=off]:hidden inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-sm border border-line bg-surface-0 px-1 font-sans text-2xs text-3',
        className,
      )}
    >
      {children}
    </kbd>
  )
}
