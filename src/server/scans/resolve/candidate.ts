import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import {
  findingTypes,
  fromCode,
  ignoreEnds,
  ownerSources,
  toCode,
  triageReasons,
  triageStates,
} from '#server/db/codes.ts'
import { lastId } from '#server/db/ids.ts'
import { valuesOf } from '#server/db/sql.ts'
import { splitByApproval } from '#server/findings/approval-rules.ts'
import type { Decision } from '#server/findings/decision.ts'
import { joinFlaw, reportedStates, separateUnanswered } from '#server/findings/flaws/flaw-ids.ts'
import { refreshOffers } from '#server/findings/flaws/offers.ts'
import { undecidedTriage, updateFindings } from '#server/findings/writes.ts'
import {
  applyDecision,
  insertTriageChange,
  storePreviousTriage,
  type TriageActor,
} from '#server/triage/decisions/apply-decision.ts'
import { isChangedBy, readFlawInstances } from '#server/triage/decisions/triage-state.ts'
import {
  type Confirmation,
  type LeftRow,
  moveComments,
  shareThread,
} from '#server/triage/flaws/confirmation.ts'
import { insertMatchEvents } from '#server/triage/flaws/history-line.ts'
import { leaveFormerCode } from '#server/triage/flaws/leave-flaw.ts'
import type { FullFinding, MatchRow } from '#server/triage/flaws/open-match.ts'
import { deleteExclusions, excludeFlaw } from '../lifecycle/plan/exclude-flaw.ts'

interface CandidateOffer {
  finding: FullFinding
  other: FullFinding
  match: MatchRow
}

/**
 * Confirms that a finding is the offered one: it joins that finding's flaw, and all rows of the flaw have one thread: the
 * decision, the owner that a person set, the ticket, the comments and the due date, as a change that can be undone. If the
 * finding's ref reports the flaw as another finding, a scan had matched that one wrongly: it is opened again, without what
 * moves. Undoing the change also separates the flaws, and opens the offers again.
 * @returns the id of the change; null if nothing moved.
 * Source: docs/api.md#identity.
 */
export async function confirmCandidate(
  transaction: ChangeTransaction,
  { finding, other, match }: CandidateOffer,
  by: TriageActor,
): Promise<number | null> {
  const { id, project_id: projectId } = finding
  const { joined, leavingRow, elsewhere } = await joinFlaw(transaction, finding, other.flaw_id)
  const unanswered = await separateUnanswered(transaction, { id, otherId: other.id, flawId: other.flaw_id })
  const excluded = await deleteExclusions(transaction, { projectId, flawId: other.flaw_id })
  await insertMatchEvents(transaction, by, [
    { kind: 'confirmed', findingId: id, otherId: other.id },
    ...(leavingRow ? [{ kind: 'separated' as const, findingId: leavingRow.id, otherId: id }] : []),
  ])
  const rows = await transaction
    .selectFrom('finding')
    .selectAll()
    .where('deployment_id', '=', transaction.deploymentId)
    .where('flaw_id', '=', other.flaw_id)
    .execute()
  const ids = rows.map((row) => row.id)
  const rival = leavingRow && reportedStates.includes(leavingRow.state) ? leavingRow : undefined
  const isWrong = rival?.id === other.id
  const threads = await shareThread(transaction, rows, { finding, other, joined, isWrong })
  const comments = leavingRow ? await moveComments(transaction, { from: leavingRow.id, to: id }) : []
  const replaced = unanswered.map((left): LeftRow => ({ left, by: id, comments: [] }))
  for (const { left, by: to } of elsewhere)
    replaced.push({ left, by: to, comments: await moveComments(transaction, { from: left, to }) })
  const decision = sharedDecision(finding, other)
  const isMoved = threads.length + comments.length > 0
  const changeId =
    (decision && (await triageRows(transaction, finding, ids, decision, by))) ??
    (isMoved ? await recordChange(transaction, finding, ids, by) : null)
  const leaving = [...(leavingRow ? [leavingRow.id] : []), ...elsewhere.map((each) => each.left)]
  const wrong = decision?.state === undefined ? [] : await wronglyDecided(transaction, leaving)
  const reopening =
    wrong.length > 0
      ? await triageRows(transaction, finding, wrong, reopenedWithoutOwner(isWrong && other), by)
      : null
  const { offers, withdrawn } = await settleOffers(transaction, match, { flawId: other.flaw_id, joined })
  const left = leavingRow?.id ?? null
  if (changeId !== null)
    await storeConfirmation(transaction, match, changeId, {
      ...{ joined: { ids: joined, from: finding.flaw_id, into: other.flaw_id }, left, comments },
      ...{ finding: id, other: other.id, threads, offers, excluded, reopening, elsewhere: replaced },
      newestScan: await lastId(transaction, transaction.deploymentId, 'scan'),
    })
  await refreshOffers(transaction, [...ids, ...withdrawn, other.id, ...leaving, ...unanswered])
  return changeId
}

