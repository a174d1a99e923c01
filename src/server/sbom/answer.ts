import type { SbomExport } from '#contract/answers/sbom.ts'
import type { Services } from '#server/http/services.ts'
import { makeDownloadToken } from './download-link.ts'
import { type ExportRow, keptRequest } from './job.ts'

/** An export as it is answered; `downloadUrl` while its file is kept. Source: docs/api.md#sbom-exports. */
export function answeredExport(services: Services, row: ExportRow): SbomExport {
  const now = services.now()
  const asked = keptRequest(row)
  const isKept = row.download_token !== null && (row.expires_at ?? 0) > now
  return {
    taskToken: row.task_token,
    status: row.status,
    downloadUrl:
      isKept && row.download_token !== null
        ? `${services.publicUrl()}/api/v1/sbom/download/${makeDownloadToken(row.id, row.download_token, now)}`
        : null,
    errorMessage: row.error_message,
    repositoryId: row.project_id === null ? null : String(row.project_id),
    ref: row.ref_name,
    commit: row.commit,
    scanId: row.scan_id,
    format: row.format,
    version: row.version,
    createdAt: instant(row.created_at),
    createdBy: row.created_by,
    components: row.components,
    size: row.size,
    sha256: row.sha256,
    expiresAt: instant(row.expires_at),
    name: asked.name,
    output: row.output,
    componentType: asked.componentType,
    componentVersion: asked.componentVersion,
    supplierName: asked.supplier?.name ?? null,
    includeVulnerabilities: asked.includeVulnerabilities ?? false,
    scannedAt: instant(row.scanned_at),
    finishedAt: instant(row.finished_at),
    fileName: row.file_name,
    // parse: written by us when the file was made.
    completeness: row.completeness_json ? (JSON.parse(row.completeness_json) as Completeness) : null,
    repeatable: row.content_digest !== null,
  }
}

type Completeness = SbomExport['completeness']

const instant = (at: number | null) => (at === null ? null : new Date(at).toISOString())
