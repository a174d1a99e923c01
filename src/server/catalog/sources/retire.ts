import { setImmediate } from 'node:timers/promises'
import { recordAudit } from '#server/audit/audit-log.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { states, toCode } from '#server/db/codes.ts'
import type { Writer } from '#server/db/database.ts'
import { changeState } from '#server/findings/history/change-state.ts'
import { HttpError } from '#server/http/errors.ts'
import { type NamedSource, readSource, type SourceOfProject } from '#server/records/source.ts'
import { removeLockfiles } from './lockfiles.ts'

/** The requested source, the actor and the time. */
export interface SourceRequest extends NamedSource {
  actor: string
  /** Milliseconds since 1970. */
  at: number
}

/** Findings written per batch; requests are answered in between. */
const findingsPerBatch = 2000

/**
 * Retires a source that will not report again: its findings that are present on any ref of the project are removed, and
 * its lockfiles are no longer listed.
 * @returns the source, and the number of removed findings.
 * @throws HttpError 404 for an unknown project or source, 409 if it is already retired.
 */
export async function retireSource(
  transaction: ChangeTransaction,
  request: SourceRequest,
): Promise<{ source: SourceOfProject; findings: number }> {
  const source = await readSource(transaction, request)
  const at = await insertRetirement(transaction, source, request)
  const ids = await reportedFindings(transaction, source)
  for (let from = 0; from < ids.length; from += findingsPerBatch) {
    const change = {
      kind: 'retired',
      reason: 'source_retired',
      to: 'removed',
      actor: request.actor,
      at,
    } as const
    await changeState(transaction, ids.slice(from, from + findingsPerBatch), change)
    await setImmediate()
  }
  const lockfiles = await removeLockfiles(transaction, source, at)
  await recordAudit(transaction, {
    deploymentId: request.deploymentId,
    at: request.at,
    actor: request.actor,
    action: 'source.retired',
    target: source.project,
    detail: { tool: request.tool, category: request.category, findings: ids.length, lockfiles },
  })
  return { source, findings: ids.length }
}

/** @returns the instant of the retirement, which is unique for the source. */
async function insertRetirement(
  transaction: Writer,
  source: SourceOfProject,
  request: SourceRequest,
): Promise<number> {
  const { deploymentId, projectId, sourceId } = source
  const previous = await transaction
    .selectFrom('retired_source')
    .select(['at', 'undone_at'])
    .where('deployment_id', '=', deploymentId)
    .where('project_id', '=', projectId)
    .where('source_id', '=', sourceId)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (previous?.undone_at === null) throw new HttpError(409, 'This source is already retired.')
  const at = Math.max(request.at, (previous?.at ?? 0) + 1)
  await transaction
    .insertInto('retired_source')
    .values({
      project_id: projectId,
      source_id: sourceId,
      deployment_id: source.deploymentId,
      at,
      actor: request.actor,
      undone_at: null,
    })
    .execute()
  return at
}

async function reportedFindings(
  transaction: Writer,
  { deploymentId, projectId, sourceId }: SourceOfProject,
): Promise<number[]> {
  const rows = await transaction
    .selectFrom('finding')
    .select('id')
    .where('deployment_id', '=', deploymentId)
    .where('ref_id', 'in', (eb) =>
      eb
        .selectFrom('ref')
        .select('id')
        .where('deployment_id', '=', deploymentId)
        .where('project_id', '=', projectId),
    )
    .where('source_id', '=', sourceId)
    .where('state', 'in', [toCode(states, 'unresolved'), toCode(states, 'muted')])
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
