import { exportFindings } from '#contract/operations/export.ts'
import { type DownloadedFile, type DownloadProgress, downloadFile } from '../http/download.ts'
import { urlOf } from '../http/url.ts'

/** The lines of a whole file that are no finding. */
const headerLines = { csv: 1, json: 2, sarif: 2 } as const

/**
 * Exports all findings of a query into a file, telling how far it is.
 * @throws ApiError as `downloadFile`; the signal's reason if it fires.
 */
export function downloadFindings(
  deployment: string,
  query: Readonly<Record<string, unknown>> & { format: keyof typeof headerLines },
  signal: AbortSignal,
  onProgress: (progress: DownloadProgress) => void,
): Promise<DownloadedFile> {
  const { format } = query
  return downloadFile({
    address: urlOf(exportFindings, { deploymentSlug: deployment }, query),
    name: `findings.${format}`,
    noun: 'findings',
    table: format === 'csv',
    headerLines: headerLines[format],
    signal,
    onProgress,
  })
}
