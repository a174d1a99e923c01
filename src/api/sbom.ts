import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { exportSbom, getSbomExport } from '#contract/sbom.ts'
import { metaOf } from './query-client.ts'
import { type CallInput, call } from './transport.ts'

/** Starts an export of a bill of materials; the answer names the job. */
export function exportSbomOptions(deployment: string) {
  return mutationOptions({
    mutationFn: (body: CallInput<typeof exportSbom>['body']) =>
      call(exportSbom, { path: { deploymentId: deployment }, body }),
    meta: metaOf(exportSbom),
  })
}

/** How often a running export is asked for, in milliseconds. */
const interval = 700

/** The options of an export's state. It is asked for until it has ended. */
export function sbomExportOptions(deployment: string, taskToken: string) {
  return queryOptions({
    queryKey: ['exports', deployment, taskToken] as const,
    queryFn: ({ signal }) => call(getSbomExport, { path: { deploymentId: deployment, taskToken }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.status === 'SBOM_EXPORT_STATUS_IN_PROGRESS' ? interval : false,
    staleTime: 0,
  })
}
