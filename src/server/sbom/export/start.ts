import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { SbomRequest } from '#contract/operations/sbom.ts'
import { recordAudit } from '#server/audit/audit-log.ts'
import type { Reader } from '#server/db/database.ts'
import { takeId } from '#server/db/ids.ts'
import { jsonInteger } from '#server/db/sql.ts'
import { parseStored } from '#server/db/stored-json.ts'
import { dailyQuotaExceeded, HttpError } from '#server/http/errors.ts'
import type { Principal } from '#server/http/principal.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { subjectOf } from '../content/subject.ts'
import { readFormat } from '../formats/format.ts'
import { type ExportRow, failed, inProgress, requestOf, type StoredRequest } from './job.ts'

const maxRunning = 10
/** The weekly limits of a person's exports: their number, and the bytes of their files. */
const weekMs = 7 * 24 * 3600_000
const maxExports = 10_000
const maxBytes = 10_000_000_000

/**
 * Validates a request completely, then creates the job; nothing is created for an invalid request.
 * @returns the token of the job.
 * @throws HttpError 400, 404 and 422 as `readFormat` and `subjectOf`, 429 if the token has 10 running exports. Source:
 * docs/api.md#sbom-exports, docs/api.md#rate-limits.
 */
export async function startExport(
  services: Services,
  deployment: Deployment,
  principal: Principal,
  request: SbomRequest,
): Promise<string> {
  const { read } = services.database
  const { format, version, output, componentType } = readFormat(request)
  const subject = await subjectOf(read, deployment, request)
  const storedRequest: StoredRequest = {
    name: subject.name,
    componentType,
    componentVersion: request.componentVersion || null,
    supplier: supplierOfRequest(request.metadataSupplier),
    includeVulnerabilities: request.includeVulnerabilities ?? false,
    tokenId: principal.tokenId,
  }
  return insertExport(services, principal, {
    deployment_id: deployment.id,
    project_id: subject.projectId,
    ref_name: subject.ref,
    scan_id: subject.scanId,
    commit: subject.commit,
    scanned_at: subject.scannedAt,
    format,
    version,
    output,
    request_json: JSON.stringify(storedRequest),
    content_digest: null,
  })
}

/** A supplier without any values is left out of the file. */
function supplierOfRequest(supplier: SbomRequest['metadataSupplier']): StoredRequest['supplier'] {
  const { contact, ...own } = supplier ?? {}
  return supplier && [...Object.values(own), ...Object.values(contact ?? {})].some((one) => one)
    ? supplier
    : null
}

/**
 * Creates a job that writes an export again from its stored content, with the same request.
 * @returns the token of the new job.
 * @throws HttpError 409 if the export never read its scan, 429 as `startExport`. Source: docs/api.md#sbom-exports.
 */
export async function repeatExport(
  services: Services,
  principal: Principal,
  row: ExportRow,
): Promise<string> {
  if (row.content_digest === null) {
    throw new HttpError(409, 'This export failed before it read its scan. Create a new one.')
  }
  const storedRequest: StoredRequest = { ...requestOf(row), tokenId: principal.tokenId }
  return insertExport(services, principal, {
    deployment_id: row.deployment_id,
    project_id: row.project_id,
    ref_name: row.ref_name,
    scan_id: row.scan_id,
    commit: row.commit,
    scanned_at: row.scanned_at,
    format: row.format,
    version: row.version,
    output: row.output,
    request_json: JSON.stringify(storedRequest),
    content_digest: row.content_digest,
  })
}

/**
 * Retries a failed export, from its stored content if it has any.
 * @throws HttpError 409 if it did not fail, 429 as `startExport`. Source: docs/api.md#sbom-exports.
 */
