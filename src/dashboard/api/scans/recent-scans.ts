import { queryOptions } from '@tanstack/react-query'
import { searchScans } from '#contract/operations/scans.ts'
import { staleTimes } from '../cache/stale-times.ts'
import { callWithHeaders } from '../http/transport.ts'

const shown = 10

/** Returns the query options of a project's ten newest scans and the total number of its scans. */
export function recentScansOptions(deployment: string, repositoryId: number) {
  return queryOptions({
    queryKey: ['scans', deployment, 'recent', repositoryId] as const,
    queryFn: async ({ signal }) => {
      const { answer, headers } = await callWithHeaders(searchScans, {
        path: { deploymentId: deployment },
        body: { repository_id: repositoryId, limit: shown },
        signal,
      })
      const total = Number(headers.get('x-total-count') ?? answer.scans.length)
      return { scans: answer.scans, total }
    },
    staleTime: staleTimes.changing,
  })
}
