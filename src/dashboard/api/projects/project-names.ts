import { queryOptions } from '@tanstack/react-query'
import { listProjects } from '#contract/operations/projects.ts'
import { staleTimes } from '../cache/stale-times.ts'
import { call } from '../http/transport.ts'

/** Returns the query options of the first projects whose name contains a text. */
export function projectsOptions(deployment: string, q: string, size: number) {
  return queryOptions({
    queryKey: ['projects', deployment, 'list', { q, size }] as const,
    queryFn: ({ signal }) =>
      call(listProjects, { path: { deploymentSlug: deployment }, query: { q, page_size: size }, signal }),
    staleTime: staleTimes.navigation,
  })
}
