import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { clientContext } from '#api/cache/loader-context.ts'
import { scanOptions } from '#api/scans/scans.ts'
import { scanChangeKinds } from '#contract/operations/scans.ts'
import { enumValue } from '#contract/parameters/query.ts'
import type { Scan } from '#contract/responses/scans.ts'
import { ErrorPanel } from '#features/error-panel.tsx'
import { Link } from '#features/link.tsx'
import { IgnoredParams } from '#features/list/search-params/ignored-params.tsx'
import { useSearchState } from '#features/list/search-params/use-search-state.ts'
import { ScanStatus } from '#features/scan-status.tsx'
import { useMoment } from '#features/use-moment.ts'
import { paths } from '#lib/urls/paths.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { lazy } from '#ui/lazy.tsx'
import { ActivityBar } from '#ui/status/activity-bar.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { Skeleton } from '#ui/status/skeleton.tsx'
import { Time } from '#ui/text/time.tsx'
import { labels } from '../labels.ts'
import { readMeta } from './meta.ts'
import { Outcome } from './outcome.tsx'
import { ResultsSection } from './results-section.tsx'
import { RunSection } from './run-section.tsx'

const GateSection = lazy(() => import('./gate/gate-section.tsx').then((module) => module.GateSection))

/** The search params of a scan page. */
const scanShape = { changes: enumValue(scanChangeKinds) } as const
const addressOptions = { labels: { changes: labels.page.changes } }

const isScanId = (id: string) => /^[1-9]\d{0,9}$/.test(id) && Number(id) <= 4_294_967_295

/** Prefetches the scan while the page's code loads. */
export function loader({ params, context }: LoaderFunctionArgs) {
  const { deployment = '', id = '' } = params
  if (isScanId(id)) void context.get(clientContext).prefetchQuery(scanOptions(deployment, Number(id)))
  return null
}

/** A scan: its target and environment, the findings it saw first, and those it fixed. */
export default function ScanRoute() {
  const { deployment = '', id = '' } = useParams()
  const { values, dropped, how } = useSearchState(scanShape, addressOptions)
  const possible = isScanId(id)
  const query = useQuery({ ...scanOptions(deployment, Number(id)), enabled: possible })
  const { data, error, isFetching } = query
  const now = useMoment(query.dataUpdatedAt)
  if (!possible) return <NoSuchScan deployment={deployment} id={id} />
  if (data) {
    return (
      <div className="relative px-4 pb-8 max-sm:px-3">
        {isFetching && <ActivityBar className="top-0 bottom-auto!" />}
        {dropped.length > 0 && <IgnoredParams key={dropped.join('\n')} sentences={dropped} />}
        <ScanHead deployment={deployment} scan={data} now={now} />
        <Outcome deployment={deployment} scan={data} now={now} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 min-[1200px]:grid-cols-[minmax(0,1fr)_28rem]">
          <div className="min-w-0">
            <ScanGate deployment={deployment} scan={data} />
            <ResultsSection
              deployment={deployment}
              scan={data}
              changes={values.changes}
              isRequested={how === 'PUSH'}
            />
          </div>
          <div className="min-w-0">
            <RunSection scan={data} now={now} />
          </div>
        </div>
      </div>
    )
  }
  if (error) {
    return (
      <ErrorPanel
        error={error}
        title={labels.page.failed(id)}
        onRetry={() => void query.refetch()}
        retrying={isFetching}
      />
    )
  }
  return <ScanSkeleton id={id} />
}

/** The verdict on the commit of a scan, if the scan names one. */
function ScanGate({ deployment, scan }: { deployment: string; scan: Scan }) {
  const { commit, repository, jobUrl } = readMeta(scan.meta ?? {}).known
  if (commit === undefined || repository === undefined) return null
  return (
    <Suspense>
      <GateSection {...{ deployment, commit, jobUrl }} scanId={scan.id} project={repository} />
    </Suspense>
  )
}

function NoSuchScan({ deployment, id }: { deployment: string; id: string }) {
  return (
    <EmptyState
      icon="scan"
      title={labels.page.notFound}
      actions={
        <Link to={paths.scans(deployment)} className="text-accent underline">
          {labels.page.all}
        </Link>
      }
    >
      {labels.page.notFoundText(id.slice(0, 60))}
    </EmptyState>
  )
}

function ScanSkeleton({ id }: { id: string }) {
  return (
    <div aria-busy className="flex flex-col gap-5 px-4 pt-3">
      <h1 className="text-xl font-semibold">{labels.scan(id)}</h1>
      <span className="sr-only">{labels.page.loading}</span>
      {[40, 60, 50, 70, 45].map((width) => (
        <span key={width} style={{ width: `${width}%` }}>
          <Skeleton />
        </span>
      ))}
    </div>
  )
}

function ScanHead({ deployment, scan, now }: { deployment: string; scan: Scan; now: Date }) {
  const project = scan.meta?.['repository']
  return (
    <header className="pt-3 pb-4">
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="flex items-center gap-1 text-xl font-semibold">
          {labels.scan(scan.id)}
          <CopyButton text={String(scan.id)} what={labels.page.copyId} />
        </h1>
        {scan.summary && (
          <ScanStatus
            value={scan.summary.status}
            ended={Boolean(scan.completed_at)}
            queuedAt={scan.queued_at}
            now={now}
          />
        )}
      </div>
      <p className="flex flex-wrap items-center gap-x-2 text-2">
        {typeof project === 'string' ? (
          <>
            {labels.page.of}
            <Link
              to={settingsPaths.project(deployment, project)}
              className="text-accent underline underline-offset-2"
            >
              <bdi className="wrap-anywhere">{project}</bdi>
            </Link>
            <span>·</span>
            <Link
              to={paths.scans(deployment, new URLSearchParams([['repos[]', project]]))}
              className="text-accent underline underline-offset-2"
            >
              {labels.page.allOfProject}
            </Link>
            <span>·</span>
          </>
        ) : null}
        <span>
          {scan.started_at ? labels.page.started : labels.page.queued}{' '}
          <Time value={scan.started_at ?? scan.queued_at} now={now} />
        </span>
      </p>
    </header>
  )
}
