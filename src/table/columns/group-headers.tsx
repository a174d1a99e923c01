import type { ReactNode } from 'react'

/** Lies over the headers of the rows where groups have headers of their own; the box over all boxes stays free. */
export function GroupHeaders({ children }: { children: ReactNode }) {
  return (
    children !== undefined && (
      <div className="sticky top-0 z-20 h-0">
        <div className="ml-9 h-8">{children}</div>
      </div>
    )
  )
}
