import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  describeSbom,
  exportSbom,
  getSbomExport,
  listSbomExports,
  repeatSbomExport,
  retrySbomExport,
  type SbomRequest,
} from '#contract/operations/sbom.ts'
import type { QueryValues } from '#contract/parameters/query.ts'
import type { SbomExport } from '#contract/responses/sbom.ts'
import { metaOf } from '../cache/query-client.ts'
import { staleTimes } from '../cache/stale-times.ts'
import { call } from '../http/transport.ts'

/** Which exports, whatever page of them. */
export type SbomExportFilter = Pick<
  QueryValues<typeof listSbomExports.query>,
  'mine' | 'repositoryId' | 'status'
>

/** How often a running export is requested, in milliseconds, should no event tell of its end. */
const whileRunning = 1000
const pageSize = 100

/** Whether an export is still being made. */
export function isRunning({ status }: Pick<SbomExport, 'status'>): boolean {
  return status === 'SBOM_EXPORT_STATUS_IN_PROGRESS'
}

/** Whether an export ended without a file. */
export function isFailed({ status }: Pick<SbomExport, 'status'>): boolean {
  return status === 'SBOM_EXPORT_STATUS_FAILED'
}

/** Starts an export of a bill of materials; the answer names the job. */
export function exportSbomOptions(deployment: string) {
  return mutationOptions({
    mutationFn: (body: SbomRequest) => call(exportSbom, { path: { deploymentId: deployment }, body }),
    meta: metaOf(exportSbom),
  })
}

/** Tries a failed export again, under its own token. */
export function retrySbomOptions(deployment: string) {
  return mutationOptions({
    mutationFn: (taskToken: string) =>
      call(retrySbomExport, { path: { deploymentId: deployment, taskToken } }),
    meta: metaOf(retrySbomExport),
  })
}

/** Makes an export again from the scan that it describes; the answer names the new one. */
export function repeatSbomOptions(deployment: string) {
  return mutationOptions({
    mutationFn: (taskToken: string) =>
      call(repeatSbomExport, { path: { deploymentId: deployment, taskToken } }),
    meta: metaOf(repeatSbomExport),
  })
}

/** The options of an export's state. It is requested until it has ended. */
export function sbomExportOptions(deployment: string, taskToken: string) {
  return queryOptions({
    queryKey: ['exports', deployment, 'one', taskToken] as const,
    queryFn: ({ signal }) => call(getSbomExport, { path: { deploymentId: deployment, taskToken }, signal }),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? whileRunning : false),
    staleTime: 0,
  })
}

/** The options of what an export of a project or, without one, of the deployment would describe. */
export function sbomSubjectOptions(deployment: string, subject: { repositoryId?: string; ref?: string }) {
  return queryOptions({
    queryKey: ['exports', deployment, 'subject', subject] as const,
    queryFn: ({ signal }) =>
      call(describeSbom, { path: { deploymentId: deployment }, query: subject, signal }),
    staleTime: 0,
  })
}

function fetchExports(
  deployment: string,
  query: QueryValues<typeof listSbomExports.query>,
  signal: AbortSignal,
) {
  return call(listSbomExports, { path: { deploymentId: deployment }, query, signal })
}

/** The options of the exports of a deployment, newest first, page by page. */
export function sbomExportsOptions(deployment: string, filter: SbomExportFilter) {
  return infiniteQueryOptions({
    queryKey: ['exports', deployment, 'list', filter] as const,
    queryFn: ({ pageParam, signal }) =>
      fetchExports(
        deployment,
        { ...filter, limit: pageSize, ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ hasMore, cursor }) => (hasMore ? (cursor ?? undefined) : undefined),
    // A new export would push down what somebody reads: the list says that there is one, and is asked again on purpose.
    meta: { holdsRows: true },
    staleTime: staleTimes.changing,
  })
}

/**
 * The options of the newest exports in any state: what has become of those that a list shows. They are requested again
 * while one runs.
 */
export function newestExportsOptions(deployment: string, filter: SbomExportFilter, limit = pageSize) {
  return queryOptions({
    queryKey: ['exports', deployment, 'newest', filter, limit] as const,
    queryFn: async ({ signal }) => (await fetchExports(deployment, { ...filter, limit }, signal)).exports,
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? whileRunning : false),
    staleTime: staleTimes.changing,
  })
}

/** The options of how many exports match; null where the service does not say. */
export function exportCountOptions(deployment: string, filter: SbomExportFilter) {
  return queryOptions({
    queryKey: ['exports', deployment, 'count', filter] as const,
    queryFn: async ({ signal }) =>
      (await fetchExports(deployment, { ...filter, limit: 1 }, signal)).total ?? null,
    staleTime: staleTimes.changing,
  })
}

/** The URL at which a file can be downloaded now, for some minutes; null where it is past its time. */
export async function downloadAddress(
  client: QueryClient,
  deployment: string,
  taskToken: string,
): Promise<string | null> {
  const sbomExport = await client.fetchQuery({ ...sbomExportOptions(deployment, taskToken), staleTime: 0 })
  return sbomExport.downloadUrl ?? null
}
