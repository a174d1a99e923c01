import { deriveStatus } from '#contract/finding-status.ts'
import { fromCode, states, statuses, toCode, triageStates } from '#server/db/codes.ts'
import type { Value } from '#server/db/engine.ts'
import { reopenedColumns } from '#server/findings/approval-rules.ts'
import type { ReportedFinding } from '#server/reports/report/report.ts'
import type { HistoryLine } from '../run.ts'
import { isOpenAgain, type RunTriage } from '../state/reported-triage.ts'
import { columnsOf, triageLine } from './finding-row.ts'

type Known = Parameters<RunTriage['noteKnown']>[1] &
  Parameters<RunTriage['dismissalOf']>[1] &
  Parameters<typeof reopenedColumns>[0]

/**
 * Follows what another service decided about a known finding: that its alert was dismissed, if nobody decided about it
 * here, and that this alert is open again. Other triage of known findings is only recorded.
 */
export function followDismissal(
  { triage, target }: { triage: RunTriage; target: { at: number } },
  row: Known,
  finding: ReportedFinding,
  { changes, history }: { changes: Record<string, Value>; history: HistoryLine[] },
): void {
  const state = fromCode(states, typeof changes['state'] === 'number' ? changes['state'] : row.state)
  const from = fromCode(triageStates, row.triage_state)
  const dismissal = triage.dismissalOf(finding, row)
  if (dismissal !== null) {
    Object.assign(changes, columnsOf(dismissal), { triage_change_id: null })
    changes['status'] = toCode(statuses, deriveStatus(state, dismissal.state))
    history.push(triageLine(dismissal, from))
    triage.noteTriaged(finding, dismissal)
  } else if (isOpenAgain(finding, row)) {
    Object.assign(changes, reopenedColumns(row), { reopened_at: target.at })
    changes['status'] = toCode(statuses, deriveStatus(state, 'reopened'))
    history.push({ kind: 'triaged', at: target.at, from, to: 'reopened', note: openAgainNote })
  } else triage.noteKnown(finding, row)
}

const openAgainNote = 'The alert is open again on GitHub.'
