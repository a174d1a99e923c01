import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import {
  dependencyFacetsOptions,
  dependencyGroupsOptions,
  dependencyLicensesOptions,
  dependencyListOptions,
  dependencyProjectsOptions,
} from '#api/dependencies/dependencies.ts'
import { explain } from '#api/http/errors.ts'
import type { DependencyFilter } from '#contract/operations/dependencies.ts'
import type { DependencyFacets } from '#contract/responses/dependencies.ts'
import { useAfterPaint } from '#table/use-after-paint.ts'
import { type DependenciesState, sortOf } from './search-params.ts'

/** Whether the error means that the service lacks this operation. A project that does not exist is also 404. */
function isLacking(error: Error | null, { repositoryId }: DependencyFilter): boolean {
  const kind = error && explain(error).kind
  return kind === 'unbuilt' || (kind === 'missing' && repositoryId === undefined)
}

/** Whether the error is an invalid search, which is shown at its field. */
const isInvalidSearch = (error: Error) => [400, 422].includes(explain(error).status)

/**
 * The service's response to the query of the page. The views send the same query; here it shows whether the service
 * supports it and which errors it reports.
 */
export function useDependencyQueries(deployment: string, state: DependenciesState, filter: DependencyFilter) {
  const groups = useInfiniteQuery({
    ...dependencyGroupsOptions(deployment, filter, sortOf(state)),
    enabled: state.by === undefined,
  })
  const licenses = useQuery({
    ...dependencyLicensesOptions(deployment, filter),
    enabled: state.by === 'license',
  })
  const projects = useInfiniteQuery({
    ...dependencyProjectsOptions(deployment, filter),
    enabled: state.by === 'project',
  })
  const shown = state.by === 'license' ? licenses : state.by === 'project' ? projects : groups
  const isPainted = useAfterPaint(shown.data !== undefined || shown.error !== null)
  const facets = useQuery({ ...dependencyFacetsOptions(deployment, filter), enabled: isPainted })
  const plain = isLacking(facets.error, filter) || (state.by !== 'project' && isLacking(shown.error, filter))
  const list = useInfiniteQuery({
    ...dependencyListOptions(deployment, filter),
    enabled: plain && state.by !== 'project',
  })
  const { error } = plain && state.by !== 'project' ? list : shown
  const counted = facets.isPlaceholderData || facets.error ? undefined : facets.data
  return {
    /** The service does not support grouping: each dependency is a row. */
    plain,
    searchError: error && isInvalidSearch(error) ? explain(error) : undefined,
    /** The counts of this query, or of the previous one while these load. */
    facets: facets.error ? undefined : facets.data,
    /** The counts of this query. */
    counted,
    total: counted?.total ?? (plain ? list.data?.pages[0]?.total : undefined),
  }
}

/**
 * Returns how many packages a filter adds to those that are counted, those whose name only contains a searched one; 0
 * until that is known.
 */
export function useContaining(
  deployment: string,
  filter: DependencyFilter | undefined,
  counted: DependencyFacets | undefined,
): number {
  const { data, isPlaceholderData } = useQuery({
    ...dependencyFacetsOptions(deployment, filter ?? {}),
    enabled: filter !== undefined && counted !== undefined,
  })
  if (!filter || !counted || !data || isPlaceholderData) return 0
  return data.packages - counted.packages
}
