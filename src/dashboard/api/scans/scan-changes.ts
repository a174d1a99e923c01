import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query'
import { acceptScan, type scanChangeKinds, scanChanges } from '#contract/operations/scans.ts'
import { metaOf } from '../cache/query-client.ts'
import { staleTimes } from '../cache/stale-times.ts'
import { call, callWithHeaders } from '../http/transport.ts'

export type ScanChangeKind = (typeof scanChangeKinds)[number]

const pageSize = 100

/**
 * Returns the query options of the findings that a scan changed, of one kind, page by page. Each page includes the
 * total.
 */
export function scanChangesOptions(deployment: string, id: number, what: ScanChangeKind) {
  return infiniteQueryOptions({
    queryKey: ['scans', deployment, 'changes', id, what] as const,
    queryFn: async ({ pageParam, signal }) => {
      const { answer, headers } = await callWithHeaders(scanChanges, {
        path: { deploymentId: deployment, scanId: String(id) },
        query: { what, page: pageParam, page_size: pageSize },
        signal,
      })
      const counted = headers.get('x-total-count')
      return { ...answer, total: counted === null ? undefined : Number(counted) }
    },
    initialPageParam: 0,
    getNextPageParam: ({ changes }, _pages, page) => (changes.length < pageSize ? undefined : page + 1),
    staleTime: staleTimes.changing,
  })
}

/** Applies a held scan. A conflict if it is no longer held. */
export function acceptScanOptions(deployment: string, id: number) {
  return mutationOptions({
    mutationFn: () => call(acceptScan, { path: { deploymentId: deployment, scanId: String(id) } }),
    meta: metaOf(acceptScan),
  })
}
