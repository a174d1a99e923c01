import { queryOptions } from '@tanstack/react-query'
import { listPolicies } from '#contract/operations/policies.ts'
import { staleTimes } from './cache/stale-times.ts'
import { call } from './http/transport.ts'

/**
 * Returns the query options of all policies, with what each applies to. Separate from `policies.ts`, since the pages of
 * projects need no more.
 */
export function policyScopesOptions(deployment: string) {
  return queryOptions({
    queryKey: ['policies', deployment, 'scopes'] as const,
    queryFn: ({ signal }) =>
      call(listPolicies, { path: { deploymentId: deployment }, query: { include: ['projects'] }, signal }),
    staleTime: staleTimes.changing,
  })
}
