import type { SbomExport } from '#contract/responses/sbom.ts'
import { parseStored } from '#server/db/stored-json.ts'
import type { Services } from '#server/http/services.ts'
import { makeDownloadToken } from './download-link.ts'
import { type ExportRow, requestOf } from './job.ts'

/** An export as a response object; `downloadUrl` is set while its file exists. Source: docs/api.md#sbom-exports. */
export function toSbomExport(services: Services, row: ExportRow): SbomExport {
  const now = services.now()
  const request = requestOf(row)
  const isKept = row.download_token !== null && (row.expires_at ?? 0) > now
  const fileMissing = isKept && row.file_missing === 1
  return {
    taskToken: row.task_token,
    status: row.status,
    downloadUrl:
      isKept && !fileMissing && row.download_token !== null
        ? `${services.publicUrl()}/api/v1/sbom/download/${makeDownloadToken(row, row.download_token, now)}`
        : null,
    errorMessage: row.error_message,
    repositoryId: row.project_id === null ? null : String(row.project_id),
    ref: row.ref_name,
    commit: row.commit,
    scanId: row.scan_id,
    format: row.format,
    version: row.version,
    createdAt: formatInstant(row.created_at),
    createdBy: row.created_by,
    components: row.components,
    size: row.size,
    sha256: row.sha256,
    expiresAt: formatInstant(row.expires_at),
    name: request.name,
    output: row.output,
    componentType: request.componentType,
    componentVersion: request.componentVersion,
    supplierName: request.supplier?.name ?? null,
    includeVulnerabilities: request.includeVulnerabilities ?? false,
    scannedAt: formatInstant(row.scanned_at),
    finishedAt: formatInstant(row.finished_at),
    fileName: row.file_name,
    // parse: written by us when the file was created.
    completeness: row.completeness_json ? parseStored<Completeness>(row.completeness_json) : null,
    fileMissing,
    repeatable: row.content_digest !== null,
  }
}

type Completeness = SbomExport['completeness']

const formatInstant = (at: number | null) => (at === null ? null : new Date(at).toISOString())
