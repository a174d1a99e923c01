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
import { useAfterPaint } from '#table/use-after-paint.ts'
import { type DependenciesState, sortOf } from './search-params.ts'

/** Whether a service lacks the operation that this is the failure of. A project that is not there is 404, too. */
function isLacking(error: Error | null, { repositoryId }: DependencyFilter): boolean {
  const kind = error && explain(error).kind
  return kind === 'unbuilt' || (kind === 'missing' && repositoryId === undefined)
}

/** Whether this is a fault of the question, which is said at its field. */
const isInvalidSearch = (error: Error) => [400, 422].includes(explain(error).status)

/**
 * What the service says of the question of the page. The views ask for the same; here it is known whether the service can
 * answer it, and what it has against it.
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
    /** The service does not group: every dependency is a row. */
    plain,
    searchError: error && isInvalidSearch(error) ? explain(error) : undefined,
    /** The counts of this question, or while they are on their way those of the one before. */
    facets: facets.error ? undefined : facets.data,
    /** The counts of this question. */
    counted,
    total: counted?.total ?? (plain ? list.data?.pages[0]?.total : undefined),
  }
}
