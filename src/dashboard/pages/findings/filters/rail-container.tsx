import { memo, Suspense } from 'react'
import { RailColumn, railSkeleton } from '#features/list/filters/rail-column.tsx'
import { lazy } from '#ui/lazy.tsx'
import type { RailProps } from './rail-props.ts'

const FilterRail = lazy(() => import('./filter-rail.tsx').then((module) => module.FilterRail))

type RailContainerProps = RailProps & {
  folded: boolean
  /** The rows have rendered, so the rail may render. */
  ready: boolean
  inDrawer?: boolean
}

/**
 * The container of the filters: a column in a wide window, whose space is reserved until they load. Memoized against
 * changes of the rows.
 */
export const RailContainer = memo(function RailContainer({
  folded,
  ready,
  inDrawer = false,
  ...rail
}: RailContainerProps) {
  const content = ready ? (
    <Suspense fallback={railSkeleton}>
      <FilterRail {...rail} />
    </Suspense>
  ) : (
    railSkeleton
  )
  if (inDrawer) return content
  if (folded) return null
  return <RailColumn>{content}</RailColumn>
})
