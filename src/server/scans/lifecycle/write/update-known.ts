import { deriveStatus } from '#contract/finding-status.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { fromCode, ignoreEnds, states, statuses, toCode, triageStates } from '#server/db/codes.ts'
import { insertNewRows, insertRows, type Row, type Value } from '#server/db/engine.ts'
import { removedFlag, removedFromLists } from '#server/db/merge-queue.ts'
import { raisedNote, reopenedColumns, staysIgnored } from '#server/findings/approval-rules.ts'
import { insertEvents, updateEachFinding, updateFindings } from '#server/findings/writes.ts'
import { detailOf, type FindingContent, validatedAt } from '#server/reports/findings/finding-content.ts'
import { mergeDocuments } from '#server/reports/findings/finding-document.ts'
import { yieldToEventLoop } from '#server/reports/input/reader.ts'
import type { ReportedFinding } from '#server/reports/report/report.ts'
import type { LifecycleCounts } from '#server/reports/report/summary.ts'
import type { EndedIgnore } from '#server/triage/decisions/reopen-ignored.ts'
import { differences } from '../differences.ts'
import {
  candidateRow,
  formerDecisionRow,
  isNamedMatch,
  type MatchedRow,
  matchEvent,
  matchRow,
  uncertainEvent,
} from '../plan/matches.ts'
import type { RunPlan } from '../plan/plan.ts'
import { eventRow, type HistoryLine, type PreparedRun } from '../run.ts'
import { isPresent } from '../state/reported-state.ts'
import { type Absence, type FindingState, stateWhenReported } from '../state/transitions.ts'
import { type CodeChanges, changeCode, codeChangesOf } from './changed-code.ts'
import { changedLines } from './changed-lines.ts'
import { followDismissal } from './dismissals.ts'
import { type EvidenceRow, evidenceRow, isOtherEvidence } from './evidence-row.ts'
import { hasReportedEnd } from './reported-end.ts'
import { isRerated, startAnew } from './rerated.ts'

/** Rows per read: enough to be fast, few enough to limit memory on a large ref. */
const rowsPerBatch = 250

/** What is written of some findings, with as many statements for each kind as for one. */
interface Batch {
  updates: { id: number; changes: Row }[]
  /** Those of which nothing else changes. */
  seen: number[]
  /** Ignored ones of which the scan reports what ends that. */
  ended: EndedIgnore[]
  events: Row[]
  matches: Row[]
  details: Row[]
  evidence: Row[]
}

/** What an update tells of findings. */
interface Updated {
  /** Those that are in another file now. */
  moved: number[]
  /** Those of which the scan shows that they are a flaw of another ref. */
  joined: number[]
  /** Ignored ones of which the scan reports what ends that. */
  ended: EndedIgnore[]
}

/** Updates the stored findings of this source and ref from a run, and counts the changes. */
export async function updateKnown(
  transaction: ChangeTransaction,
  prepared: PreparedRun,
  plan: RunPlan,
  counts: LifecycleCounts,
): Promise<Updated> {
  const updated: Updated = { moved: [], joined: [], ended: [] }
  const codeChanges = await codeChangesOf(transaction, plan)
  for (let from = 0; from < plan.stored.length; from += rowsPerBatch) {
    const some = plan.stored.slice(from, from + rowsPerBatch)
    const rows = await storedRows(
      transaction,
      some.map(({ id }) => id),
    )
    const batch: Batch = {
      ...{ updates: [], seen: [], ended: [], events: [], matches: [] },
      ...{ details: [], evidence: [] },
    }
    for (const [index, one] of some.entries()) {
      const row = rows.get(one.id)
      if (!row) throw new Error(`the finding ${one.id} is gone`)
      updateOne(batch, prepared, plan, { row, one, at: from + index, counts, codeChanges })
    }
    await writeBatch(transaction, prepared.target.scanId, batch)
    const changing = (column: string) =>
      batch.updates.flatMap(({ id, changes }) => (column in changes ? [id] : []))
    updated.moved.push(...changing('path'))
    updated.joined.push(...changing('flaw_id'))
    // Readers have a separate connection: they are answered between two batches.
    updated.ended.push(...batch.ended)
    await yieldToEventLoop()
  }
  return updated
}

