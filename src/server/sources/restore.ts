import { setImmediate } from 'node:timers/promises'
import { recordAudit } from '#server/audit/public.ts'
import { code, states } from '#server/db/codes.ts'
import type { Writer } from '#server/db/database.ts'
import { undoableFor } from '#server/findings/public.ts'
import { Refusal } from '#server/http/errors.ts'
import { restoreLockfiles } from './lockfiles.ts'
import { type AskedOfSource, changeState } from './retire.ts'
import { type SourceOfProject, sourceNamed } from './source.ts'

const findingsAtOnce = 2000

/**
 * Restores a retired source: exactly what retiring it removed is there again as it was, with what people decided since.
 * @returns the source, and how many findings came back.
 * @throws Refusal 404 for an unknown project or source, 409 where it is not retired, or was more than 24 hours ago.
 */
export async function restoreSource(
  transaction: Writer,
  asked: AskedOfSource,
): Promise<{ source: SourceOfProject; findings: number }> {
  const source = await sourceNamed(transaction, asked)
  const retiredAt = await endRestorable(transaction, source, asked.at)
  let findings = 0
  for (const to of ['unresolved', 'muted'] as const) {
    const ids = await removedThen(transaction, source, retiredAt, to)
    findings += ids.length
    for (let from = 0; from < ids.length; from += findingsAtOnce) {
      const change = { kind: 'restored', to, actor: asked.actor, at: asked.at } as const
      await changeState(transaction, ids.slice(from, from + findingsAtOnce), change)
      await setImmediate()
    }
  }
  await restoreLockfiles(transaction, source)
  await recordAudit(transaction, {
    deploymentId: asked.deploymentId,
    at: asked.at,
    actor: asked.actor,
    action: 'source.restored',
    target: asked.repo,
    detail: { tool: asked.tool, category: asked.category, findings },
  })
  return { source, findings }
}

/** Ends the retirement. @returns when it began, milliseconds since 1970. */
async function endRestorable(transaction: Writer, source: SourceOfProject, at: number): Promise<number> {
  const ended = await transaction
    .updateTable('retired_source')
    .set({ undone_at: at })
    .where('project_id', '=', source.projectId)
    .where('source_id', '=', source.sourceId)
    .where('undone_at', 'is', null)
    .returning('at')
    .executeTakeFirst()
  if (!ended) throw new Refusal(409, 'This source is not retired.')
  if (at - ended.at > undoableFor) throw new Refusal(409, 'This source was retired more than 24 hours ago.')
  return ended.at
}

/** What the retirement removed, and was in this state before. */
async function removedThen(
  transaction: Writer,
  { projectId, sourceId }: SourceOfProject,
  retiredAt: number,
  state: (typeof states)[number],
): Promise<number[]> {
  const rows = await transaction
    .selectFrom('finding')
    .innerJoin('finding_event as event', 'event.finding_id', 'finding.id')
    .select('finding.id')
    .where('finding.ref_id', 'in', (of) =>
      of.selectFrom('ref').select('ref.id').where('ref.project_id', '=', projectId),
    )
    .where('finding.source_id', '=', sourceId)
    .where('finding.state', '=', code(states, 'removed'))
    .where('finding.state_updated_at', '=', retiredAt)
    .where('event.at', '=', retiredAt)
    .where('event.kind', '=', 'retired')
    .where('event.from_state', '=', state)
    .orderBy('finding.id')
    .execute()
  return rows.map(({ id }) => id)
}
