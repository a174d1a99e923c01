import { Suspense } from 'react'
import { lazy } from '#ui/lazy.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { labels } from './labels.ts'
import { PackagesView } from './packages/packages-view.tsx'
import { ProjectsView } from './projects/projects-view.tsx'
import type { ViewProps } from './view-props.ts'

// Less common views are loaded lazily.
const LicensesView = lazy(() => import('./licenses/licenses-view.tsx').then((module) => module.LicensesView))
const PlainView = lazy(() => import('./flat-view.tsx').then((module) => module.FlatView))

interface DependenciesViewProps {
  view: ViewProps
  /** The service does not support grouping. */
  plain: boolean
  /** The service rejected the search; the error is shown at the search field. */
  refused: boolean
}

/** Renders the dependencies in the view that the URL selects. */
export function DependenciesView({ view, plain, refused }: DependenciesViewProps) {
  if (refused) {
    return (
      <EmptyState icon="search" title={labels.refused.title}>
        {labels.refused.text}
      </EmptyState>
    )
  }
  const { by } = view.state
  if (by === 'project') return <ProjectsView {...view} />
  if (!plain && by === undefined) return <PackagesView {...view} />
  return <Suspense>{plain ? <PlainView {...view} /> : <LicensesView {...view} />}</Suspense>
}
