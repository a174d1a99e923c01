import { queryOptions } from '@tanstack/react-query'
import { type DependencyFilter, dependencyGroups } from '#contract/operations/dependencies.ts'
import { listRules } from '#contract/operations/policies.ts'
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

/** Returns the query options of the rules whose path or title contains a text, or that have the weakness it names. */
export function rulesNamedOptions(deployment: string, q: string, limit: number) {
  return queryOptions({
    queryKey: ['rules', deployment, 'named', { q, limit }] as const,
    queryFn: ({ signal }) =>
      call(listRules, { path: { deploymentId: deployment }, query: { q, limit }, signal }),
    staleTime: staleTimes.navigation,
  })
}

/** Returns the query options of the matching packages, those with most open findings first. */
export function packageNamesOptions(
  deployment: string,
  packageFilters: NonNullable<DependencyFilter['packageFilters']>,
  pageSize: number,
) {
  return queryOptions({
    queryKey: ['dependencies', deployment, 'names', { packageFilters, pageSize }] as const,
    queryFn: ({ signal }) =>
      call(dependencyGroups, {
        path: { deploymentId: deployment },
        body: { dependencyFilter: { packageFilters }, sort: '-openFindings', pageSize },
        signal,
      }),
    staleTime: staleTimes.navigation,
  })
}
