import { infiniteQueryOptions } from '@tanstack/react-query'
import { listGateVerdicts } from '#contract/operations/gate.ts'
import { staleTimes } from '../cache/stale-times.ts'
import { callWithHeaders } from '../http/transport.ts'

const pageSize = 10

/**
 * Returns the query options of the stored verdicts on a project's commits, or on one of them, newest first, page by
 * page. Each page includes the total and the project's last run.
 */
export function verdictsOptions(deployment: string, project: string, commit?: string) {
  return infiniteQueryOptions({
    queryKey: ['verdicts', deployment, project, commit ?? null] as const,
    queryFn: async ({ pageParam, signal }) => {
      const { answer, headers } = await callWithHeaders(listGateVerdicts, {
        path: { deploymentId: deployment, projectName: project },
        query: { ...(commit === undefined ? {} : { commit }), page: pageParam, page_size: pageSize },
        signal,
      })
      const counted = headers.get('x-total-count')
      return { ...answer, total: counted === null ? undefined : Number(counted) }
    },
    initialPageParam: 0,
    getNextPageParam: ({ verdicts }, _pages, page) => (verdicts.length < pageSize ? undefined : page + 1),
    staleTime: staleTimes.changing,
  })
}
