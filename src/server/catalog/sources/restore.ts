import { setImmediate } from 'node:timers/promises'
import { recordAudit } from '#server/audit/audit-log.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { states, toCode } from '#server/db/codes.ts'
import type { Writer } from '#server/db/database.ts'
import { changeState } from '#server/findings/history/change-state.ts'
import { HttpError } from '#server/http/errors.ts'
import { readSource, type SourceOfProject } from '#server/records/source.ts'
import { undoableUntil } from '#server/triage/decisions/undo.ts'
import { restoreLockfiles } from './lockfiles.ts'
import type { SourceRequest } from './retire.ts'

const findingsPerBatch = 2000

/**
 * Restores a retired source: exactly what retiring removed is restored, with people's decisions since then.
 * @returns the source, and the number of restored findings.
 * @throws HttpError 404 for an unknown project or source, 409 if it is not retired, or was retired more than 24 hours
 * ago.
 */
export async function restoreSource(
  transaction: ChangeTransaction,
  request: SourceRequest,
): Promise<{ source: SourceOfProject; findings: number }> {
  const source = await readSource(transaction, request)
  const retiredAt = await deleteRestorable(transaction, source, request.at)
  let findings = 0
  for (const to of ['unresolved', 'muted'] as const) {
    const ids = await readRemovedFindings(transaction, source, retiredAt, to)
    findings += ids.length
    for (let from = 0; from < ids.length; from += findingsPerBatch) {
      const change = { kind: 'restored', reason: null, to, actor: request.actor, at: request.at } as const
      await changeState(transaction, ids.slice(from, from + findingsPerBatch), change)
      await setImmediate()
    }
  }
  await restoreLockfiles(transaction, source)
  await recordAudit(transaction, {
    deploymentId: request.deploymentId,
    at: request.at,
    actor: request.actor,
    action: 'source.restored',
    target: source.project,
    detail: { tool: request.tool, category: request.category, findings },
  })
  return { source, findings }
}

/** Ends the retirement. @returns when it began, milliseconds since 1970. */
async function deleteRestorable(transaction: Writer, source: SourceOfProject, at: number): Promise<number> {
  const updated = await transaction
    .updateTable('retired_source')
    .set({ undone_at: at })
    .where('deployment_id', '=', source.deploymentId)
    .where('project_id', '=', source.projectId)
    .where('source_id', '=', source.sourceId)
    .where('undone_at', 'is', null)
    .returning('at')
    .executeTakeFirst()
  if (!updated) throw new HttpError(409, 'This source is not retired.')
  if (undoableUntil(updated.at, at) === null)
    throw new HttpError(409, 'This source was retired more than 24 hours ago.')
  return updated.at
}

/** The findings that the retirement removed and that had this state before. */
async function readRemovedFindings(
  transaction: Writer,
  { deploymentId, projectId, sourceId }: SourceOfProject,
  retiredAt: number,
  state: (typeof states)[number],
): Promise<number[]> {
  const rows = await transaction
    .selectFrom('finding')
    .innerJoin('finding_event as event', (join) =>
      join
        .onRef('event.deployment_id', '=', 'finding.deployment_id')
        .onRef('event.finding_id', '=', 'finding.id'),
    )
    .select('finding.id')
    .where('finding.ref_id', 'in', (eb) =>
      eb
        .selectFrom('ref')
        .select('ref.id')
        .where('ref.deployment_id', '=', deploymentId)
        .where('ref.project_id', '=', projectId)
        .where('ref.deleted_at', 'is', null),
    )
    .where('finding.deployment_id', '=', deploymentId)
    .where('finding.source_id', '=', sourceId)
    .where('finding.state', '=', toCode(states, 'removed'))
    .where('finding.state_updated_at', '=', retiredAt)
    .where('event.at', '=', retiredAt)
    .where('event.kind', '=', 'retired')
    .where('event.from_state', '=', state)
    .orderBy('finding.id')
    .execute()
  return rows.map(({ id }) => id)
}
