import { memo, Suspense } from 'react'
import { RailColumn, railSkeleton } from '#features/list/filters/rail-column.tsx'
import { lazy } from '#ui/lazy.tsx'
import type { RailProps } from './rail-props.ts'

const FilterRail = lazy(() => import('./filter-rail.tsx').then((module) => module.FilterRail))

type RailContainerProps = RailProps & {
  folded: boolean
  /** The rows are on screen, so the rail may take its turn. */
  ready: boolean
  inDrawer?: boolean
}

/**
 * Where the filters stand: a column of its own on a wide window, which holds its place until they are there. Kept while
 * only the rows change.
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
