import { mutationOptions } from '@tanstack/react-query'
import { exportVex, importVex, type VexExportFormat } from '#contract/operations/vex.ts'
import type { ImportVexAnswer } from '#contract/responses/vex.ts'
import { metaOf } from '../cache/query-client.ts'
import { type DownloadedFile, downloadFile } from '../http/download.ts'
import { ApiError, isExpired, networkError } from '../http/errors.ts'
import { accepted, common } from '../http/prefetch.ts'
import { notifySessionExpired, setReachable } from '../http/signals.ts'
import { errorOf } from '../http/transport.ts'
import { urlOf } from '../http/url.ts'

/**
 * Exports the triage of a project's primary branch.
 * @throws ApiError as `downloadFile`.
 */
export function downloadVex(
  deployment: string,
  project: string,
  format: VexExportFormat,
): Promise<DownloadedFile> {
  return downloadFile({
    address: urlOf(exportVex, { deploymentSlug: deployment }, { project, format }),
    name: 'vex.json',
    noun: 'statements',
    table: false,
    headerLines: 0,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  })
}

/** Imports a VEX document into a project, or previews it. */
export function importVexOptions(deployment: string, project: string) {
  return mutationOptions({
    mutationFn: ({ file, isDryRun }: { file: Blob; isDryRun: boolean }) =>
      sendDocument(urlOf(importVex, { deploymentSlug: deployment }, { project, dry_run: isDryRun }), file),
    meta: metaOf(importVex),
  })
}

/** @throws ApiError for every unsuccessful response and without a response. */
async function sendDocument(address: string, body: Blob): Promise<ImportVexAnswer> {
  const headers = { accept: accepted, 'content-type': 'application/octet-stream' }
  const response = await fetch(address, { method: importVex.method, ...common, headers, body }).catch(
    (error: unknown) => {
      setReachable(false)
      throw error instanceof ApiError ? error : networkError(error)
    },
  )
  setReachable(true)
  const read: unknown = await response.json().catch(() => undefined)
  // parse: the contract's response, which tests hold the service to.
  if (response.ok) return read as ImportVexAnswer
  if (isExpired(response)) notifySessionExpired()
  throw await errorOf(response, read)
}
