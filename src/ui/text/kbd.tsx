import { classes } from '../classes.ts'

interface KbdProps {
  /** What is on the key: `J`, `Enter`, `⌘ K`. */
  children: string
  className?: string | undefined
}

/** A key of the keyboard. Where there is none to press, or the shortcuts are switched off, it is left out. */
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
