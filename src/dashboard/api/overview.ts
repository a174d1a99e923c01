import { queryOptions } from '@tanstack/react-query'
import { listActivity, overview, type overviewQuery } from '#contract/operations/overview.ts'
import type { QueryValues } from '#contract/parameters/query.ts'
import { staleTimes } from './cache/stale-times.ts'
import { call } from './http/transport.ts'

export type OverviewQuery = QueryValues<typeof overviewQuery>

/** Returns the query options of the overview of a deployment. */
export function overviewOptions(deployment: string, query: OverviewQuery) {
  return queryOptions({
    queryKey: ['findings', deployment, 'overview', query] as const,
    queryFn: ({ signal }) => call(overview, { path: { deploymentSlug: deployment }, query, signal }),
    // The numbers stay until those of another period or project have arrived.
    placeholderData: (before) => before,
    staleTime: staleTimes.changing,
  })
}

const shownActivity = 10

/**
 * Returns the query options of what people and pipelines did last. The key begins with `audit`, which the same events
 * make out of date.
 */
export function activityOptions(deployment: string) {
  return queryOptions({
    queryKey: ['audit', deployment, 'activity'] as const,
    queryFn: ({ signal }) =>
      call(listActivity, { path: { deploymentSlug: deployment }, query: { limit: shownActivity }, signal }),
    staleTime: staleTimes.changing,
  })
}
