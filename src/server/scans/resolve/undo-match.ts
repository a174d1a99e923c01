import { sql } from 'kysely'
import { deriveStatus } from '#contract/finding-status.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import {
  fromCode,
  ownerSources,
  severities,
  states,
  statuses,
  toCode,
  triageStates,
} from '#server/db/codes.ts'
import { removedFlag, removedFromLists } from '#server/db/merge-queue.ts'
import {
  raisedNote,
  reopenedColumns,
  requiresApproval,
  staysIgnored,
} from '#server/findings/approval-rules.ts'
import { type ValuesBeforeMatch, valuesBeforeMatch } from '#server/findings/before-match.ts'
import { refreshOffers } from '#server/findings/flaws/offers.ts'
import { severityEventKind } from '#server/findings/history/status-history.ts'
import { parseDocument } from '#server/findings/list/write-finding.ts'
import { derivedStatus } from '#server/findings/triage-sql.ts'
import {
  insertEvents,
  insertOwnFlaw,
  moveEvents,
  noDecision,
  updateFindings,
} from '#server/findings/writes.ts'
import { contentColumns } from '#server/reports/findings/finding-content.ts'
import type { TriageActor } from '#server/triage/decisions/apply-decision.ts'
import { insertMatchEvents, type MatchEvent } from '#server/triage/flaws/history-line.ts'
import type { FullFinding, MatchRow } from '#server/triage/flaws/open-match.ts'
import { excludeFlaw } from '../lifecycle/plan/exclude-flaw.ts'
import {
  eventsSinceMatch,
  primaryEventsSinceMatch,
  type ScanEvent,
  type SeverityChange,
  severitySinceMatch,
} from './scan-events.ts'

const setByHand = toCode(ownerSources, 'manual')

/**
 * Undoes a match: what that scan and later ones reported becomes a separate, untriaged finding, and the matched finding
 * is restored. Since the scan did not report the matched finding, it counts as fixed by the scan, unless it was already
 * closed.
 * @returns the id of the new finding.
 * Source: docs/api.md#identity.
 */
export async function undoMatch(
  transaction: ChangeTransaction,
  finding: FullFinding,
  match: MatchRow,
  by: TriageActor,
): Promise<number> {
  const previous = valuesBeforeMatch(match.before_json)
  const events = await eventsSinceMatch(transaction, match)
  const insertedId = await insertReportedFinding(transaction, finding, match, previous, events)
  const severity = await severitySinceMatch(transaction, match, {
    stored: previous.finding.severity,
    now: finding.severity,
  })
  const eventIds = [...events.map(({ id }) => id), ...severity.laterIds]
  await moveEvents(transaction, eventIds, { from: finding.id, to: insertedId })
  const ofBranch = await primaryEventsSinceMatch(transaction, match)
  await insertEvents(
    transaction,
    ofBranch.map((event) => ({ ...event, finding_id: insertedId })),
  )
  const before = { ...previous.finding, severity: severity.before }
  const restored = await restoreFinding(transaction, finding, match, before, by)
  const flawId = await restoreFlaw(transaction, finding, insertedId, previous)
  await restoreDetails(transaction, finding.id, previous)
  await deleteAlias(transaction, finding, insertedId)
  const { project_id: projectId, id } = finding
  await excludeFlaw(transaction, { projectId, flawId, findingId: insertedId })
  await insertMatchEvents(transaction, by, [
    ...severityRestored(finding, match, severity),
    {
      kind: restored === 'removed' ? 'removed' : 'fixed',
      findingId: id,
      at: match.at,
      scanId: match.scan_id,
      from: events[0]?.from_state ?? fromCode(states, finding.state),
      to: restored,
    },
    { kind: 'separated', findingId: id, otherId: insertedId },
    { kind: 'separated', findingId: insertedId, otherId: id },
  ])
  return insertedId
}

/**
 * Gives a finding whose code had changed its flaw and its decision back, unless somebody decided since; what scans
 * report now keeps the flaw of the changed code.
 * @returns the flaw of the finding.
 */
