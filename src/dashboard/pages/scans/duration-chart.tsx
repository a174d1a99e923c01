import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { type ScanSearch, scanDurationsOptions } from '#api/scans/scans.ts'
import { writeQuery } from '#contract/parameters/query.ts'
import { ErrorPanel } from '#features/error-panel.tsx'
import { paths } from '#lib/urls/paths.ts'
import { LineChart } from '#ui/chart/line-chart.tsx'
import { Skeleton } from '#ui/status/skeleton.tsx'
import { labels } from './labels.ts'
import { type ScansState, scansShape } from './search-params.ts'

interface DurationChartProps {
  deployment: string
  state: ScansState
  search: ScanSearch
}

const height = 120

/** The durations of the listed scans over time. Each point links to its scans. */
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
      { name: labels.chart.median, tone: 'accent' as const, points: points('median') },
      { name: labels.chart.p95, tone: 'neutral' as const, points: points('p95') },
    ]
  }, [data, deployment, state])
  return (
    // The space is reserved, so that the rows do not move when the data loads.
    <div className="min-h-48 shrink-0 border-b border-line px-4 pb-2 max-sm:px-3">
      {error && !data ? (
        <ErrorPanel
          error={error}
          title={labels.chart.failed}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
          className="py-3!"
        />
      ) : data ? (
        <LineChart
          label={labels.chart.title}
          series={series}
          unit="seconds"
          precision="moment"
          form={data.spans.length > 1 ? 'line' : 'dots'}
          height={height}
          empty={labels.chart.empty}
          onFollow={(href) => void navigate(href)}
        />
      ) : (
        <div aria-busy className="pt-2">
          <span className="sr-only">{labels.chart.loading}</span>
          <Skeleton className="w-40" />
        </div>
      )}
    </div>
  )
}
