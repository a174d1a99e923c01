import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo, useState } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { clientContext } from '#api/cache/loader-context.ts'
import { explain } from '#api/http/errors.ts'
import { overviewOptions } from '#api/overview.ts'
import type { OverviewAnswer } from '#contract/responses/overview.ts'
import { ErrorPanel } from '#features/error-panel.tsx'
import { ImportLink } from '#features/import-link.tsx'
import { IgnoredParams } from '#features/list/search-params/ignored-params.tsx'
import { readSearchParams, useSearchState } from '#features/list/search-params/use-search-state.ts'
import { exactDay } from '#lib/time/instant.ts'
import { Button } from '#ui/button.tsx'
import { lazy } from '#ui/lazy.tsx'
import { ActivityBar } from '#ui/status/activity-bar.tsx'
import { Banner } from '#ui/status/banner.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { Skeleton } from '#ui/status/skeleton.tsx'
import { Filters } from './filters.tsx'
import { isUnscanned } from './is-unscanned.ts'
import { labels } from './labels.ts'
import { type ListLinks, listLinks } from './list-links.ts'
import { OpenSection } from './open-section.tsx'
import { type OverviewState, overviewShape, requestOf } from './search-params.ts'

const ExportButtons = lazy(() => import('./export-buttons.tsx').then((module) => module.ExportButtons))
const OverviewDetails = lazy(() => import('./overview-details.tsx').then((module) => module.OverviewDetails))

/** Prefetches the numbers while the page's code loads. */
export function loader({ request, params, context }: LoaderFunctionArgs) {
  const { values } = readSearchParams(overviewShape, new URL(request.url).searchParams)
  void context
    .get(clientContext)
    .prefetchQuery(overviewOptions(params['deployment'] ?? '', requestOf(values)))
  return null
}

/** The overview of a deployment. */
export default function OverviewRoute() {
  const { deployment = '' } = useParams()
  return <Overview key={deployment} deployment={deployment} />
}

const searchOptions = { labels: labels.params, unrelatedNames: Object.keys(overviewShape) }

function Overview({ deployment }: { deployment: string }) {
  const { values: state, dropped, change } = useSearchState(overviewShape, searchOptions)
  const request = useMemo(() => requestOf(state), [state])
  const query = useQuery(overviewOptions(deployment, request))
  const { data, error, isFetching, isPlaceholderData, dataUpdatedAt } = query
  const links = useMemo(() => data && listLinks(deployment, state, data), [deployment, state, data])
  const [mounted] = useState(() => Date.now())
  const now = new Date(Math.max(mounted, dataUpdatedAt))
  const retry = () => void query.refetch()
  return (
    // Printed on two pages.
    <div className="relative mx-auto max-w-400 px-4 pb-8 print:[zoom:0.75] print:[&_:is(td,th)]:h-6 print:[&_li]:min-h-6 print:[&_section]:break-inside-avoid">
      {isFetching && data && <ActivityBar />}
      <Header data={isPlaceholderData ? undefined : data} state={state} />
      <div className="pb-4">
        <Filters {...{ deployment, state, change }} />
      </div>
      <IgnoredParams sentences={dropped} />
      {error && data && !isPlaceholderData && (
        <Banner
          tone="caution"
          actions={
            <Button size="small" onClick={retry} loading={isFetching}>
              {labels.retry}
            </Button>
          }
        >
          {labels.stale}
        </Banner>
      )}
      {error && (!data || isPlaceholderData) && (
        <FailedOverview
          {...{ error, isFetching }}
          project={state.project}
          onRetry={retry}
          onClear={() => change({ project: undefined }, { kind: 'choice', group: 'project' })}
        />
      )}
      {!error && !data && <LoadingOverview />}
      {data && links && !(error && isPlaceholderData) && (
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : undefined}>
          <Backlog {...{ deployment, state, data, links }} />
          <Suspense>
            <OverviewDetails
              {...{ deployment, data, links, now }}
              hasOwner={state.owner !== undefined}
              hasProject={state.project !== undefined}
              isFiltered={Boolean(state.owner ?? state.project ?? state.tag)}
              type={state.type ?? 'sast'}
              onType={(type) =>
                change({ type: type === 'sast' ? undefined : type }, { kind: 'choice', group: 'type' })
              }
            />
          </Suspense>
        </div>
      )}
    </div>
  )
}

interface BacklogProps {
  deployment: string
  state: OverviewState
  data: OverviewAnswer
  links: ListLinks
}

/** The backlog; that of projects that no scan has reached is not known to be zero. */
function Backlog({ deployment, state, data, links }: BacklogProps) {
  if (!isUnscanned(data)) return <OpenSection {...{ data, links }} />
  return (
    <EmptyState
      icon="finding"
      title={labels.unscanned.title(state.project, state.tag)}
      actions={<ImportLink deployment={deployment} />}
    >
      {labels.unscanned.detail}
    </EmptyState>
  )
}

/** The title with the days of the period, and the exports. */
function Header({ data, state }: { data: OverviewAnswer | undefined; state: OverviewState }) {
  const day = (text: string) => exactDay(new Date(text), 'UTC')
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 max-lg:pt-3">
      <h1 className="text-xl font-semibold max-lg:flex-1">{labels.title}</h1>
      <p className="flex-1 text-3 max-lg:order-last max-lg:basis-full max-lg:pb-2">
        {[
          data && `${day(data.from)} – ${day(data.until)} (${data.time_zone})`,
          state.project,
          state.tag,
          state.owner?.map(labels.owner).join(', '),
          state.include_disabled && labels.includesDisabled,
          labels.counted,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <div className="flex min-h-8 gap-2 print:hidden">
        <Suspense>{data && <ExportButtons data={data} />}</Suspense>
      </div>
    </div>
  )
}

interface FailedOverviewProps {
  error: Error
  isFetching: boolean
  project: string | undefined
  onRetry: () => void
  onClear: () => void
}

function FailedOverview({ error, isFetching, project, onRetry, onClear }: FailedOverviewProps) {
  if (project && explain(error).kind === 'missing') {
    return (
      <EmptyState
        icon="search"
        title={labels.unknownProject(project)}
        actions={<Button onClick={onClear}>{labels.anyProject}</Button>}
      />
    )
  }
  return <ErrorPanel error={error} title={labels.failed} onRetry={onRetry} retrying={isFetching} />
}

function LoadingOverview() {
  return (
    <div aria-busy>
      <span className="sr-only">{labels.loading}</span>
      <div className="grid gap-3 lg:grid-cols-3">
        {['a', 'b', 'c'].map((card) => (
          <div key={card} className="grid h-53 content-around rounded border border-line bg-surface-1 px-4">
            {['w-1/4', 'w-1/3', 'w-full', 'w-full', 'w-full'].map((width, line) => (
              <Skeleton key={line} className={width} />
            ))}
          </div>
        ))}
      </div>
      <div className="grid gap-4 py-6">
        {['w-1/4', 'w-full', 'w-full', 'w-full'].map((width, line) => (
          <Skeleton key={line} className={width} />
        ))}
      </div>
    </div>
  )
}