export async function retryExport(services: Services, principal: Principal, row: ExportRow): Promise<void> {
  await services.change(
    row.deployment_id,
    principal.name,
    async (transaction) => {
      await assertStorageQuota(transaction, principal)
      const updated = await transaction
        .updateTable('sbom_export')
        .set({
          status: inProgress,
          error_message: null,
          finished_at: null,
          attempts: 0,
          lease_until: null,
          file_missing: 0,
        })
        .where('deployment_id', '=', row.deployment_id)
        .where('id', '=', row.id)
        .where('status', '=', failed)
        .executeTakeFirst()
      if (updated.numUpdatedRows === 0n) {
        throw new HttpError(409, 'Only a failed export can be retried.')
      }
    },
    { event: 'sbom.changed', id: row.task_token },
  )
  services.jobs.wake('sbom_export')
}

type NewExport = Pick<
  ExportRow,
  | 'deployment_id'
  | 'project_id'
  | 'ref_name'
  | 'scan_id'
  | 'commit'
  | 'scanned_at'
  | 'format'
  | 'version'
  | 'output'
  | 'request_json'
  | 'content_digest'
>

async function insertExport(services: Services, principal: Principal, newExport: NewExport): Promise<string> {
  const taskToken = randomBytes(24).toString('base64url')
  const at = services.now()
  await services.change(
    newExport.deployment_id,
    principal.name,
    async (transaction) => {
      await assertStorageQuota(transaction, principal)
      await assertExportQuota(transaction, principal.name, at)
      await transaction
        .insertInto('sbom_export')
        .values({
          ...newExport,
          id: await takeId(transaction, newExport.deployment_id, 'sbom_export'),
          task_token: taskToken,
          status: inProgress,
          error_message: null,
          created_at: at,
          created_by: principal.name,
          finished_at: null,
          attempts: 0,
          components: null,
          size: null,
          sha256: null,
          file_name: null,
          download_token: null,
          expires_at: null,
        })
        .execute()
      const { ref_name: ref, version, output } = newExport
      // parse: written by us just before.
      const { name, includeVulnerabilities } = parseStored<StoredRequest>(newExport.request_json)
      await recordAudit(transaction, {
        deploymentId: newExport.deployment_id,
        at,
        actor: principal.name,
        action: 'sbom.exported',
        target: name,
        detail: { taskToken, ref, format: newExport.format, version, output, includeVulnerabilities },
      })
    },
    { event: 'sbom.changed', id: taskToken },
  )
  services.jobs.wake('sbom_export')
  return taskToken
}

async function assertStorageQuota(reader: Reader, principal: Principal): Promise<void> {
  const { running } = await reader
    .selectFrom('sbom_export')
    .select((eb) => eb.fn.countAll<number>().as('running'))
    .where('status', '=', inProgress)
    .where(jsonInteger(sql.ref('request_json'), 'tokenId'), 'is not distinct from', principal.tokenId)
    .$if(principal.tokenId === null, (exports) => exports.where('created_by', '=', principal.name))
    .executeTakeFirstOrThrow()
  if (running < maxRunning) return
  throw new HttpError(429, `This token has ${running} exports running, and the limit is ${maxRunning}.`, {
    headers: {
      'retry-after': '10',
      'ratelimit-limit': String(maxRunning),
      'ratelimit-remaining': '0',
      'ratelimit-reset': '10',
    },
  })
}

/** Files are stored for a week: more than this would fill the disk. */
async function assertExportQuota(reader: Reader, person: string, now: number): Promise<void> {
  const { count, bytes } = await reader
    .selectFrom('sbom_export')
    .select((eb) => [eb.fn.countAll<number>().as('count'), sql<number>`coalesce(sum(size), 0)`.as('bytes')])
    .where('created_by', '=', person)
    .where('created_at', '>', now - weekMs)
    .executeTakeFirstOrThrow()
  if (count < maxExports && bytes < maxBytes) return
  throw dailyQuotaExceeded(
    `Your exports of the last 7 days are ${count.toLocaleString('en-US')} files with ${Math.round(bytes / 1e6).toLocaleString('en-US')} MB, and each person can keep 10,000 files and 10,000 MB`,
  )
}
