import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { getScan, scanDurations, scanFacets, searchScans } from '#contract/operations/scans.ts'
import { staleTimes } from '../cache/stale-times.ts'
import { type CallInput, call, callWithHeaders } from '../http/transport.ts'

/** What scans are searched by: instants in ISO 8601, times in seconds. */
export type ScanSearch = CallInput<typeof scanFacets>['body']

const pageSize = 200

/** The options of the scans of a search, newest first, page by page. Each page says how many match in all. */
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
    // A new scan would push down what somebody reads: the list says that there is one, and is asked again on purpose.
    meta: { holdsRows: true },
    staleTime: staleTimes.changing,
  })
}

/** The options of the number of scans for each value that a search can be narrowed by, and of their total. */
export function scanFacetsOptions(deployment: string, search: ScanSearch) {
  return queryOptions({
    queryKey: ['scans', deployment, 'facets', search] as const,
    queryFn: ({ signal }) => call(scanFacets, { path: { deploymentId: deployment }, body: search, signal }),
    placeholderData: (before) => before,
    staleTime: staleTimes.changing,
  })
}

/** The options of how long the scans of a search took, over time, in seconds. */
export function scanDurationsOptions(deployment: string, search: ScanSearch) {
  return queryOptions({
    queryKey: ['scans', deployment, 'durations', search] as const,
    queryFn: ({ signal }) =>
      call(scanDurations, { path: { deploymentId: deployment }, body: search, signal }),
    placeholderData: (before) => before,
    staleTime: staleTimes.changing,
  })
}

/** The options of how many scans match a search. */
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

/** The options of one scan with what it found first and what it fixed. */
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
