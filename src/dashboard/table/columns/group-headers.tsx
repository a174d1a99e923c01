import type { ReactNode } from 'react'

/** Covers the row headers if groups have headers of their own; the header checkbox stays visible. */
export function GroupHeaders({ children }: { children: ReactNode }) {
  return (
    children !== undefined && (
      <div className="sticky top-0 z-20 h-0">
        <div className="ml-9 h-8">{children}</div>
      </div>
    )
  )
}
