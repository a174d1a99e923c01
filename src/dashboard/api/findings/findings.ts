import { queryOptions } from '@tanstack/react-query'
import { findingFacets, getFinding, listFindings } from '#contract/operations/findings.ts'
import type { FindingSetQuery, FindingsQuery } from '#contract/parameters/findings-query.ts'
import type { FindingsAnswer } from '#contract/responses/findings.ts'
import type { FindingType } from '#contract/vocabulary.ts'
import { staleTimes } from '../cache/stale-times.ts'
import type { Finding } from '../dialects/dialects.ts'
import { call, callWithHeaders, leftOutOf } from '../http/transport.ts'

/** The query of one page of findings of any type. */
export type ListQuery = Omit<FindingsQuery, 'issue_type'> & { issue_type?: FindingType | undefined }

/** A page of findings, in the same shape for all types. */
export interface FindingsPage {
  findings: readonly Finding[]
  /** The total number of matches; null if the service does not send it. */
  total: number | null
  /** The time of the response, ISO 8601, for `seen_at` of a triage; undefined if it is missing. */
  answeredAt: string | undefined
  /** The number of rows in the response that could not be read and are not in `findings`. */
  leftOut: number
}

function totalOf(headers: Headers, query: ListQuery, rows: number): number | null {
  const totalHeader = headers.get('x-total-count')
  if (totalHeader !== null && /^\d+$/.test(totalHeader)) return Number(totalHeader)
  // A page that is not full is the last one, unless it is past the end.
  const { page = 0, page_size = 100, after } = query
  const last = after === undefined && rows < page_size && (rows > 0 || page === 0)
  return last ? page * page_size + rows : null
}

/** Returns the time of a response from its `Date` header, ISO 8601. */
export function responseTime(headers: Headers): string | undefined {
  const date = new Date(headers.get('date') ?? '')
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

const sameSet = (key: readonly unknown[] | undefined, deployment: string, query: ListQuery) => {
  const before = key?.[3]
  const type = typeof before === 'object' && before !== null && 'issue_type' in before && before.issue_type
  return key?.[1] === deployment && (type || 'sast') === (query.issue_type ?? 'sast')
}

/** Returns a page of findings of a type from a `listFindings` response with its headers. */
export function pageOf(
  { findings, leftOut, headers }: Awaited<ReturnType<typeof fetchRows>>,
  query: ListQuery,
): FindingsPage {
  const total = totalOf(headers, query, findings.length + leftOut)
  return { findings, total, answeredAt: responseTime(headers), leftOut }
}

/**
 * Returns the key of every findings list of a deployment, for a write to the cache: `['findings', slug, 'list',
 * query]`.
 */
export const findingListsKey = (deployment: string) => ['findings', deployment, 'list'] as const

/**
 * Returns the query options of a page of findings. `query` has the values of the URL, as `readQuery(findingsQuery, …)`
 * returns them. The previous rows stay as placeholder until the new ones have loaded, for the same deployment and type.
 * Triage does not cause a refetch: the rows do not move until `refetch`, or until the list is opened again.
 */
export function findingsOptions(deployment: string, query: ListQuery) {
  return queryOptions({
    queryKey: [...findingListsKey(deployment), query] as const,
    queryFn: async ({ signal }) => pageOf(await fetchRows(deployment, query, signal), query),
    placeholderData: (before, beforeQuery) =>
      sameSet(beforeQuery?.queryKey, deployment, query) ? before : undefined,
    staleTime: staleTimes.changing,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { holdsRows: true },
  })
}

/**
 * Loads rows of any type with the headers of the response. Other than by the list's own options it is used only to keep
 * lists up to date.
 */
export async function fetchRows(
  deployment: string,
  { issue_type, ...query }: ListQuery,
  signal: AbortSignal,
) {
  if (issue_type === 'secrets') {
    const { fetchSecrets } = await import('./secrets.ts')
    return fetchSecrets(deployment, query, signal)
  }
  const path = { deploymentSlug: deployment }
  const params = issue_type === undefined ? query : { issue_type, ...query }
  const { answer, headers } = await callWithHeaders(listFindings, { path, query: params, signal })
  return { findings: rowsOf(answer, issue_type), leftOut: leftOutOf(answer), headers }
}

/** Returns the rows of a `listFindings` response for a type. */
export function rowsOf({ sastFindings, scaFindings }: FindingsAnswer, type: FindingType | undefined) {
  const { findings } = (type === 'sca' ? scaFindings : sastFindings) ?? { findings: [] }
  // parse: the fields of the other type are missing.
  return findings as readonly Finding[]
}

/** Returns the cache key of a finding with its detail. */
export const findingKey = (deployment: string, id: number) => ['findings', deployment, 'one', id] as const

/**
 * Returns the query options of a finding with its detail. A service without it responds with `missing` or `unbuilt`.
 */
export function findingOptions(deployment: string, id: number) {
  return queryOptions({
    queryKey: findingKey(deployment, id),
    queryFn: ({ signal }) =>
      call(getFinding, { path: { deploymentSlug: deployment, id: String(id) }, signal }),
    staleTime: staleTimes.changing,
  })
}

export interface FacetsQuery extends FindingSetQuery {
  facet?: string | undefined
  facet_q?: string | undefined
  without?: boolean | undefined
}

/**
 * Returns the query options of the counts next to the filter values. Parts of `query` that do not affect the set (page,
 * sort) are omitted from the key, so that paging causes no request.
 */
export function facetsOptions(deployment: string, query: FacetsQuery) {
  const names = Object.keys(findingFacets.query)
  const params = Object.fromEntries(Object.entries(query).filter(([name]) => names.includes(name)))
  return queryOptions({
    queryKey: ['findings', deployment, 'facets', params] as const,
    queryFn: ({ signal }) =>
      call(findingFacets, { path: { deploymentSlug: deployment }, query: params, signal }),
    placeholderData: (before, beforeQuery) =>
      beforeQuery?.queryKey[1] === deployment &&
      beforeQuery.queryKey[3]['issue_type'] === params['issue_type']
        ? before
        : undefined,
    staleTime: staleTimes.changing,
  })
}
