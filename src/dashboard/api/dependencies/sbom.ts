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

/** The filter of exports, without paging. */
export type SbomExportFilter = Pick<
  QueryValues<typeof listSbomExports.query>,
  'mine' | 'repositoryId' | 'status'
>

/** The polling interval of a running export, in milliseconds, in case no event reports its end. */
const whileRunning = 1000
const pageSize = 100

/** Whether an export is still running. */
export function isRunning({ status }: Pick<SbomExport, 'status'>): boolean {
  return status === 'SBOM_EXPORT_STATUS_IN_PROGRESS'
}

/** Whether an export ended without a file. */
export function isFailed({ status }: Pick<SbomExport, 'status'>): boolean {
  return status === 'SBOM_EXPORT_STATUS_FAILED'
}

/** Starts an SBOM export; the response includes the job. */
export function exportSbomOptions(deployment: string) {
  return mutationOptions({
    mutationFn: (body: SbomRequest) => call(exportSbom, { path: { deploymentId: deployment }, body }),
    meta: metaOf(exportSbom),
  })
}

/** Retries a failed export with its own token. */
export function retrySbomOptions(deployment: string) {
  return mutationOptions({
    mutationFn: (taskToken: string) =>
      call(retrySbomExport, { path: { deploymentId: deployment, taskToken } }),
    meta: metaOf(retrySbomExport),
  })
}

/** Repeats an export from the scan that it describes; the response includes the new one. */
export function repeatSbomOptions(deployment: string) {
  return mutationOptions({
    mutationFn: (taskToken: string) =>
      call(repeatSbomExport, { path: { deploymentId: deployment, taskToken } }),
    meta: metaOf(repeatSbomExport),
  })
}

/** Returns the query options of an export's state, which is polled until it ends. */
export function sbomExportOptions(deployment: string, taskToken: string) {
  return queryOptions({
    queryKey: ['exports', deployment, 'one', taskToken] as const,
    queryFn: ({ signal }) => call(getSbomExport, { path: { deploymentId: deployment, taskToken }, signal }),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? whileRunning : false),
    staleTime: 0,
  })
}

/** Returns the query options of the contents of an export of a project or, without one, of the deployment. */
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

/** Returns the query options of a deployment's exports, newest first, page by page. */
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
    // New exports would move the rows under the reader: the list shows that there are some, and is refetched on demand.
    meta: { holdsRows: true },
    staleTime: staleTimes.changing,
  })
}

/**
 * Returns the query options of the newest exports in any state, which update those in a list. They are polled while one
 * runs.
 */
export function newestExportsOptions(deployment: string, filter: SbomExportFilter, limit = pageSize) {
  return queryOptions({
    queryKey: ['exports', deployment, 'newest', filter, limit] as const,
    queryFn: async ({ signal }) => (await fetchExports(deployment, { ...filter, limit }, signal)).exports,
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? whileRunning : false),
    staleTime: staleTimes.changing,
  })
}

/** Returns the query options of the number of matching exports; null if the service does not send it. */
export function exportCountOptions(deployment: string, filter: SbomExportFilter) {
  return queryOptions({
    queryKey: ['exports', deployment, 'count', filter] as const,
    queryFn: async ({ signal }) =>
      (await fetchExports(deployment, { ...filter, limit: 1 }, signal)).total ?? null,
    staleTime: staleTimes.changing,
  })
}

/** Returns a download URL that is valid for some minutes; null if the file has expired. */
export async function downloadAddress(
  client: QueryClient,
  deployment: string,
  taskToken: string,
): Promise<string | null> {
  const sbomExport = await client.fetchQuery({ ...sbomExportOptions(deployment, taskToken), staleTime: 0 })
  return sbomExport.downloadUrl ?? null
}