async function restoreFlaw(
  transaction: ChangeTransaction,
  finding: FullFinding,
  insertedId: number,
  { finding: previous }: ValuesBeforeMatch,
): Promise<number> {
  const flawId = previous.flaw_id ?? finding.flaw_id
  if (flawId !== finding.flaw_id) {
    await updateFindings(transaction, [finding.id], { flaw_id: flawId })
    await updateFindings(transaction, [insertedId], { flaw_id: finding.flaw_id })
  }
  const isDecidedSince = finding.triage_change_id !== null
  if (previous.triage_state === undefined || isDecidedSince) return flawId
  const decision = Object.fromEntries(
    Object.entries(previous).filter(([column]) => decisionColumns.includes(column)),
  )
  await transaction
    .updateTable('finding_match')
    .set({ state: 'rejected' })
    .where('deployment_id', '=', transaction.deploymentId)
    .where('finding_id', '=', finding.id)
    .where('other_id', '=', finding.id)
    .execute()
  await updateFindings(transaction, [finding.id], decision)
  await updateFindings(transaction, [finding.id], {
    status: derivedStatus(sql.lit(previous.triage_state)),
  })
  await refreshOffers(transaction, [finding.id])
  return flawId
}

const decisionColumns = [
  ...['triage_state', 'triage_reason', 'triage_comment', 'triaged_at', 'triaged_by', 'triage_change_id'],
  ...['ignored_until', 'ignore_ends', 'reopened_at', 'approval_id', 'approval_state', 'approval_severity'],
]

/** The event with which a finding has its severity from before a match again. */
function severityRestored(
  { id: findingId }: FullFinding,
  { at, scan_id: scanId }: MatchRow,
  { before, atMatch }: SeverityChange,
): MatchEvent[] {
  if (atMatch === null || atMatch === before) return []
  const [from, to] = [fromCode(severities, atMatch), fromCode(severities, before)]
  return [{ kind: severityEventKind, findingId, at, scanId, from, to }]
}

/** Inserts what scans reported since the match as a separate finding, without the triage of people. */
async function insertReportedFinding(
  transaction: ChangeTransaction,
  finding: FullFinding,
  match: MatchRow,
  previous: ValuesBeforeMatch,
  events: readonly ScanEvent[],
): Promise<number> {
  const { id: _, deployment_id: __, upgrade: ___, ...row } = finding
  // The owner that a person set, a ticket and comments belong to the matched finding, not to what the scan reported.
  const { external_ticket: _ticket, review_comments: _comments, ...document } = parseDocument(finding)
  const isReopened = finding.relevant_since !== (previous.finding.relevant_since ?? finding.relevant_since)
  const untriaged = toCode(triageStates, 'untriaged')
  const id = await insertOwnFlaw(transaction, {
    ...row,
    ...(row.owner_source === setByHand ? { owner: null, owner_source: null } : {}),
    uncertain: 0,
    ...noDecision,
    triage_state: untriaged,
    open_since: null,
    reopened_at: null,
    status: toCode(statuses, deriveStatus(fromCode(states, row.state), 'untriaged')),
    created_at: match.at,
    relevant_since: isReopened ? row.relevant_since : match.at,
    state_updated_at: events.length > 0 ? row.state_updated_at : match.at,
    first_seen_scan_id: match.scan_id,
    reappeared: events.filter(({ isReturn }) => isReturn).length,
    has_ticket: 0,
    document_json: JSON.stringify(document),
  })
  await copyDetails(transaction, finding.id, id)
  return id
}

async function copyDetails(transaction: ChangeTransaction, from: number, to: number): Promise<void> {
  const [detail, evidence] = [
    await transaction
      .selectFrom('finding_detail')
      .selectAll()
      .where('deployment_id', '=', transaction.deploymentId)
      .where('finding_id', '=', from)
      .executeTakeFirst(),
    await transaction
      .selectFrom('finding_evidence')
      .selectAll()
      .where('deployment_id', '=', transaction.deploymentId)
      .where('finding_id', '=', from)
      .executeTakeFirst(),
  ]
  if (detail)
    await transaction
      .insertInto('finding_detail')
      .values({ ...detail, finding_id: to })
      .execute()
  if (evidence)
    await transaction
      .insertInto('finding_evidence')
      .values({ ...evidence, finding_id: to })
      .execute()
}

