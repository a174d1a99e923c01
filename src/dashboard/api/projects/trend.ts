import { queryOptions } from '@tanstack/react-query'
import { findingTrend } from '#contract/operations/findings.ts'
import { staleTimes } from '../cache/stale-times.ts'
import { call } from '../http/transport.ts'

/**
 * Returns the query options of the matching findings per day, today last. `query` is that of the operation:
 * `issue_type`, the filter and `days`.
 */
export function trendOptions(deployment: string, query: Readonly<Record<string, unknown>>) {
  return queryOptions({
    queryKey: ['findings', deployment, 'trend', query] as const,
    queryFn: async ({ signal }) => {
      const { days } = await call(findingTrend, { path: { deploymentSlug: deployment }, query, signal })
      return days
    },
    staleTime: staleTimes.navigation,
  })
}
