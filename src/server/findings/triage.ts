import type * as z from 'zod/mini'
import type { conflict, TriageAnswer } from '#contract/answers/triage.ts'
import { recordAudit } from '#server/audit/public.ts'
import { triageReasons, triageStates, word } from '#server/db/codes.ts'
import type { Writer } from '#server/db/database.ts'
import { Refusal } from '#server/http/errors.ts'
import { instant } from './answer.ts'
import { applyDecision, type By } from './apply-decision.ts'
import { isAsked, refuseUnknown } from './asked.ts'
import { demandRoomToDecide } from './decision-quota.ts'
import { orderBy, orderOf } from './order.ts'
import { changes, instancesOf, type Standing } from './standing.ts'
import { common, nameFinding, type TriageDetail } from './triage-detail.ts'
import type { AskedTriage } from './triage-request.ts'

/**
 * Decides findings and every other instance of the same flaw in their projects, all or nothing. The number of
 * statements does not depend on the number of findings.
 * @returns what changed; findings that stand so already are not in it, nor are `removed` ones, which take the
 * decision all the same.
 * @throws Refusal 404 for an unknown id, 409 where somebody else decided since `seenAt`.
 * Source: docs/api.md#triage.
 */
export async function decide(transaction: Writer, asked: AskedTriage, by: By): Promise<TriageAnswer> {
  const selected = await selectedIds(transaction, asked, by.deploymentId)
  const standing = await instancesOf(transaction, selected)
  const changed = standing.filter((row) => changes(row, asked.decision))
  refuseConflicts(changed, new Set(selected), asked.seenAt, by.actor)
  await demandRoomToDecide(transaction, by, changed.length, asked.decision.note)
  const what = { type: asked.type, decision: asked.decision, jobId: null }
  const { changeId, shown } = await applyDecision(transaction, what, by, changed)
  if (changed.length > 0) {
    await recordAudit(transaction, {
      deploymentId: by.deploymentId,
      at: by.at,
      actor: by.actor,
      action: 'findings.triaged',
      target: String(changeId),
      detail: await detailOf(transaction, asked, selected, changed, shown),
    })
  }
  return { num_triaged: shown.length, triaged_issues: shown, change_id: String(changeId) }
}

/** What the audit log says of a decision; it names the first of the findings that were asked for. */
async function detailOf(
  transaction: Writer,
  { type, decision }: AskedTriage,
  selected: readonly number[],
  changed: readonly Standing[],
  shown: readonly number[],
): Promise<TriageDetail> {
  const isShown = new Set(shown)
  const rows = changed.filter(({ id }) => isShown.has(id))
  return {
    issue_type: type,
    count: shown.length,
    flaws: new Set(rows.map((row) => row.flaw_id)).size,
    finding: await nameFinding(transaction, selected.find((id) => isShown.has(id)) ?? shown[0]),
    from: common(rows.map((row) => word(triageStates, row.triage_state))),
    to: decision.state ?? null,
    reason: decision.reason,
    note: decision.note || null,
  }
}

/** The ids that were asked for, in the order of the list, no more than the limit. */
async function selectedIds(transaction: Writer, asked: AskedTriage, deploymentId: number): Promise<number[]> {
  const found = transaction
    .selectFrom('finding')
    .select('id')
    .where(isAsked(asked, deploymentId))
    .orderBy(orderBy(orderOf(undefined)))
    .$if('selection' in asked.chosen, (query) => query.limit(asked.limit))
  const ids = (await found.execute()).map(({ id }) => id)
  if ('ids' in asked.chosen) refuseUnknown(asked.chosen.ids, new Set(ids), asked.type)
  return ids.slice(0, asked.limit)
}

function refuseConflicts(
  changed: readonly Standing[],
  selected: ReadonlySet<number>,
  seenAt: number | null,
  actor: string,
) {
  if (seenAt === null) return
  const since = changed.filter(
    (row) =>
      row.triaged_at !== null && row.triaged_at > seenAt && row.triaged_by !== actor && row.removed === 0,
  )
  if (since.length === 0) return
  // An instance that only came along is named where none of those asked for was decided itself.
  const asked = since.filter((row) => selected.has(row.id))
  const conflicts = (asked.length > 0 ? asked : since).map(conflictOf)
  throw new Refusal(
    409,
    'Someone else has triaged some of these findings in the meantime. Nothing was changed.',
    {
      members: { conflicts },
    },
  )
}

function conflictOf(row: Standing): z.infer<typeof conflict> {
  return {
    id: row.id,
    triage_state: word(triageStates, row.triage_state),
    triage_reason: word(triageReasons, row.triage_reason),
    note: row.triage_comment,
    by: row.triaged_by,
    at: row.triaged_at === null ? null : instant(row.triaged_at),
  }
}
