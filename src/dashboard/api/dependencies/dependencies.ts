import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import {
  type DependencyFilter,
  dependencyFacets,
  dependencyGroups,
  dependencyLicenses,
  listDependencies,
  listLockfiles,
  listRepositoriesWithDependencies,
} from '#contract/operations/dependencies.ts'
import type { DependencyFacetName } from '#contract/vocabulary.ts'
import { staleTimes } from '../cache/stale-times.ts'
import { type CallInput, call, callWithHeaders } from '../http/transport.ts'

/** A sort of packages. */
export type GroupSort = NonNullable<CallInput<typeof dependencyGroups>['body']['sort']>

const pathOf = (deployment: string) => ({ deploymentId: deployment })
const staleTime = staleTimes.changing
/** Newer data would move the rows under the reader: it is refetched on demand. */
const meta = { holdsRows: true }
const nextCursor = ({ hasMore, cursor }: { hasMore: boolean; cursor: string }) =>
  hasMore ? cursor : undefined

/** Returns the total, if the service sends it. */
function totalIn(headers: Headers): number | undefined {
  const counted = headers.get('x-total-count')
  return counted === null ? undefined : Number(counted)
}

/**
 * Returns the query options of the number of matching dependencies, packages and projects, and of each filter value.
 */
export function dependencyFacetsOptions(deployment: string, filter: DependencyFilter) {
  return queryOptions({
    queryKey: ['dependencies', deployment, 'facets', filter] as const,
    queryFn: ({ signal }) =>
      call(dependencyFacets, { path: pathOf(deployment), body: { dependencyFilter: filter }, signal }),
    placeholderData: (before) => before,
    staleTime,
  })
}

/** Returns the query options of a filter's values that contain a text. */
export function facetSearchOptions(
  deployment: string,
  filter: DependencyFilter,
  facet: DependencyFacetName,
  text: string,
) {
  return queryOptions({
    queryKey: ['dependencies', deployment, 'facet', facet, text, filter] as const,
    queryFn: ({ signal }) =>
      call(dependencyFacets, {
        path: pathOf(deployment),
        body: { dependencyFilter: filter, facet, facet_q: text },
        signal,
      }),
    placeholderData: (before) => before,
    staleTime,
  })
}

/** Returns the query options of the matching packages with their versions, 100 at a time. */
export function dependencyGroupsOptions(deployment: string, filter: DependencyFilter, sort: GroupSort) {
  return infiniteQueryOptions({
    queryKey: ['dependencies', deployment, 'groups', filter, sort] as const,
    queryFn: ({ pageParam, signal }) =>
      call(dependencyGroups, {
        path: pathOf(deployment),
        body: { dependencyFilter: filter, sort, pageSize: 100, cursor: pageParam },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: nextCursor,
    placeholderData: (before) => before,
    meta,
    staleTime,
  })
}

/** Returns the query options of the matching licenses. */
export function dependencyLicensesOptions(deployment: string, filter: DependencyFilter) {
  return queryOptions({
    queryKey: ['dependencies', deployment, 'licenses', filter] as const,
    queryFn: ({ signal }) =>
      call(dependencyLicenses, { path: pathOf(deployment), body: { dependencyFilter: filter }, signal }),
    placeholderData: (before) => before,
    meta,
    staleTime,
  })
}

/** Returns the query options of the projects with matching dependencies, 100 at a time. */
export function dependencyProjectsOptions(deployment: string, filter: DependencyFilter) {
  return infiniteQueryOptions({
    queryKey: ['dependencies', deployment, 'projects', filter] as const,
    queryFn: async ({ pageParam, signal }) => {
      const { answer, headers } = await callWithHeaders(listRepositoriesWithDependencies, {
        path: pathOf(deployment),
        body: { dependencyFilter: filter, pageSize: 100, cursor: pageParam },
        signal,
      })
      return { ...answer, total: totalIn(headers) }
    },
    initialPageParam: '0',
    getNextPageParam: nextCursor,
    placeholderData: (before) => before,
    meta,
    staleTime,
  })
}

/** Returns the query options of a page of a project's lockfiles with matching dependencies. */
export function lockfilePageOptions(
  deployment: string,
  repositoryId: number,
  filter: DependencyFilter,
  cursor: string,
) {
  return queryOptions({
    queryKey: ['dependencies', deployment, 'lockfile page', repositoryId, filter, cursor] as const,
    queryFn: ({ signal }) =>
      call(listLockfiles, {
        path: { ...pathOf(deployment), repositoryId: String(repositoryId) },
        body: { dependencyFilter: filter, pageSize: 100, cursor },
        signal,
      }),
    meta,
    staleTime,
  })
}

/** The page size of dependencies. */
export const dependencyPageSize = 500

async function page(deployment: string, filter: DependencyFilter, cursor: string, signal: AbortSignal) {
  const { answer, headers } = await callWithHeaders(listDependencies, {
    path: pathOf(deployment),
    body: { dependencyFilter: filter, pageSize: dependencyPageSize, cursor },
    signal,
  })
  return { ...answer, total: totalIn(headers) }
}

/** Returns the query options of one page of the matching dependencies, in the service's order. */
export function dependencyPageOptions(deployment: string, filter: DependencyFilter, cursor: string) {
  return queryOptions({
    queryKey: ['dependencies', deployment, 'page', filter, cursor] as const,
    queryFn: ({ signal }) => page(deployment, filter, cursor, signal),
    meta,
    staleTime,
  })
}

/** Returns the query options of the matching dependencies, page by page. */
export function dependencyListOptions(deployment: string, filter: DependencyFilter) {
  return infiniteQueryOptions({
    queryKey: ['dependencies', deployment, 'list', filter] as const,
    queryFn: ({ pageParam, signal }) => page(deployment, filter, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: nextCursor,
    placeholderData: (before) => before,
    meta,
    staleTime,
  })
}

/** Returns the query options of the number of matching dependencies. */
export function dependencyCountOptions(deployment: string, filter: DependencyFilter) {
  return queryOptions({
    queryKey: ['dependencies', deployment, 'count', filter] as const,
    queryFn: async ({ signal }) => {
      const { answer, headers } = await callWithHeaders(listDependencies, {
        path: pathOf(deployment),
        body: { dependencyFilter: filter, pageSize: 1 },
        signal,
      })
      return totalIn(headers) ?? answer.dependencies.length
    },
    staleTime,
  })
}
