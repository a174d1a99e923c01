import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { exportAudit, listAudit, listAuditFindings } from '#contract/operations/audit.ts'
import type { QueryValues } from '#contract/parameters/query.ts'
import { staleTimes } from './cache/stale-times.ts'
import { type DownloadedFile, type DownloadProgress, downloadFile } from './http/download.ts'
import { call, callWithHeaders } from './http/transport.ts'
import { urlOf } from './http/url.ts'

/** The filter of events; instants in ISO 8601. */
export type AuditFilter = QueryValues<(typeof exportAudit)['query']>

const pageSize = 200
const findingsAtOnce = 50

async function fetchEvents(
  deployment: string,
  query: QueryValues<(typeof listAudit)['query']>,
  signal: AbortSignal,
) {
  const path = { deploymentId: deployment }
  const { answer, headers } = await callWithHeaders(listAudit, { path, query, signal })
  const counted = headers.get('x-total-count')
  return { ...answer, total: counted === null ? undefined : Number(counted) }
}

/** Returns the query options of the matching events, newest first, page by page. Each page includes the total. */
export function auditOptions(deployment: string, filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: ['audit', deployment, 'list', filter] as const,
    queryFn: ({ pageParam, signal }) =>
      fetchEvents(deployment, { ...filter, limit: pageSize, cursor: pageParam || undefined }, signal),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor || undefined,
    // New events would move the rows under the reader: the list shows that there are some, and is refetched on demand.
    meta: { holdsRows: true },
    staleTime: staleTimes.changing,
  })
}

/**
 * Returns the query options of the event counts by actor and by action, each with every filter except its own, and of
 * the total.
 */
export function auditFacetsOptions(deployment: string, filter: AuditFilter) {
  return queryOptions({
    queryKey: ['audit', deployment, 'facets', filter] as const,
    queryFn: async ({ signal }) => {
      const { facets, total } = await fetchEvents(
        deployment,
        { ...filter, limit: 1, include: ['facets'] },
        signal,
      )
      return { facets, total }
    },
    placeholderData: (before) => before,
    staleTime: staleTimes.changing,
  })
}

/** Returns the query options of the findings that a triage event changed, page by page. */
export function auditFindingsOptions(deployment: string, eventId: string) {
  return infiniteQueryOptions({
    queryKey: ['audit', deployment, 'findings', eventId] as const,
    queryFn: ({ pageParam, signal }) =>
      call(listAuditFindings, {
        path: { deploymentId: deployment, eventId },
        query: { limit: findingsAtOnce, cursor: pageParam || undefined },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor || undefined,
    // An event does not change; findings deleted since then may stay until the page is opened again.
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Returns the query options of the number of matching events. */
export function auditCountOptions(deployment: string, filter: AuditFilter) {
  return queryOptions({
    queryKey: ['audit', deployment, 'count', filter] as const,
    queryFn: async ({ signal }) => (await fetchEvents(deployment, { ...filter, limit: 1 }, signal)).total,
    staleTime: staleTimes.changing,
  })
}

/**
 * Exports all events of a filter as a table.
 * @throws ApiError as `downloadFile`; the signal's reason if it is aborted.
 */
export function downloadAudit(
  deployment: string,
  filter: AuditFilter,
  signal: AbortSignal,
  onProgress: (progress: DownloadProgress) => void,
): Promise<DownloadedFile> {
  return downloadFile({
    address: urlOf(exportAudit, { deploymentId: deployment }, filter),
    name: 'audit.csv',
    noun: 'events',
    table: true,
    headerLines: 1,
    signal,
    onProgress,
  })
}
