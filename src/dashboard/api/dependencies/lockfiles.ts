import { infiniteQueryOptions } from '@tanstack/react-query'
import { listLockfiles } from '#contract/operations/dependencies.ts'
import { staleTimes } from '../cache/stale-times.ts'
import { call } from '../http/transport.ts'

/**
 * Returns the query options of the lockfiles of a project's primary branch, 25 at a time. `deployment` is the slug or
 * the id.
 */
export function lockfilesOptions(deployment: string, repositoryId: number) {
  return infiniteQueryOptions({
    queryKey: ['dependencies', deployment, 'lockfiles', repositoryId] as const,
    queryFn: ({ pageParam, signal }) =>
      call(listLockfiles, {
        path: { deploymentId: deployment, repositoryId: String(repositoryId) },
        body: { pageSize: 25, cursor: pageParam },
        signal,
      }),
    initialPageParam: '0',
    getNextPageParam: ({ hasMore, cursor }) => (hasMore ? cursor : undefined),
    staleTime: staleTimes.navigation,
  })
}
