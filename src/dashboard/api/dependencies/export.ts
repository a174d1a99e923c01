import { type DependencyFilter, exportDependencies } from '#contract/operations/dependencies.ts'
import { type DownloadedFile, type DownloadProgress, downloadFile } from '../http/download.ts'
import { urlOf } from '../http/url.ts'

/**
 * Exports all dependencies of a filter as a table.
 * @throws ApiError as `downloadFile`; the signal's reason if it is aborted.
 */
export function downloadDependencies(
  deployment: string,
  filter: DependencyFilter,
  signal: AbortSignal,
  onProgress: (progress: DownloadProgress) => void,
): Promise<DownloadedFile> {
  return downloadFile({
    address: urlOf(exportDependencies, { deploymentId: deployment }),
    init: {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ dependencyFilter: filter }),
    },
    name: 'dependencies.csv',
    noun: 'dependencies',
    table: true,
    headerLines: 1,
    signal,
    onProgress,
  })
}