/** Records that a finding is not the offered one. Later scans respect this; offers of other flaws stay open. */
export async function rejectCandidate(
  transaction: ChangeTransaction,
  { finding, other, match }: CandidateOffer,
  by: TriageActor,
): Promise<void> {
  const { project_id: projectId, id } = finding
  const isReported = match.other_id === other.id
  const [reported, known] = isReported ? [finding, other] : [other, finding]
  if (finding.flaw_id !== other.flaw_id)
    await excludeFlaw(transaction, { projectId, flawId: known.flaw_id, findingId: reported.id })
  await insertMatchEvents(transaction, by, [{ kind: 'separated', findingId: id, otherId: other.id }])
  const [one, another] = [rowsOfFlaw(transaction, finding.flaw_id), rowsOfFlaw(transaction, other.flaw_id)]
  const rejected = await transaction
    .updateTable('finding_match')
    .set({ state: 'rejected' })
    .where('deployment_id', '=', transaction.deploymentId)
    .where('kind', '=', 'candidate')
    .where('state', '=', 'open')
    .where((eb) =>
      eb.or([
        eb('finding_id', 'in', one).and('other_id', 'in', another),
        eb('finding_id', 'in', another).and('other_id', 'in', one),
        // The offers of the former decision on the other refs that have this code.
        ...(id === other.id ? [eb('finding_id', 'in', one).and('other_id', '=', eb.ref('finding_id'))] : []),
      ]),
    )
    .returning(['finding_id', 'other_id', 'at'])
    .execute()
  if (id === other.id) {
    const own = rejected.filter((row) => row.finding_id === row.other_id)
    const changed = [match, ...own].map(({ finding_id, at }) => ({ id: finding_id, at }))
    await leaveFormerCode(transaction, changed, other.triage_comment, by)
  }
  const affected = await transaction
    .selectFrom('finding')
    .select('id')
    .where('deployment_id', '=', transaction.deploymentId)
    .where('flaw_id', 'in', [finding.flaw_id, other.flaw_id])
    .execute()
  await refreshOffers(
    transaction,
    affected.map((row) => row.id),
  )
}

const rowsOfFlaw = (transaction: ChangeTransaction, flawId: number) =>
  transaction
    .selectFrom('finding')
    .select('id')
    .where('deployment_id', '=', transaction.deploymentId)
    .where('flaw_id', '=', flawId)

const setByHand = toCode(ownerSources, 'manual')

/**
 * Those of the rows that left a flaw which keep its decision wrongly: reported ones, and fixed ones that nothing but their
 * place tells again, so that whatever comes to that place would have it. Code or a fingerprint that comes back is what the
 * decision was made of.
 */
async function wronglyDecided(transaction: ChangeTransaction, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await transaction
    .selectFrom('finding')
    .leftJoin('finding_evidence as evidence', (join) =>
      join
        .onRef('evidence.deployment_id', '=', 'finding.deployment_id')
        .onRef('evidence.finding_id', '=', 'finding.id'),
    )
    .select([
      'finding.id',
      'state',
      'triage_state',
      'evidence.message',
      'evidence.code',
      'evidence.fingerprint',
    ])
    .where('finding.deployment_id', '=', transaction.deploymentId)
    .where('finding.id', 'in', valuesOf(ids))
    .execute()
  const isByPlace = ({ message, code, fingerprint }: (typeof rows)[number]) =>
    message !== null && code === null && fingerprint === null
  return rows
    .filter((row) => isDecided(row) && (reportedStates.includes(row.state) || isByPlace(row)))
    .map(({ id }) => id)
}