interface KnownFinding {
  row: Stored
  one: RunPlan['stored'][number]
  /** Its place in the plan. */
  at: number
  counts: LifecycleCounts
  codeChanges: CodeChanges
}

function updateOne(
  { updates, seen, ended, events, matches, details, evidence }: Batch,
  prepared: PreparedRun,
  plan: RunPlan,
  { row, one, at, counts, codeChanges }: KnownFinding,
) {
  const { target } = prepared
  const finding = plan.reportedOf(at)
  const present = finding !== undefined && isPresent(finding)
  const step = present
    ? stepForReported(row, finding, target.at)
    : stepForMissing(row, finding ? 'fixed' : plan.absenceOf(at), target)
  if (present) {
    counts[step.isReopened ? 'reopened' : 'unchanged'] += 1
    followDismissal(prepared, row, finding, step)
    // The first scan of a category takes over findings of another one.
    if (row.source_id !== target.sourceId) step.changes['source_id'] = target.sourceId
    const contentChanges = changesOfContent(prepared, row, finding)
    if (Object.keys(contentChanges.detail).length > 0)
      details.push({ finding_id: row.id, ...detailOf(finding) })
    const basis = plan.basisOf(finding)
    const newEvidence = evidenceRow(row.id, finding, one)
    // The plan has salted stored evidence where the scan's is.
    const known = { code: row.code && one.code, tokens: row.tokens && one.tokens }
    const isEnded = hasEnded(prepared, { row, known }, contentChanges.finding, newEvidence)
    if (basis === 'changed_code' && !isEnded) {
      changeCode({ ...step, content: contentChanges.finding }, row, finding, { codeChanges, at: target.at })
      if (step.changes['uncertain'] === 1) matches.push(formerDecisionRow(target, row))
    }
    if (basis && isNamedMatch(basis, row, finding)) {
      counts.moved += 1
      const changes = {
        finding: { ...contentChanges.finding, ...step.changes },
        detail: contentChanges.detail,
        evidence: newEvidence,
      }
      matches.push(matchRow(target, row, basis, changes))
      events.push(eventRow(target, row.id, matchEvent(target.at, basis, row, finding)))
    }
    Object.assign(step.changes, contentChanges.finding)
    step.history.push(...changedLines(row, contentChanges.finding, target.at))
    const rules = plan.ruleRenameOf(one)
    if (rules && 'rule_id' in contentChanges.finding)
      step.history.push({ kind: 'rule_renamed', at: target.at, ...rules })
    if (isRerated(row, contentChanges.finding)) startAnew(row, step.changes, target.at)
    else reopenIfRaised(prepared, row, step)
    if (isEnded) ended.push({ id: row.id, ends: row.ignore_ends ?? 0 })
    if (offerOthers(step, row, { matches, events }, { plan, finding, target })) counts.uncertain += 1
    if (isOtherEvidence(row, newEvidence)) evidence.push(newEvidence)
  }
  renameRule(prepared, row, step, present)
  if (step.absence === 'fixed') counts.fixed += 1
  if (step.absence === 'removed') counts.removed += 1
  if (Object.keys(step.changes).length > 0) {
    // An update writes the whole row, so that the scan is written with it.
    if (present) step.changes['last_seen_scan_id'] = target.scanId
    updates.push({ id: row.id, changes: step.changes })
  } else if (present) seen.push(row.id)
  events.push(...step.history.map((line) => eventRow(target, row.id, line)))
}

/**
 * Records which findings are on offer to one that is certain until now. Its own former decision, which ended with its
 * code, is one of the offers. @returns whether the scan makes it uncertain.
 */
function offerOthers(
  step: Step,
  row: Stored,
  { matches, events }: Pick<Batch, 'matches' | 'events'>,
  { plan, finding, target }: { plan: RunPlan; finding: ReportedFinding; target: PreparedRun['target'] },
): boolean {
  const others = plan.offersOf(finding).filter(({ stored }) => stored.id !== row.id)
  const offers = others.length + Number(step.changes['uncertain'] === 1)
  if (offers === 0 || row.uncertain === 1) return false
  step.changes['uncertain'] = 1
  matches.push(...others.map((offer) => candidateRow(target, row.id, offer)))
  events.push(eventRow(target, row.id, uncertainEvent(target.at, offers, true)))
  return true
}

/**
 * Gives a finding the id under which the run reports its rule: one that it reports, or that is closed. What the run did
 * not look at keeps the former one.
 */
