import type { ReactNode } from 'react'
import { Skeleton } from '#ui/status/skeleton.tsx'
import { listLabels } from '../labels.ts'

/** Reserves the space of the filters until they load. */
export const railSkeleton = (
  <div aria-hidden className="flex flex-col gap-4">
    {[4, 5, 1, 2, 5, 5].map((lines, group) => (
      <div key={group} className="flex flex-col">
        <span className="flex h-6 items-center">
          <Skeleton className="w-16" />
        </span>
        {[70, 50, 62, 44, 56].slice(0, lines).map((width) => (
          <span key={width} className="flex h-6.5 items-center" style={{ width: `${width}%` }}>
            <Skeleton />
          </span>
        ))}
      </div>
    ))}
  </div>
)

/** The container of the filters: a column in a wide window, whose space is reserved until they load. */
export function RailColumn({ children }: { children: ReactNode }) {
  return (
    <aside
      aria-label={listLabels.filters}
      className="scroll-area w-56 shrink-0 border-r border-line px-4 pt-3 max-[1099px]:hidden"
    >
      <h2 className="mb-2 flex h-8 items-center text-base font-semibold">{listLabels.filters}</h2>
      {children}
    </aside>
  )
}
