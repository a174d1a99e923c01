import type { ReactNode } from 'react'
import { classes } from './classes.ts'

interface ScrollRegionProps {
  /** The name of the region, for the keyboard and for screen readers. */
  label: string
  className?: string | undefined
  children: ReactNode
}

/** Lines that scroll sideways together, by keyboard too: it takes the focus, since nothing in it may. */
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
