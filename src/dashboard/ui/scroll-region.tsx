import type { ReactNode } from 'react'
import { classes } from './classes.ts'

interface ScrollRegionProps {
  /** The accessible name of the region. */
  label: string
  className?: string | undefined
  children: ReactNode
}

/** Lines that scroll sideways together, also by keyboard: the region is focusable, because its content may not be. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
      tabIndex={0}
      className={classes('overflow-x-auto py-1.5 focus-inset', className)}
    >
      <pre className="code-text w-max min-w-full">{children}</pre>
    </section>
  )
}