function renameRule({ renameOf, target }: PreparedRun, row: Stored, step: Step, isPresent: boolean): void {
  const isClosed = step.absence !== undefined || !isOpenState(stateOfRow(row))
  const rename = renameOf(row.rule_id)
  if (!rename || !(isPresent || isClosed)) return
  const { from, to } = rename
  step.changes['rule_id'] = to.id
  step.history.push({ kind: 'rule_renamed', at: target.at, from: from.path, to: to.path })
}

async function writeBatch(transaction: ChangeTransaction, scanId: number, batch: Batch) {
  await updateEachFinding(transaction, batch.updates)
  await insertEvents(transaction, batch.events)
  await insertNewRows(transaction, 'finding_match', batch.matches)
  await replaceDetails(transaction, batch.details)
  await replaceEvidence(transaction, batch.evidence)
  await updateFindings(transaction, batch.seen, { last_seen_scan_id: scanId })
}

/** What the scan changes of a finding, and of its details. */
function changesOfContent(
  prepared: PreparedRun,
  row: Stored,
  finding: ReportedFinding,
): { finding: Record<string, Value>; detail: Record<string, Value> } {
  const content = prepared.content(finding)
  const { code_json, data_flow_json, fix_json, references_json } = row
  const previous = { code_json, data_flow_json, fix_json, references_json }
  return {
    finding: differences(row, {
      ...withMergedDocument(row, content),
      validated_at: validatedAt(finding, prepared.target.at),
    }),
    detail: differences(previous, detailOf(finding)),
  }
}

/** Reopens an ignored finding whose severity was raised, if ignoring it needs approval again. */
function reopenIfRaised({ triage, target }: PreparedRun, row: Stored, { changes, history }: Step): void {
  const { severity } = changes
  const ignored = toCode(triageStates, 'ignored')
  if (!triage.isApprovalRequired || typeof severity !== 'number' || row.triage_state !== ignored) return
  if (staysIgnored(row, severity)) return
  const state = typeof changes['state'] === 'number' ? changes['state'] : row.state
  Object.assign(changes, {
    ...reopenedColumns(row),
    reopened_at: target.at,
    status: toCode(statuses, deriveStatus(fromCode(states, state), 'reopened')),
  })
  history.push({ kind: 'triaged', at: target.at, from: 'ignored', to: 'reopened', note: raisedNote })
}

const ignoredState = toCode(triageStates, 'ignored')

/**
 * Whether a scan reports what a finding is ignored until: a fixed version, a secret that works, or on the primary branch
 * other code where both scans tell the code. Source: docs/api.md#triage.
 */
function hasEnded(
  { target }: PreparedRun,
  { row, known }: { row: Stored; known: Pick<Stored, 'code' | 'tokens'> },
  changes: Record<string, Value>,
  evidence: Row,
): boolean {
  if (row.ignore_ends === null || row.triage_state !== ignoredState || target.onMergeQueue) return false
  if (fromCode(ignoreEnds, row.ignore_ends) !== 'code_changed')
    return hasReportedEnd(row.ignore_ends, { ...row, ...changes })
  const { code = null, tokens = null } = evidence
  const isSame = known.tokens === null ? known.code === code : known.tokens === tokens
  return target.onPrimary && known.code !== null && code !== null && !isSame
}

/** Most findings are reported unchanged: then the document is not parsed. */
function withMergedDocument(previous: Pick<Stored, 'document_json'>, content: FindingContent): Row {
  if (previous.document_json === content.document_json) return content
  const { text, hasTicket } = mergeDocuments(previous.document_json, content.document_json)
  return { ...content, document_json: text, has_ticket: Number(hasTicket) }
}

type Stored = MatchedRow & EvidenceRow & Awaited<ReturnType<typeof readRows>>[number]

async function storedRows(
  transaction: ChangeTransaction,
  ids: readonly number[],
): Promise<Map<number, Stored>> {
  return new Map((await readRows(transaction, ids)).map((row) => [row.id, row]))
}

