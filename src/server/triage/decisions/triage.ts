import type * as z from 'zod/mini'
import type { conflict, TriageAnswer } from '#contract/responses/triage.ts'
import { recordAudit } from '#server/audit/audit-log.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { fromCode, ignoreEnds, triageReasons, triageStates } from '#server/db/codes.ts'
import type { Writer } from '#server/db/database.ts'
import { isExplained, splitByApproval } from '#server/findings/approval-rules.ts'
import type { Selection } from '#server/findings/filters/query.ts'
import {
  describeFinding,
  sharedValue,
  type TriageAuditDetail,
} from '#server/findings/history/triage-detail.ts'
import { formatInstant } from '#server/findings/list/write-finding.ts'
import { badRequest, HttpError } from '#server/http/errors.ts'
import { type AppliedDecision, applyDecision, type TriageActor } from './apply-decision.ts'
import { assertTriageQuota, noteBytes } from './triage-quota.ts'
import { isAssignment, type TriageTarget } from './triage-request.ts'
import { isChangedBy, readFlawInstances, type TriageStatus } from './triage-state.ts'
import { assertAllKnown, readKnownIds } from './triage-target.ts'

/** The ids of the first findings of a selection, in list order, as of before the change. */
export type SelectFirst = (selection: Selection, limit: number) => Promise<number[]>

/**
 * Triages findings and every other instance of the same flaw in their projects, all or nothing. The number of
 * statements does not depend on the number of findings.
 * @returns what changed, without findings that already have this triage, and without `removed` ones, which are triaged
 * as well.
 * @throws HttpError 400 for ignoring without a reason or a note where it needs approval, 404 for an unknown id, 409 if
 * somebody else triaged since `seenAt`.
 * Source: docs/api.md#triage.
 */
export async function triageFindings(
  transaction: ChangeTransaction,
  target: TriageTarget,
  actor: TriageActor,
  selectFirst: SelectFirst,
): Promise<TriageAnswer> {
  const selected = await selectedIds(transaction, target, actor.deploymentId, selectFirst)
  const instances = await readFlawInstances(transaction, actor.deploymentId, selected)
  const changed = instances.filter((row) => isChangedBy(row, target.decision))
  const seenAt = isAssignment(target.decision) ? null : target.seenAt
  rejectConflicts(changed, new Set(selected), seenAt, actor.actor)
  await assertExplained(transaction, target, actor, changed)
  const bytes = noteBytes(changed.length, target.decision.note)
  await assertTriageQuota(transaction, actor, changed.length, bytes)
  return triageInstances(transaction, target, actor, { selected, changed })
}

/**
 * Triages exactly the given findings as one change, with an entry of the audit log. The caller checks the daily quota.
 * @param rows.selected the requested ids, of which the audit log names the first; `changed` are all that change.
 */
export async function triageInstances(
  transaction: ChangeTransaction,
  target: Pick<TriageTarget, 'type' | 'decision'>,
  actor: TriageActor,
  { selected, changed }: { selected: readonly number[]; changed: readonly TriageStatus[] },
): Promise<TriageAnswer> {
  const decided = { type: target.type, decision: target.decision, jobId: null }
  const applied = await applyDecision(transaction, decided, actor, changed)
  const { changeId, listedIds: changedIds } = applied
  // A request for an approval has an entry of its own.
  if (changedIds.length > 0 || (changed.length > 0 && applied.approvalId === null)) {
    await recordAudit(transaction, {
      deploymentId: actor.deploymentId,
      at: actor.at,
      actor: actor.actor,
      action: 'findings.triaged',
      target: String(changeId),
      detail: await detailOf(transaction, target, selected, changed, changedIds),
    })
  }
  return {
    num_triaged: changedIds.length,
    triaged_issues: changedIds,
    change_id: String(changeId),
    ...requestIn(applied),
  }
}

type BatchedTarget = Pick<TriageTarget, 'type' | 'decision'> & { keepsRequests?: boolean }

/**
 * One change of any number of findings that are triaged in batches, with one entry of the audit log: all of it in one
 * transaction. For decisions that need no approval.
 */
export class BatchedTriage {
  readonly #transaction: ChangeTransaction
  readonly #target: BatchedTarget
  readonly #actor: TriageActor
  readonly #selected: number[] = []
  readonly #changed: Pick<TriageStatus, 'id' | 'flaw_id' | 'triage_state'>[] = []
  readonly #listedIds: number[] = []
  #changeId: number | undefined

  /** @param target.keepsRequests whether findings keep waiting for approvals: somebody may still ask for a longer time. */
  constructor(transaction: ChangeTransaction, target: BatchedTarget, actor: TriageActor) {
    this.#transaction = transaction
    this.#target = target
    this.#actor = actor
  }

