import { deriveStatus } from '#contract/finding-status.ts'
import {
  fromCode,
  ignoreEnds,
  states,
  statuses,
  toCode,
  triageReasons,
  triageStates,
} from '#server/db/codes.ts'
import type { FindingDocument } from '#server/db/documents.ts'
import type { Row } from '#server/db/engine.ts'
import { removedFlag } from '#server/db/merge-queue.ts'
import { type FindingContent, validatedAt } from '#server/reports/findings/finding-content.ts'
import { withTicket } from '#server/reports/findings/finding-document.ts'
import type { ReportedFinding } from '#server/reports/report/report.ts'
import type { HistoryLine, RunTarget } from '../run.ts'
import { type ReportedState, reportedStateOf } from '../state/reported-state.ts'
import type { ReportedTriage } from '../state/reported-triage.ts'
import type { InheritedTriage } from './inherited-triage.ts'

/** The values of a new finding that do not come from the scan. */
export interface NewFinding {
  content: FindingContent
  policyId: number | null
  /** The triage of the same flaw on another ref. */
  inherited?: InheritedTriage | undefined
  /** Since when that flaw is open on the primary branch. */
  openSince?: number | null
  /** The ticket of that flaw. */
  ticket?: FindingDocument['external_ticket']
  /** The triage in the file; none if the finding inherits a decision. */
  triage?: ReportedTriage | null
  /** Whether it may be the same as a triaged finding. */
  isUncertain?: boolean
}

/** A new finding as stored, and the first events of its history. */
export function newRow(
  target: Omit<RunTarget, 'kind' | 'isProjects' | 'isKept'>,
  finding: ReportedFinding,
  ids: NewFinding,
) {
  const { content, policyId, inherited, isUncertain } = ids
  const initialState = reportedStateOf(finding, target.at)
  const decision = inherited ?? columnsOf(ids.triage ?? null)
  const row: Row = {
    deployment_id: target.deploymentId,
    project_id: target.projectId,
    ref_id: target.refId,
    on_primary: Number(target.onPrimary),
    policy_id: policyId,
    source_id: target.sourceId,
    uncertain: Number(isUncertain ?? false),
    state: toCode(states, initialState.state),
    triage_state: decision.triage_state,
    triage_reason: decision.triage_reason,
    triage_comment: decision.triage_comment,
    triaged_at: decision.triaged_at,
    triaged_by: decision.triaged_by,
    ignored_until: decision.ignored_until,
    ignore_ends: decision.ignore_ends,
    open_since: ids.openSince ?? null,
    reopened_at: inherited?.reopened_at ?? reopenedAt(ids),
    approval_id: decision.approval_id,
    approval_state: decision.approval_state,
    approval_severity: decision.approval_severity,
    triage_change_id: null,
    status: toCode(statuses, deriveStatus(initialState.state, fromCode(triageStates, decision.triage_state))),
    removed: removedFlag(initialState.state, target.onMergeQueue),
    created_at: initialState.createdAt,
    relevant_since: initialState.relevantSince,
    state_updated_at: initialState.stateUpdatedAt,
    first_seen_scan_id: target.scanId,
    last_seen_scan_id: target.scanId,
    fixed_scan_id: null,
    reappeared: 0,
    validated_at: validatedAt(finding, target.at),
    ...content,
    ...(ids.ticket ? { document_json: withTicket(content.document_json, ids.ticket) } : {}),
    has_ticket: Number(finding.externalTicket !== null || Boolean(ids.ticket)),
  }
  return { row, history: firstLines(initialState, ids, target.at) }
}

/** A file tells when a finding was reopened, if that was its last decision. */
const reopenedAt = ({ inherited, triage }: NewFinding): number | null =>
  !inherited && triage?.state === 'reopened' ? triage.at : null

/** The triage in a file; what it only requests is written once the finding exists. */
export function columnsOf(
  reported: ReportedTriage | null,
): Omit<InheritedTriage, 'from' | 'severity' | 'reopened_at'> {
  const triage = reported?.isRequest ? null : reported
  return {
    approval_id: null,
    approval_state: null,
    approval_severity: null,
    triage_state: toCode(triageStates, triage?.state ?? 'untriaged'),
    triage_reason: triage?.reason ? toCode(triageReasons, triage.reason) : null,
    triage_comment: triage?.comment ?? null,
    triaged_at: triage?.at ?? null,
    triaged_by: triage?.by.actor ?? null,
    ignored_until: triage?.until ?? null,
    ignore_ends: triage?.ends ? toCode(ignoreEnds, triage.ends) : null,
  }
}

function firstLines(
  initialState: ReportedState,
  { inherited, triage }: Pick<NewFinding, 'inherited' | 'triage'>,
  at: number,
): HistoryLine[] {
  const lines: HistoryLine[] = []
  if (initialState.state !== 'unresolved')
    lines.push({
      kind: initialState.state,
      at: initialState.stateUpdatedAt,
      from: null,
      to: initialState.state,
    })
  if (inherited) {
    const reason = fromCode(triageReasons, inherited.triage_reason)
    // The note of an inherited decision contains the name of its original ref.
    lines.push({
      kind: 'inherited',
      at,
      from: 'untriaged',
      to: fromCode(triageStates, inherited.triage_state),
      reason,
      note: inherited.from,
      until: inherited.ignored_until,
      ends: fromCode(ignoreEnds, inherited.ignore_ends),
    })
  } else if (triage && !triage.isRequest) lines.push(triageLine(triage, 'untriaged'))
  return lines
}

/** The event of triage in a file. */
export const triageLine = (triage: ReportedTriage, from: ReportedTriage['state']): HistoryLine => ({
  kind: triage.state === 'untriaged' ? 'noted' : 'triaged',
  at: triage.at,
  from,
  to: triage.state,
  reason: triage.reason,
  note: triage.comment,
  until: triage.until,
  ends: triage.ends,
  actor: triage.by.actor,
})
