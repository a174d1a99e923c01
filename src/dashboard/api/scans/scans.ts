import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { getScan, scanDurations, scanFacets, searchScans } from '#contract/operations/scans.ts'
import { staleTimes } from '../cache/stale-times.ts'
import { type CallInput, call, callWithHeaders } from '../http/transport.ts'

/** The search of scans: instants in ISO 8601, durations in seconds. */
export type ScanSearch = CallInput<typeof scanFacets>['body']

const pageSize = 200

/** Returns the query options of the matching scans, newest first, page by page. Each page includes the total. */
export function scansOptions(deployment: string, search: ScanSearch) {
  return infiniteQueryOptions({
    queryKey: ['scans', deployment, 'list', search] as const,
    queryFn: async ({ pageParam, signal }) => {
      const { answer, headers } = await callWithHeaders(searchScans, {
        path: { deploymentId: deployment },
        body: { ...search, limit: pageSize, ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      })
      const counted = headers.get('x-total-count')
      return { ...answer, total: counted === null ? undefined : Number(counted) }
    },
    initialPageParam: '',
    getNextPageParam: ({ hasMore, cursor }) => (hasMore ? (cursor ?? undefined) : undefined),
    // New scans would move the rows under the reader: the list shows that there are some, and is refetched on demand.
    meta: { holdsRows: true },
    staleTime: staleTimes.changing,
  })
}

/** Returns the query options of the number of scans for each filter value, and of the total. */
export function scanFacetsOptions(deployment: string, search: ScanSearch) {
  return queryOptions({
    queryKey: ['scans', deployment, 'facets', search] as const,
    queryFn: ({ signal }) => call(scanFacets, { path: { deploymentId: deployment }, body: search, signal }),
    placeholderData: (before) => before,
    staleTime: staleTimes.changing,
  })
}

/** Returns the query options of the durations of matching scans over time, in seconds. */
export function scanDurationsOptions(deployment: string, search: ScanSearch) {
  return queryOptions({
    queryKey: ['scans', deployment, 'durations', search] as const,
    queryFn: ({ signal }) =>
      call(scanDurations, { path: { deploymentId: deployment }, body: search, signal }),
    placeholderData: (before) => before,
    staleTime: staleTimes.changing,
  })
}

/** Returns the query options of the number of matching scans. */
export function scanCountOptions(deployment: string, search: ScanSearch) {
  return queryOptions({
    queryKey: ['scans', deployment, 'count', search] as const,
    queryFn: async ({ signal }) => {
      const { answer, headers } = await callWithHeaders(searchScans, {
        path: { deploymentId: deployment },
        body: { ...search, limit: 1 },
        signal,
      })
      return Number(headers.get('x-total-count') ?? answer.scans.length)
    },
    staleTime: staleTimes.changing,
  })
}

/** Returns the query options of a scan with the findings it saw first and those it fixed. */
export function scanOptions(deployment: string, id: number) {
  return queryOptions({
    queryKey: ['scans', deployment, 'one', id] as const,
    queryFn: ({ signal }) =>
      call(getScan, {
        path: { deploymentId: deployment, scanId: String(id) },
        query: { include: ['summary'] },
        signal,
      }),
    staleTime: staleTimes.changing,
  })
}