  /** Triages a batch. @param rows as for `triageInstances`. */
  async add(rows: { selected: readonly number[]; changed: readonly TriageStatus[] }): Promise<void> {
    if (rows.changed.length === 0) return
    const decided = { ...this.#target, jobId: null, changeId: this.#changeId }
    const { changeId, listedIds } = await applyDecision(this.#transaction, decided, this.#actor, rows.changed)
    this.#changeId = changeId
    for (const id of rows.selected) this.#selected.push(id)
    // Notes are long, and not needed any more.
    for (const { id, flaw_id, triage_state } of rows.changed)
      this.#changed.push({ id, flaw_id, triage_state })
    for (const id of listedIds) this.#listedIds.push(id)
  }

  /** Records the change in the audit log, if anything changed. */
  async finish(): Promise<void> {
    if (this.#changeId === undefined) return
    const { deploymentId, at, actor } = this.#actor
    await recordAudit(this.#transaction, {
      deploymentId,
      at,
      actor,
      action: 'findings.triaged',
      target: String(this.#changeId),
      detail: await detailOf(this.#transaction, this.#target, this.#selected, this.#changed, this.#listedIds),
    })
  }
}

/** The part of an answer about findings for which ignoring was requested; nothing if there are none. */
function requestIn({ approvalId, requestedIds }: AppliedDecision) {
  return approvalId === null ? {} : { approval_id: String(approvalId), requested_issues: requestedIds }
}

/** @throws HttpError 400 if findings can be ignored only by a request with a reason and a note. */
async function assertExplained(
  transaction: Writer,
  { decision }: Pick<TriageTarget, 'decision'>,
  { deploymentId }: TriageActor,
  changed: readonly TriageStatus[],
): Promise<void> {
  const { refused } = await splitByApproval(transaction, deploymentId, decision, changed)
  if (refused.length > 0) throw unexplained(decision)
}

/** The error for a decision that would have to be requested, but does not say why. */
export function unexplained(decision: Pick<TriageTarget, 'decision'>['decision']): HttpError {
  const detail = 'is required, since ignoring critical and high findings needs approval'
  const reasoned = isExplained({ ...decision, note: 'x' })
  return badRequest([
    ...(reasoned ? [] : [{ pointer: '/new_triage_reason', detail }]),
    ...(isExplained({ reason: 'no_time', note: decision.note }) ? [] : [{ pointer: '/new_note', detail }]),
  ])
}

/** The details of a triage for the audit log, which name the first of the requested findings. */
async function detailOf(
  transaction: ChangeTransaction,
  { type, decision }: Pick<TriageTarget, 'type' | 'decision'>,
  selected: readonly number[],
  changed: readonly Pick<TriageStatus, 'id' | 'flaw_id' | 'triage_state'>[],
  changedIds: readonly number[],
): Promise<TriageAuditDetail> {
  const isShown = new Set(changedIds)
  const rows = changed.filter(({ id }) => isShown.has(id))
  return {
    issue_type: type,
    count: changedIds.length,
    flaws: new Set(rows.map((row) => row.flaw_id)).size,
    finding: await describeFinding(
      transaction,
      transaction.deploymentId,
      selected.find((id) => isShown.has(id)) ?? changedIds[0],
    ),
    from: sharedValue(rows.map((row) => fromCode(triageStates, row.triage_state))),
    to: decision.state ?? null,
    reason: decision.reason,
    ...(decision.until === null ? {} : { ignored_until: formatInstant(decision.until) }),
    ...(decision.ends ? { ignore_ends: decision.ends } : {}),
    note: decision.note || null,
    ...(decision.owner === undefined ? {} : { owner: decision.owner }),
  }
}

/** The requested ids in list order, up to the limit. */
async function selectedIds(
  transaction: Writer,
  target: TriageTarget,
  deploymentId: number,
  selectFirst: SelectFirst,
): Promise<number[]> {
  const { target: selector, type, limit } = target
  if ('selection' in selector) return selectFirst(selector.selection, limit)
  const ids = await readKnownIds(transaction, deploymentId, { type, ids: selector.ids })
  assertAllKnown(selector.ids, new Set(ids), type)
  return ids.slice(0, limit)
}

function rejectConflicts(
  changed: readonly TriageStatus[],
  selected: ReadonlySet<number>,
  seenAt: number | null,
  actor: string,
) {
  if (seenAt === null) return
  const triagedSince = changed.filter(
    (row) =>
      row.triaged_at !== null && row.triaged_at > seenAt && row.triaged_by !== actor && row.removed === 0,
  )
  if (triagedSince.length === 0) return
  // Other instances of the flaws are named only if none of the requested findings conflicts.
  const target = triagedSince.filter((row) => selected.has(row.id))
  const conflicts = (target.length > 0 ? target : triagedSince).map(conflictOf)
  throw new HttpError(
    409,
    'Someone else has triaged some of these findings in the meantime. Nothing was changed.',
    {
      members: { conflicts },
    },
  )
}

function conflictOf(row: TriageStatus): z.infer<typeof conflict> {
  return {
    id: row.id,
    triage_state: fromCode(triageStates, row.triage_state),
    triage_reason: fromCode(triageReasons, row.triage_reason),
    ignored_until: row.ignored_until === null ? null : formatInstant(row.ignored_until),
    ...(row.ignore_ends === null ? {} : { ignore_ends: fromCode(ignoreEnds, row.ignore_ends) }),
    note: row.triage_comment,
    by: row.triaged_by,
    at: row.triaged_at === null ? null : formatInstant(row.triaged_at),
  }
}
