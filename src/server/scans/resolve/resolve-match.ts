import type { ResolveMatchAnswer } from '#contract/responses/matches.ts'
import { recordAudit } from '#server/audit/audit-log.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { findingDetail } from '#server/findings/history/triage-detail.ts'
import { notFound } from '#server/http/errors.ts'
import type { TriageActor } from '#server/triage/decisions/apply-decision.ts'
import { insertMatchEvents } from '#server/triage/flaws/history-line.ts'
import { openMatch } from '#server/triage/flaws/open-match.ts'
import { confirmCandidate, rejectCandidate } from './candidate.ts'
import { separateFromRef } from './elsewhere.ts'
import { undoMatch } from './undo-match.ts'

export interface MatchResolution extends TriageActor {
  /** As in the URL. */
  findingId: string
  matchId: string
  /** Whether the finding is the one that the match names. */
  same: boolean
}

/**
 * Resolves a match that a scan made or offered, as decided by a person.
 * @throws HttpError 404 for an unknown finding or match, 409 if it is already resolved or a later scan matched the
 * finding again. Source: docs/api.md#identity.
 */
export async function resolveMatch(
  transaction: ChangeTransaction,
  resolution: MatchResolution,
): Promise<ResolveMatchAnswer> {
  const { finding, match, other } = await openMatch(transaction, resolution)
  const { same, deploymentId, actor, at } = resolution
  // Before the findings are looked at: what an answered match offered is offered no longer.
  await updateMatch(transaction, match.id, { state: same ? 'confirmed' : 'rejected' })
  const { separatedId, changeId } = await (same ? confirmMatch : separateMatch)(
    transaction,
    { finding, match, other },
    resolution,
  )
  if (separatedId !== null) await updateMatch(transaction, match.id, { other_id: separatedId })
  await recordAudit(transaction, {
    deploymentId,
    at,
    actor,
    action: same ? 'finding.match_confirmed' : 'finding.match_rejected',
    target: String(finding.id),
    detail: {
      kind: match.kind,
      basis: match.basis,
      other: match.kind === 'candidate' ? (other?.id ?? null) : match.other_id,
      separated: separatedId,
      change: changeId,
      ...(await findingDetail(transaction, deploymentId, finding.id)),
    },
  })
  return {
    finding_id: finding.id,
    separated_id: separatedId,
    change_id: changeId === null ? null : String(changeId),
  }
}

async function updateMatch(
  transaction: ChangeTransaction,
  id: number,
  changes: { state: 'confirmed' | 'rejected' } | { other_id: number },
): Promise<void> {
  await transaction
    .updateTable('finding_match')
    .set(changes)
    .where('deployment_id', '=', transaction.deploymentId)
    .where('id', '=', id)
    .execute()
}

interface ResolutionResult {
  /** The finding that was created from what a scan reported. */
  separatedId: number | null
  /** The triage change that can be undone. */
  changeId: number | null
}

type OpenMatch = Awaited<ReturnType<typeof openMatch>>

const noChange: ResolutionResult = { separatedId: null, changeId: null }

async function confirmMatch(
  transaction: ChangeTransaction,
  { finding, match, other }: OpenMatch,
  by: TriageActor,
): Promise<ResolutionResult> {
  if (match.kind === 'candidate') {
    if (!other) throw notFound('finding')
    return { ...noChange, changeId: await confirmCandidate(transaction, { finding, other, match }, by) }
  }
  await insertMatchEvents(transaction, by, [
    { kind: 'confirmed', findingId: finding.id, otherId: match.other_id },
  ])
  return noChange
}

async function separateMatch(
  transaction: ChangeTransaction,
  { finding, match, other }: OpenMatch,
  by: TriageActor,
): Promise<ResolutionResult> {
  if (match.kind === 'candidate') {
    if (!other) throw notFound('finding')
    await rejectCandidate(transaction, { finding, other, match }, by)
    return noChange
  }
  if (match.other_id === null)
    return { ...noChange, separatedId: await undoMatch(transaction, finding, match, by) }
  await separateFromRef(transaction, finding, match.other_id, by)
  return noChange
}
