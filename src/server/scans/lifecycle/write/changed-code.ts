import { deriveStatus } from '#contract/finding-status.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { fromCode, states, statuses, toCode, triageReasons, triageStates } from '#server/db/codes.ts'
import type { Value } from '#server/db/engine.ts'
import { takeIds } from '#server/db/ids.ts'
import { reopenedColumns } from '#server/findings/approval-rules.ts'
import { undecidedTriage } from '#server/findings/writes.ts'
import { withOtherTicket } from '#server/reports/findings/finding-document.ts'
import type { ReportedFinding } from '#server/reports/report/report.ts'
import type { RunPlan } from '../plan/plan.ts'
import type { HistoryLine } from '../run.ts'
import { type Inherited, readInherited } from './inherited-triage.ts'

const ignoredState = toCode(triageStates, 'ignored')

/** The note of the history event that reopens a finding. */
export const changedCodeNote = 'The code changed.'

/** What becomes of known findings whose code does something else now. */
export interface CodeChanges {
  /** The flaw that a finding belongs to from now on; undefined if its flaw is on no other ref. */
  flawOf(finding: ReportedFinding): number | undefined
  /** What the same code has on another ref. */
  inheritedBy(finding: ReportedFinding): Inherited | undefined
}

/**
 * Determines the flaws of known findings whose code changed. Code that another ref has too is the same flaw; else it is
 * a new one, so that no decision about it reaches the refs that have the old code.
 */
export async function codeChangesOf(transaction: ChangeTransaction, plan: RunPlan): Promise<CodeChanges> {
  const changed = plan.stored.flatMap((one, index) => {
    const finding = plan.reportedOf(index)
    return finding && plan.basisOf(finding) === 'changed_code' ? [{ one, finding }] : []
  })
  const own = changed.filter(({ one, finding }) => one.isShared && !plan.otherRefMatchOf(finding))
  const inherited = await readInherited(
    transaction,
    plan,
    changed.map(({ finding }) => finding),
  )
  let id = own.length === 0 ? 0 : await takeIds(transaction, transaction.deploymentId, 'finding', own.length)
  const flaws = new Map(own.map(({ finding }) => [finding, id++]))
  return {
    flawOf: (finding) => plan.otherRefMatchOf(finding)?.stored.flawId ?? flaws.get(finding),
    inheritedBy: (finding) => inherited.get(plan.otherRefMatchOf(finding)?.stored.flawId ?? 0),
  }
}

interface ChangedRow {
  document_json: string
  triage_state: number
  state: number
  approval_id: number | null
  approval_state: number | null
}

const isUndecided = ({ triage_state: state }: { triage_state: number }) => undecidedTriage.includes(state)

/**
 * Ends a decision that hides a finding whose code changed, or replaces it with that of the same code on another ref, whose
 * ticket it has too. Where nobody decided there, what was decided here is offered by the match, which a person can confirm.
 * Source: docs/api.md#identity.
 */
export function changeCode(
  step: { changes: Record<string, Value>; history: HistoryLine[]; content: Record<string, Value> },
  row: ChangedRow,
  finding: ReportedFinding,
  { codeChanges, at }: { codeChanges: CodeChanges; at: number },
): void {
  const flaw = codeChanges.flawOf(finding)
  if (flaw !== undefined) step.changes['flaw_id'] = flaw
  const state = typeof step.changes['state'] === 'number' ? step.changes['state'] : row.state
  const statusOf = (triage: number) =>
    toCode(statuses, deriveStatus(fromCode(states, state), fromCode(triageStates, triage)))
  const { triage: inherited, ticket } = codeChanges.inheritedBy(finding) ?? {}
  if (ticket && finding.externalTicket === null) {
    const { document_json: document = row.document_json } = step.content
    Object.assign(step.content, { document_json: withOtherTicket(String(document), ticket), has_ticket: 1 })
  }
  const wasIgnored = row.triage_state === ignoredState
  const isLost = wasIgnored && (!inherited || isUndecided(inherited))
  if (inherited && (wasIgnored || isUndecided(row) || !isUndecided(inherited))) {
    const { from, severity: _, ...decision } = inherited
    Object.assign(step.changes, {
      ...decision,
      triage_change_id: null,
      status: statusOf(inherited.triage_state),
      ...(isLost ? { uncertain: 1 } : {}),
    })
    step.history.push({
      kind: 'inherited',
      at,
      from: fromCode(triageStates, row.triage_state),
      to: fromCode(triageStates, inherited.triage_state),
      reason: fromCode(triageReasons, inherited.triage_reason),
      note: from,
      until: inherited.ignored_until,
    })
  } else if (wasIgnored) {
    const reopened = reopenedColumns(row)
    Object.assign(step.changes, {
      ...reopened,
      reopened_at: at,
      uncertain: 1,
      status: statusOf(reopened.triage_state),
    })
    step.history.push({ kind: 'triaged', at, from: 'ignored', to: 'reopened', note: changedCodeNote })
  }
}
