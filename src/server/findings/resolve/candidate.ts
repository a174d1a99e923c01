import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import {
  findingTypes,
  fromCode,
  ignoreEnds,
  ownerSources,
  states,
  toCode,
  triageReasons,
  triageStates,
} from '#server/db/codes.ts'
import { deleteExclusions, excludeFlaw } from '#server/ingest/public.ts'
import { splitByApproval } from '../approvals/rules.ts'
import { applyDecision, closeCandidates, type TriageActor } from '../triage/apply-decision.ts'
import type { Decision } from '../triage/triage-request.ts'
import { isChangedBy, readFlawInstances } from '../triage/triage-state.ts'
import { clearUncertain, undecidedTriage } from '../writes.ts'
import { joinFlaw } from './flaw-ids.ts'
import { insertMatchEvents } from './history-line.ts'
import type { FullFinding, MatchRow } from './open-match.ts'

interface CandidateOffer {
  finding: FullFinding
  other: FullFinding
  match: MatchRow
}

/**
 * Confirms that a finding is the offered one: it joins that finding's flaw and takes over its decision, and the owner
 * that a person set, as a change that can be undone. If the finding's ref reports the flaw as another finding, a scan
 * had matched that one wrongly: it is opened again. Undoing the change reverts the decision and the owner; the flaws and
 * the offers stay as they were resolved.
 * @returns the id of the change; null if there was neither to take over.
 * Source: docs/api.md#identity.
 */
export async function confirmCandidate(
  transaction: ChangeTransaction,
  { finding, other, match }: CandidateOffer,
  by: TriageActor,
): Promise<number | null> {
  const { id, project_id: projectId } = finding
  const decision = decisionOf(other)
  const { joined, leavingRow: formerFlawId } = await joinFlaw(transaction, finding, other.flaw_id)
  await deleteExclusions(transaction, { projectId, flawId: other.flaw_id })
  const rival = formerFlawId && reportedStates.includes(formerFlawId.state) ? formerFlawId : undefined
  await insertMatchEvents(transaction, by, [
    { kind: 'confirmed', findingId: id, otherId: other.id },
    ...(formerFlawId ? [{ kind: 'separated' as const, findingId: formerFlawId.id, otherId: id }] : []),
  ])
  const changeId = decision && (await triageRows(transaction, finding, joined, decision, by))
  if (rival && decision?.state !== undefined && isDecided(rival))
    await triageRows(transaction, finding, [rival.id], reopenDecision, by)
  await closeCandidates(transaction, [id])
  await withdrawOffers(transaction, match)
  await clearUncertain(transaction, [id])
  return changeId
}

/** Records that a finding is not the offered one. Later scans respect this; other offers stay open. */
export async function rejectCandidate(
  transaction: ChangeTransaction,
  { finding, other, match }: CandidateOffer,
  by: TriageActor,
): Promise<void> {
  const { project_id: projectId, id } = finding
  if (finding.flaw_id !== other.flaw_id)
    await excludeFlaw(transaction, { projectId, flawId: other.flaw_id, findingId: id })
  await insertMatchEvents(transaction, by, [{ kind: 'separated', findingId: id, otherId: other.id }])
  await transaction
    .updateTable('finding_match')
    .set({ state: 'rejected' })
    .where('deployment_id', '=', transaction.deploymentId)
    .where('id', '=', match.id)
    .execute()
  await clearUncertain(transaction, [id])
}

const setByHand = toCode(ownerSources, 'manual')
const reportedStates = [toCode(states, 'unresolved'), toCode(states, 'muted')]
const reopenDecision: Decision = { state: 'reopened', reason: null, until: null, note: undefined }

const isDecided = ({ triage_state }: { triage_state: number }) => !undecidedTriage.includes(triage_state)

/** What people decided about a finding as a decision for another one; null if nothing. */
function decisionOf(other: FullFinding): Decision | null {
  const { triage_state, triage_reason, triage_comment, ignored_until: until, owner, owner_source } = other
  const state = fromCode(triageStates, triage_state)
  const assigned = owner_source === setByHand ? { owner } : {}
  if (state === 'untriaged' || state === 'reopened')
    return owner_source === setByHand
      ? { state: undefined, reason: null, until: null, note: undefined, ...assigned }
      : null
  const reason = state === 'ignored' ? (fromCode(triageReasons, triage_reason) ?? 'no_triage_reason') : null
  const ends = fromCode(ignoreEnds, other.ignore_ends)
  return { state, reason, until, ends, note: triage_comment ?? undefined, ...assigned }
}

/**
 * Triages rows as one change, or requests it; returns null if all of them already have this triage, or if it needs an
 * approval and has no reason or no note.
 */
async function triageRows(
  transaction: ChangeTransaction,
  { type }: FullFinding,
  ids: readonly number[],
  decision: Decision,
  by: TriageActor,
): Promise<number | null> {
  const rows = (await readFlawInstances(transaction, by.deploymentId, ids)).filter(
    (row) => ids.includes(row.id) && isChangedBy(row, decision),
  )
  const { now, waiting } = await splitByApproval(transaction, by.deploymentId, decision, rows)
  if (now.length + waiting.length === 0) return null
  const what = { type: fromCode(findingTypes, type), decision, jobId: null }
  return (await applyDecision(transaction, what, by, rows)).changeId
}

/** Withdraws the offers of the same scan for other findings: only one finding can be the offered one. */
async function withdrawOffers(
  transaction: ChangeTransaction,
  { scan_id, other_id }: MatchRow,
): Promise<void> {
  const withdrawn = await transaction
    .updateTable('finding_match')
    .set({ state: 'rejected' })
    .where('deployment_id', '=', transaction.deploymentId)
    .where('scan_id', '=', scan_id)
    .where('kind', '=', 'candidate')
    .where('other_id', '=', other_id)
    .where('state', '=', 'open')
    .returning('finding_id')
    .execute()
  if (withdrawn.length === 0) return
  await clearUncertain(
    transaction,
    withdrawn.map(({ finding_id }) => finding_id),
  )
}