/** Restores a finding to its state before the match; people's changes are kept. @returns its state. */
async function restoreFinding(
  transaction: ChangeTransaction,
  finding: FullFinding,
  match: MatchRow,
  previous: ValuesBeforeMatch['finding'] & { severity: number },
  by: TriageActor,
) {
  const content = Object.fromEntries(
    contentColumns.flatMap((column) => (column in previous ? [[column, previous[column]]] : [])),
  )
  const state = previous.state === undefined ? 'unresolved' : fromCode(states, previous.state)
  const wasClosed = state === 'fixed' || state === 'removed'
  const now = wasClosed ? state : 'fixed'
  const { external_ticket, review_comments } = parseDocument(finding)
  const document = parseDocument({ document_json: previous.document_json ?? finding.document_json })
  const raised = await reopenedIfRaised(transaction, finding, previous.severity, by)
  const triage = raised ? 'reopened' : fromCode(triageStates, finding.triage_state)
  await updateFindings(transaction, [finding.id], {
    ...content,
    ...raised,
    document_json: JSON.stringify({
      ...document,
      external_ticket,
      review_comments,
    }),
    state: toCode(states, now),
    status: toCode(statuses, deriveStatus(now, triage)),
    removed: removedFlag(now, finding.removed === removedFromLists),
    fixed_scan_id: wasClosed ? (previous.fixed_scan_id ?? null) : match.scan_id,
    state_updated_at: wasClosed ? (previous.state_updated_at ?? match.at) : match.at,
    relevant_since: previous.relevant_since ?? finding.relevant_since,
    open_since: previous.open_since === undefined ? finding.open_since : previous.open_since,
    reappeared: previous.reappeared ?? finding.reappeared,
    last_seen_scan_id: previous.last_seen_scan_id ?? finding.last_seen_scan_id,
  })
  return now
}

/** The triage of an ignored finding that gets a severity with which ignoring it needs approval again, with an event. */
async function reopenedIfRaised(
  transaction: ChangeTransaction,
  finding: FullFinding,
  severity: number,
  { actor, at }: TriageActor,
) {
  const ignored = toCode(triageStates, 'ignored')
  const isSame = severity === finding.severity
  if (finding.triage_state !== ignored || isSame || staysIgnored(finding, severity)) return null
  if (!(await requiresApproval(transaction, transaction.deploymentId))) return null
  await insertEvents(transaction, [
    {
      deployment_id: finding.deployment_id,
      finding_id: finding.id,
      at,
      kind: 'triaged',
      actor,
      from_state: 'ignored',
      to_state: 'reopened',
      reason: null,
      note: raisedNote,
      scan_id: null,
      change_id: null,
    },
  ])
  return { ...reopenedColumns(finding), reopened_at: at }
}

async function restoreDetails(
  transaction: ChangeTransaction,
  findingId: number,
  { detail, evidence }: ValuesBeforeMatch,
): Promise<void> {
  if (Object.keys(detail).length > 0)
    await transaction
      .updateTable('finding_detail')
      .set(detail)
      .where('deployment_id', '=', transaction.deploymentId)
      .where('finding_id', '=', findingId)
      .execute()
  const { finding_id: _, ...evidenceFields } = evidence
  // A finding from before evidence was stored gets none, so that the next scan reads it from the details.
  const hadNone = (evidenceFields.message ?? null) === null
  if (hadNone)
    await transaction
      .deleteFrom('finding_evidence')
      .where('deployment_id', '=', transaction.deploymentId)
      .where('finding_id', '=', findingId)
      .execute()
  else
    await transaction
      .updateTable('finding_evidence')
      .set(evidenceFields)
      .where('deployment_id', '=', transaction.deploymentId)
      .where('finding_id', '=', findingId)
      .execute()
}

/** Deletes the fingerprint alias, if the tool changed its fingerprints: the new one belongs to another finding. */
async function deleteAlias(
  transaction: ChangeTransaction,
  { project_id, source_id }: FullFinding,
  insertedId: number,
) {
  const { deploymentId } = transaction
  await transaction
    .deleteFrom('fingerprint_alias')
    .where('deployment_id', '=', deploymentId)
    .where('project_id', '=', project_id)
    .where('source_id', '=', source_id)
    .where('fingerprint', '=', (eb) =>
      eb
        .selectFrom('finding_evidence')
        .select('fingerprint')
        .where('deployment_id', '=', deploymentId)
        .where('finding_id', '=', insertedId),
    )
    .execute()
}
