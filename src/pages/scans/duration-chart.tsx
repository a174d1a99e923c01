import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { type ScanSearch, scanDurationsOptions } from '#api/scans.ts'
import { writeQuery } from '#contract/query.ts'
import { paths } from '#lib/paths.ts'
import { ErrorPanel } from '#parts/error-panel.tsx'
import { LineChart } from '#ui/line-chart.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type ScansState, scansShape } from './address.ts'

interface DurationChartProps {
  deployment: string
  state: ScansState
  search: ScanSearch
}

const height = 120

/** How long the scans of the list took, over time. Each point leads to the scans that it counts. */
export function DurationChart({ deployment, state, search }: DurationChartProps) {
  const navigate = useNavigate()
  const query = useQuery(scanDurationsOptions(deployment, search))
  const { data, error } = query
  const series = useMemo(() => {
    const points = (name: 'median' | 'p95') =>
      (data?.spans ?? []).map((span) => {
        const within = writeQuery(scansShape, { ...state, since: span.since, until: span.until })
        return { at: span.since, value: span[name], href: paths.scans(deployment, within) }
      })
    return [
      { name: 'Median', tone: 'accent' as const, points: points('median') },
      { name: '95 of 100 are faster', tone: 'neutral' as const, points: points('p95') },
    ]
  }, [data, deployment, state])
  return (
    // The room is kept, so that the rows stay where they are when the numbers come.
    <div className="min-h-48 shrink-0 border-b border-line px-4 pb-2 max-sm:px-3">
      {error && !data ? (
        <ErrorPanel
          error={error}
          title="How long scans took could not be counted"
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
          className="py-3!"
        />
      ) : data ? (
        <LineChart
          label="How long scans took"
          series={series}
          unit="seconds"
          precision="moment"
          form={data.spans.length > 1 ? 'line' : 'dots'}
          height={height}
          empty="No scan of this list said how long it took."
          onFollow={(href) => void navigate(href)}
        />
      ) : (
        <div aria-busy className="pt-2">
          <span className="sr-only">Loading the durations</span>
          <Skeleton className="w-40" />
        </div>
      )}
    </div>
  )
}
