import { queryOptions } from '@tanstack/react-query'
import { dependencyGroups } from '#contract/operations/dependencies.ts'
import { search } from '#contract/operations/search.ts'
import { staleTimes } from './cache/stale-times.ts'
import { call } from './http/transport.ts'

/** Returns the query options of the advisories, people and tickets whose name contains a text. */
export function searchOptions(deployment: string, q: string, limit: number) {
  return queryOptions({
    queryKey: ['findings', deployment, 'search', { q, limit }] as const,
    queryFn: ({ signal }) =>
      call(search, { path: { deploymentSlug: deployment }, query: { q, limit }, signal }),
    staleTime: staleTimes.navigation,
  })
}

/** Returns the query options of the packages whose name contains a text, those with most open findings first. */
export function packageNamesOptions(deployment: string, name: string, pageSize: number) {
  return queryOptions({
    queryKey: ['dependencies', deployment, 'names', { name, pageSize }] as const,
    queryFn: ({ signal }) =>
      call(dependencyGroups, {
        path: { deploymentId: deployment },
        body: { dependencyFilter: { packageFilters: [{ name }] }, sort: '-openFindings', pageSize },
        signal,
      }),
    staleTime: staleTimes.navigation,
  })
}
