import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { acceptedRisksOptions, type RiskFilter, readAcceptedRisks, risksOfPage } from '#api/accepted-risks.ts'
import { clientContext } from '#api/cache/loader-context.ts'
import { explain } from '#api/http/errors.ts'
import { acceptedRisksQuery } from '#contract/operations/accepted-risks.ts'
import type { QueryValues } from '#contract/parameters/query.ts'
import { ErrorPanel } from '#features/error-panel.tsx'
import { IgnoredParams } from '#features/list/search-params/ignored-params.tsx'
import { readSearchParams, useSearchState } from '#features/list/search-params/use-search-state.ts'
import { Button } from '#ui/button.tsx'
import { ActivityBar } from '#ui/status/activity-bar.tsx'
import { Banner } from '#ui/status/banner.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { Skeleton } from '#ui/status/skeleton.tsx'
import { toast } from '#ui/toast/toast.ts'
import { Filters } from './filters.tsx'
import { labels } from './labels.ts'
import { RisksTable } from './risks-table.tsx'

const { page_size: _, ...shape } = acceptedRisksQuery

const filterOf = ({ project, tag }: QueryValues<typeof shape>): RiskFilter => ({
  ...(project ? { project } : {}),
  ...(tag ? { tag } : {}),
})

/** Prefetches the rows while the page's code loads. */
export function loader({ request, params, context }: LoaderFunctionArgs) {
  const { values } = readSearchParams(shape, new URL(request.url).searchParams)
  const options = acceptedRisksOptions(params['deployment'] ?? '', filterOf(values), values.page ?? 0)
  void context.get(clientContext).prefetchQuery(options)
  return null
}

/** The register of accepted risks, for auditors. */
export default function AcceptedRisksRoute() {
  const { deployment = '' } = useParams()
  return <AcceptedRisks key={deployment} deployment={deployment} />
}

const searchOptions = { labels: labels.params, unrelatedNames: Object.keys(shape) }

function AcceptedRisks({ deployment }: { deployment: string }) {
  const { values, dropped, change } = useSearchState(shape, searchOptions)
  const { page = 0 } = values
  const filter = filterOf(values)
  const query = useQuery(acceptedRisksOptions(deployment, filter, page))
  const { data, error, isFetching, isPlaceholderData } = query
  const [now] = useState(() => new Date())
  const retry = () => void query.refetch()
  const choose = (patch: RiskFilter) =>
    change({ ...patch, page: undefined }, { kind: 'choice', group: 'filter' })
  const clear = () => choose({ project: undefined, tag: undefined })
  const hasRows = data && !(error && isPlaceholderData)
  return (
    <div className="relative mx-auto max-w-400 px-4 pb-8">
      {isFetching && data && <ActivityBar />}
      <Header {...{ deployment, filter }} total={isPlaceholderData ? undefined : data?.total} />
      <div className="pb-4">
        <Filters {...{ deployment }} project={values.project} tag={values.tag} change={choose} />
      </div>
      <IgnoredParams sentences={dropped} />
      {error && hasRows && (
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
      {error && !hasRows && <Failed {...{ error, isFetching, retry, clear }} project={filter.project} />}
      {!error && !data && <Loading />}
      {hasRows && (
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : undefined}>
          {data.risks.length > 0 ? (
            <RisksTable {...{ deployment, now }} risks={data.risks} />
          ) : (
            <Empty isFiltered={Boolean(filter.project || filter.tag || page)} clear={clear} />
          )}
          <Pages
            {...{ page }}
            total={data.total}
            onPage={(next) => change({ page: next || undefined }, { kind: 'choice', group: 'page' })}
          />
        </div>
      )}
    </div>
  )
}

interface HeaderProps {
  deployment: string
  filter: RiskFilter
  total: number | undefined
}

/** The title with the filters, which are printed, and the exports. */
function Header({ deployment, filter, total }: HeaderProps) {
  const client = useQueryClient()
  const [isSaving, setIsSaving] = useState(false)
  const save = async () => {
    setIsSaving(true)
    try {
      const risks = await readAcceptedRisks(client, deployment, filter)
      const { saveCsv } = await import('./save-csv.ts')
      saveCsv(deployment, risks)
    } catch (error) {
      toast({ tone: 'danger', title: labels.csvFailed, detail: explain(error).detail, slot: 'saved' })
    } finally {
      setIsSaving(false)
    }
  }
  const count = total === undefined ? undefined : labels.count(total)
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 pb-2 max-lg:pt-3">
      <h1 className="text-xl font-semibold max-lg:flex-1">{labels.title}</h1>
      <p className="flex-1 text-3 max-lg:order-last max-lg:basis-full">
        {[count, filter.project, filter.tag, labels.about].filter(Boolean).join(' · ')}
      </p>
      {total !== undefined && total > 0 && (
        <div className="flex gap-2 print:hidden">
          <Button variant="quiet" onClick={() => print()}>
            {labels.print}
          </Button>
          <Button
            icon="download"
            aria-label={labels.exportCsv}
            loading={isSaving}
            onClick={() => void save()}
          >
            {labels.csv}
          </Button>
        </div>
      )}
    </div>
  )
}

interface FailedProps {
  error: Error
  isFetching: boolean
  project: string | undefined
  retry: () => void
  clear: () => void
}

function Failed({ error, isFetching, project, retry, clear }: FailedProps) {
  if (project && explain(error).kind === 'missing') {
    return (
      <EmptyState
        icon="search"
        title={labels.unknownProject(project)}
        actions={<Button onClick={clear}>{labels.clear}</Button>}
      />
    )
  }
  return <ErrorPanel error={error} title={labels.failed} onRetry={retry} retrying={isFetching} />
}

function Empty({ isFiltered, clear }: { isFiltered: boolean; clear: () => void }) {
  return (
    <EmptyState
      icon="check"
      title={labels.empty}
      actions={isFiltered && <Button onClick={clear}>{labels.clear}</Button>}
    >
      <p>{isFiltered ? labels.emptyFilter : labels.emptyText}</p>
    </EmptyState>
  )
}

interface PagesProps {
  page: number
  total: number
  onPage: (page: number) => void
}

/** The pages, if there are several. */
function Pages({ page, total, onPage }: PagesProps) {
  if (total <= risksOfPage) return null
  const end = Math.min(total, (page + 1) * risksOfPage)
  return (
    <nav aria-label={labels.pages} className="flex items-center gap-3 border-t border-line pt-3">
      <span className="tabular-nums">{labels.range(page * risksOfPage + 1, end, total)}</span>
      <span className="flex gap-2 print:hidden">
        {page > 0 && (
          <Button size="small" onClick={() => onPage(page - 1)}>
            {labels.previous}
          </Button>
        )}
        {end < total && (
          <Button size="small" onClick={() => onPage(page + 1)}>
            {labels.next}
          </Button>
        )}
      </span>
    </nav>
  )
}

function Loading() {
  return (
    <div aria-busy className="grid gap-4 py-4">
      <span className="sr-only">{labels.loading}</span>
      {['w-1/4', 'w-full', 'w-full', 'w-full', 'w-full'].map((width, line) => (
        <Skeleton key={line} className={width} />
      ))}
    </div>
  )
}
