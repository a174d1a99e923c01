import type { ReactNode } from 'react'

/** Lies over the heads of the rows where groups have heads of their own; the box over all boxes stays free. */
export function GroupHeaders({ children }: { children: ReactNode }) {
  return (
    children !== undefined && (
      <div className="sticky top-0 z-20 h-0">
        <div className="ml-9 h-8">{children}</div>
      </div>
    )
  )
}
