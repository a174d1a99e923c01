import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { SbomRequest } from '#contract/sbom.ts'
import { recordAudit } from '#server/audit/public.ts'
import type { Reader } from '#server/db/database.ts'
import { Refusal } from '#server/http/errors.ts'
import type { Principal } from '#server/http/principal.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { readFormat } from './format.ts'
import { inProgress, type KeptRequest } from './job.ts'
import { enqueue, removeExpired } from './run.ts'
import { subjectOf } from './subject.ts'

const runningAtMost = 10

/**
 * Checks a request as a whole, then makes the job; nothing is made of a request that is refused.
 * @returns the token of the job.
 * @throws Refusal 400, 404, 422 and 501 as `readFormat` and `subjectOf` say, 429 where the token has 10 exports
 * running. Source: API description, "POST …/sbom/export"; API decisions, "Rules for all operations", Rate limit.
 */
export async function startExport(
  services: Services,
  deployment: Deployment,
  principal: Principal,
  request: SbomRequest,
): Promise<string> {
  const format = readFormat(request)
  const subject = await subjectOf(services.database.read, deployment, request)
  await removeExpired(services)
  const kept: KeptRequest = {
    name: subject.name,
    componentType: format.componentType,
    componentVersion: request.componentVersion || null,
    supplier: request.metadataSupplier ?? null,
    tokenId: principal.tokenId,
  }
  const taskToken = randomBytes(24).toString('base64url')
  const id = await services.change(
    deployment.id,
    async (transaction) => {
      await demandRoom(transaction, principal)
      const row = await transaction
        .insertInto('sbom_export')
        .values({
          task_token: taskToken,
          deployment_id: deployment.id,
          project_id: subject.projectId,
          ref_name: subject.ref,
          scan_id: subject.scanId,
          commit: subject.commit,
          format: 'SBOM_FORMAT_CYCLONEDX',
          version: format.version,
          output: format.output,
          request_json: JSON.stringify(kept),
          status: inProgress,
          error_message: null,
          created_at: services.now(),
          created_by: principal.name,
          started_at: null,
          finished_at: null,
          attempts: 0,
          components: null,
          size: null,
          sha256: null,
          file_name: null,
          download_token: null,
          expires_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await recordAudit(transaction, {
        deploymentId: deployment.id,
        at: services.now(),
        actor: principal.name,
        action: 'sbom.exported',
        target: subject.name,
        detail: { taskToken, ref: subject.ref, version: format.version, output: format.output },
      })
      return row.id
    },
    { event: 'sbom.changed', id: taskToken },
  )
  enqueue(services, id)
  return taskToken
}

async function demandRoom(reader: Reader, principal: Principal): Promise<void> {
  const { running } = await reader
    .selectFrom('sbom_export')
    .select((of) => of.fn.countAll<number>().as('running'))
    .where('status', '=', inProgress)
    .where(sql`json_extract(request_json, '$.tokenId')`, 'is', principal.tokenId)
    .executeTakeFirstOrThrow()
  if (running < runningAtMost) return
  throw new Refusal(429, `This token has ${running} exports running; ${runningAtMost} may run at once.`, {
    headers: {
      'retry-after': '10',
      'ratelimit-limit': String(runningAtMost),
      'ratelimit-remaining': '0',
      'ratelimit-reset': '10',
    },
  })
}