function readRows(transaction: ChangeTransaction, ids: readonly number[]) {
  return transaction
    .selectFrom('finding')
    .leftJoin('finding_detail', (join) =>
      join
        .onRef('finding_detail.deployment_id', '=', 'finding.deployment_id')
        .onRef('finding_detail.finding_id', '=', 'finding.id'),
    )
    .leftJoin('finding_evidence as evidence', (join) =>
      join
        .onRef('evidence.deployment_id', '=', 'finding.deployment_id')
        .onRef('evidence.finding_id', '=', 'finding.id'),
    )
    .selectAll('finding')
    .select(['code_json', 'data_flow_json', 'fix_json', 'references_json'])
    .select([
      'evidence.scheme',
      'evidence.fingerprint',
      'evidence.other_scheme',
      'evidence.other_fingerprint',
    ])
    .select(['evidence.code', 'evidence.tokens', 'evidence.context', 'evidence.flow'])
    .select(['evidence.message', 'evidence.aliases_json', 'evidence.purl', 'evidence.distribution'])
    .select('evidence.part')
    .where('finding.deployment_id', '=', transaction.deploymentId)
    .where('finding.id', 'in', ids)
    .execute()
}

interface Step {
  changes: Record<string, Value>
  history: HistoryLine[]
  isReopened: boolean
  /** The new state of a known finding that is not reported. */
  absence?: Absence
}

const stateOfRow = (row: Stored): FindingState => ({
  state: fromCode(states, row.state),
  triage: fromCode(triageStates, row.triage_state),
})

const isOpenState = ({ state }: FindingState) => state === 'unresolved' || state === 'muted'

function stepForReported(row: Stored, finding: ReportedFinding, at: number): Step {
  const previous = stateOfRow(row)
  const now = stateWhenReported(previous, finding.suppressed)
  if (now.event === null) return { changes: {}, history: [], isReopened: false }
  const history: HistoryLine[] = [{ kind: now.event, at, from: previous.state, to: now.state }]
  if (now.triage !== previous.triage)
    history.push({ kind: 'triaged', at, from: previous.triage, to: now.triage })
  return {
    changes: {
      state: toCode(states, now.state),
      triage_state: toCode(triageStates, now.triage),
      status: toCode(statuses, deriveStatus(now.state, now.triage)),
      state_updated_at: at,
      ...(now.event === 'unmuted' ? { reopened_at: at } : {}),
      ...(now.isReopened
        ? {
            relevant_since: at,
            open_since: null,
            reappeared: row.reappeared + 1,
            removed: removedFlag(now.state, row.removed === removedFromLists),
            fixed_scan_id: null,
          }
        : {}),
      // The current triage is no longer the person's decision, so undoing that decision must not change the finding.
      ...(now.triage === previous.triage ? {} : { triage_change_id: null }),
    },
    history,
    isReopened: now.isReopened,
  }
}

function stepForMissing(row: Stored, absence: Absence, target: { at: number; scanId: number }): Step {
  const previous = stateOfRow(row)
  if (!isOpenState(previous) || absence === 'kept') return { changes: {}, history: [], isReopened: false }
  return {
    changes: {
      state: toCode(states, absence),
      status: toCode(statuses, deriveStatus(absence, previous.triage)),
      removed: removedFlag(absence, row.removed === removedFromLists),
      state_updated_at: target.at,
      fixed_scan_id: absence === 'fixed' ? target.scanId : null,
    },
    history: [{ kind: absence, at: target.at, from: previous.state, to: absence }],
    isReopened: false,
    absence,
  }
}

async function replaceDetails(transaction: ChangeTransaction, rows: readonly Row[]) {
  if (rows.length === 0) return
  await transaction
    .deleteFrom('finding_detail')
    .where('deployment_id', '=', transaction.deploymentId)
    .where('finding_id', 'in', findingIds(rows))
    .execute()
  await insertRows(transaction, 'finding_detail', ofDeployment(transaction, rows))
}

async function replaceEvidence(transaction: ChangeTransaction, rows: readonly Row[]) {
  if (rows.length === 0) return
  await transaction
    .deleteFrom('finding_evidence')
    .where('deployment_id', '=', transaction.deploymentId)
    .where('finding_id', 'in', findingIds(rows))
    .execute()
  await insertRows(transaction, 'finding_evidence', ofDeployment(transaction, rows))
}

const findingIds = (rows: readonly Row[]) => rows.map((row) => Number(row['finding_id']))

const ofDeployment = ({ deploymentId }: ChangeTransaction, rows: readonly Row[]) =>
  rows.map((row) => ({ deployment_id: deploymentId, ...row }))
