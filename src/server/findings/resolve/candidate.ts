import { code, findingTypes, states, triageReasons, triageStates, word } from '#server/db/codes.ts'
import type { Writer } from '#server/db/database.ts'
import { excludeFlaw, forgetExclusions } from '#server/ingest/public.ts'
import { applyDecision, type By, closeCandidates } from '../apply-decision.ts'
import { changes, instancesOf } from '../standing.ts'
import type { Decision } from '../triage-request.ts'
import { joinFlaw } from './flaw-ids.ts'
import { addLines } from './history-line.ts'
import type { MatchRow, WholeFinding } from './open-match.ts'

interface Offer {
  finding: WholeFinding
  other: WholeFinding
  match: MatchRow
}

/**
 * Takes a finding for the one that was offered: it belongs to that one's flaw and takes its decision over, as a change
 * that can be undone. Where its ref still reports the flaw as another finding, a scan had taken that one for it: that one
 * is open again. Undoing the change takes back the decision alone; what belongs to which flaw, and the offers, stay as
 * they were settled.
 * @returns the id of the change; null where there was no decision to take over.
 * Source: docs/api.md#identity.
 */
export async function confirmCandidate(
  transaction: Writer,
  { finding, other, match }: Offer,
  by: By,
): Promise<number | null> {
  const { id, project_id: projectId } = finding
  const decision = decisionOf(other)
  const { joined, left } = await joinFlaw(transaction, finding, other.flaw_id)
  await forgetExclusions(transaction, { projectId, flawId: other.flaw_id })
  const rival = left && reported.includes(left.state) ? left : undefined
  await addLines(transaction, by, [
    { kind: 'confirmed', findingId: id, otherId: other.id },
    ...(left ? [{ kind: 'separated' as const, findingId: left.id, otherId: id }] : []),
  ])
  const changeId = decision && (await decideRows(transaction, finding, joined, decision, by))
  if (rival && decision && isDecided(rival)) await decideRows(transaction, finding, [rival.id], reopened, by)
  await closeCandidates(transaction, [id])
  await withdrawOffers(transaction, match)
  await settleUncertain(transaction, [id])
  return changeId
}

/** Says that a finding is not the one that was offered: later scans obey, and other offers stay. */
export async function rejectCandidate(
  transaction: Writer,
  { finding, other, match }: Offer,
  by: By,
): Promise<void> {
  const { project_id: projectId, id } = finding
  if (finding.flaw_id !== other.flaw_id)
    await excludeFlaw(transaction, { projectId, flawId: other.flaw_id, findingId: id })
  await addLines(transaction, by, [{ kind: 'separated', findingId: id, otherId: other.id }])
  await transaction
    .updateTable('finding_match')
    .set({ state: 'rejected' })
    .where('id', '=', match.id)
    .execute()
  await settleUncertain(transaction, [id])
}

const reported = [code(states, 'unresolved'), code(states, 'muted')]
const reopened: Decision = { state: 'reopened', reason: null, note: undefined }

const undecided = [code(triageStates, 'untriaged'), code(triageStates, 'reopened')]
const isDecided = ({ triage_state }: { triage_state: number }) => !undecided.includes(triage_state)

/** What people decided of a finding, as a decision about another one; null where nothing. */
function decisionOf({ triage_state, triage_reason, triage_comment }: WholeFinding): Decision | null {
  const state = word(triageStates, triage_state)
  if (state === 'untriaged' || state === 'reopened') return null
  const reason = state === 'ignored' ? (word(triageReasons, triage_reason) ?? 'no_triage_reason') : null
  return { state, reason, note: triage_comment ?? undefined }
}

/** Decides rows as one change; null where all of them stand so already. */
async function decideRows(
  transaction: Writer,
  { type }: WholeFinding,
  ids: readonly number[],
  decision: Decision,
  by: By,
): Promise<number | null> {
  const rows = (await instancesOf(transaction, ids)).filter(
    (row) => ids.includes(row.id) && changes(row, decision),
  )
  if (rows.length === 0) return null
  const what = { type: word(findingTypes, type), decision, jobId: null }
  return (await applyDecision(transaction, what, by, rows)).changeId
}

/** One finding alone can be what was offered: others that the same scan offered it are something else. */
async function withdrawOffers(transaction: Writer, { scan_id, other_id }: MatchRow): Promise<void> {
  const withdrawn = await transaction
    .updateTable('finding_match')
    .set({ state: 'rejected' })
    .where('scan_id', '=', scan_id)
    .where('kind', '=', 'candidate')
    .where('other_id', '=', other_id)
    .where('state', '=', 'open')
    .returning('finding_id')
    .execute()
  if (withdrawn.length === 0) return
  await settleUncertain(
    transaction,
    withdrawn.map(({ finding_id }) => finding_id),
  )
}

/** Findings are uncertain as long as a decided one is on offer. */
async function settleUncertain(transaction: Writer, ids: readonly number[]): Promise<void> {
  await transaction
    .updateTable('finding')
    .set({ uncertain: 0 })
    .where('id', 'in', ids)
    .where('uncertain', '=', 1)
    .where((of) =>
      of.not(
        of.exists(
          of
            .selectFrom('finding_match as offer')
            .innerJoin('finding as decided', 'decided.id', 'offer.other_id')
            .select('offer.id')
            .whereRef('offer.finding_id', '=', 'finding.id')
            .where('offer.kind', '=', 'candidate')
            .where('offer.state', '=', 'open')
            .where('decided.triage_state', 'not in', undecided),
        ),
      ),
    )
    .execute()
}
