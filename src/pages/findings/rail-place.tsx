import { lazy, Suspense } from 'react'
import { Skeleton } from '#ui/skeleton.tsx'
import type { RailProps } from './rail-props.ts'

const FilterRail = lazy(() => import('./filter-rail.tsx').then((module) => ({ default: module.FilterRail })))

const waiting = (
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

type RailPlaceProps = RailProps & {
  folded: boolean
  /** The rows are on screen, so the rail may take its turn. */
  ready: boolean
  inDrawer?: boolean
}

/** Where the filters stand: a column of its own on a wide window, which holds its place until they are there. */
export function RailPlace({ folded, ready, inDrawer = false, ...rail }: RailPlaceProps) {
  const content = ready ? (
    <Suspense fallback={waiting}>
      <FilterRail {...rail} />
    </Suspense>
  ) : (
    waiting
  )
  if (inDrawer) return content
  if (folded) return null
  return (
    <aside
      aria-label="Filters"
      className="scroll-area w-56 shrink-0 border-r border-line px-4 pt-3 max-[1099px]:hidden"
    >
      <h2 className="mb-2 flex h-8 items-center text-base font-semibold">Filters</h2>
      {content}
    </aside>
  )
}
