import type { SbomExport } from '#contract/answers/sbom.ts'
import type { Services } from '#server/http/services.ts'
import { makeDownloadToken } from './download-link.ts'
import type { ExportRow } from './job.ts'

/** An export as it is answered; `downloadUrl` while its file is kept. Source: API decisions, "SBOM exports". */
export function answeredExport(services: Services, row: ExportRow): SbomExport {
  const now = services.now()
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
    createdAt: new Date(row.created_at).toISOString(),
    createdBy: row.created_by,
    components: row.components,
    size: row.size,
    sha256: row.sha256,
    expiresAt: row.expires_at === null ? null : new Date(row.expires_at).toISOString(),
  }
}
