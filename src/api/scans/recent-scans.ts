import { queryOptions } from '@tanstack/react-query'
import { searchScans } from '#contract/operations/scans.ts'
import { staleTimes } from '../cache/stale-times.ts'
import { callWithHeaders } from '../http/transport.ts'

const shown = 10

/** The options of the ten newest scans of a project and the number of all of them. */
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