/** The decision that a finding is open again, without the note, and no longer of whom a person assigned it to. */
const reopenedWithoutOwner = (other: FullFinding | false): Decision => ({
  ...{ state: 'reopened', reason: null, until: null, note: '' },
  ...(other && other.owner_source === setByHand ? { owner: null } : {}),
})

const isDecided = ({ triage_state }: { triage_state: number }) => !undecidedTriage.includes(triage_state)

/**
 * What people decided about either of two findings that are one, as a decision for both: that of the other one, else that of
 * the finding; null if nothing. An owner that somebody set stays where the other one has none.
 */
function sharedDecision(finding: FullFinding, other: FullFinding): Decision | null {
  const source = isDecided(other) || !isDecided(finding) ? other : finding
  const { triage_state, triage_reason, triage_comment, ignored_until: until } = source
  const assigned = [other, finding].find(({ owner_source }) => owner_source === setByHand)
  const owner = assigned ? { owner: assigned.owner } : {}
  const state = fromCode(triageStates, triage_state)
  const note = triage_comment ?? undefined
  if (state === 'untriaged' || state === 'reopened') {
    const lacksNote = (finding.triage_comment ?? '') === ''
    const undecided = {
      state: undefined,
      reason: null,
      until: null,
      note: lacksNote ? note : undefined,
      ...owner,
    }
    return undecided.note === undefined && !assigned ? null : undecided
  }
  const reason = state === 'ignored' ? (fromCode(triageReasons, triage_reason) ?? 'no_triage_reason') : null
  return { state, reason, until, ends: fromCode(ignoreEnds, source.ignore_ends), note, ...owner }
}

/** A change of findings whose triage stays as it is, so that what else moved can be undone with it. */
async function recordChange(
  transaction: ChangeTransaction,
  { type }: FullFinding,
  ids: readonly number[],
  by: TriageActor,
): Promise<number> {
  const decision = { state: undefined, reason: null, until: null, note: undefined }
  const what = { type: fromCode(findingTypes, type), decision, jobId: null }
  const changeId = await insertTriageChange(transaction, what, by, ids.length)
  await storePreviousTriage(transaction, ids, changeId)
  await updateFindings(transaction, ids, { triage_change_id: changeId })
  return changeId
}

async function storeConfirmation(
  transaction: ChangeTransaction,
  { id, before_json: before }: MatchRow,
  changeId: number,
  confirmation: Omit<Confirmation, 'before'>,
): Promise<void> {
  await transaction
    .updateTable('finding_match')
    .set({ before_json: JSON.stringify({ ...confirmation, before } satisfies Confirmation) })
    .where('deployment_id', '=', transaction.deploymentId)
    .where('id', '=', id)
    .execute()
  await transaction
    .updateTable('triage_change')
    .set({ match_id: id })
    .where('deployment_id', '=', transaction.deploymentId)
    .where('id', '=', changeId)
    .execute()
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

/**
 * Closes the offers that a confirmed one answers: of the same finding on other refs, further ones of the rows that joined the
 * flaw, and those with which the same scan offered it to other findings, since only one of them can be it.
 * @returns the ids of the offers, and of the findings to which they were made.
 */
async function settleOffers(
  transaction: ChangeTransaction,
  { id, scan_id, other_id, finding_id }: MatchRow,
  { flawId, joined }: { flawId: number; joined: readonly number[] },
): Promise<{ offers: number[]; withdrawn: number[] }> {
  const ofFlaw = rowsOfFlaw(transaction, flawId)
  const closed = await transaction
    .updateTable('finding_match')
    .set((eb) => ({
      state: eb
        .case()
        .when(eb('finding_id', 'in', ofFlaw).and('other_id', 'in', ofFlaw))
        .then('confirmed')
        .else('rejected')
        .end(),
    }))
    .where('deployment_id', '=', transaction.deploymentId)
    .where('kind', '=', 'candidate')
    .where('state', '=', 'open')
    .where('id', '<>', id)
    .where((eb) =>
      eb.or([
        eb('finding_id', 'in', valuesOf([...joined, finding_id])),
        eb('finding_id', 'in', ofFlaw).and('other_id', 'in', ofFlaw),
        eb('scan_id', '=', scan_id).and('other_id', '=', other_id),
      ]),
    )
    .returning(['id', 'finding_id'])
    .execute()
  return {
    offers: closed.map((row) => row.id),
    withdrawn: closed.map((row) => row.finding_id),
  }
}
