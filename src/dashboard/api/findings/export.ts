import { exportFindings } from '#contract/operations/export.ts'
import { type DownloadedFile, type DownloadProgress, downloadFile } from '../http/download.ts'
import { urlOf } from '../http/url.ts'

/** The number of lines in a complete file that are not findings. */
const headerLines = { csv: 1, json: 2, sarif: 2 } as const

/**
 * Exports all findings of a query to a file and reports the progress.
 * @throws ApiError as `downloadFile`; the signal's reason if it is aborted.
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
