import {
  approvalStates,
  fromCode,
  ignoreEnds,
  severities,
  toCode,
  triageReasons,
  triageStates,
} from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { readSetting } from '#server/db/deployment-setting.ts'
import type { Decision } from './decision.ts'

/** The name of the setting; its value is a boolean. */
export const approvalSetting = 'requireApproval'

export const requestedState = toCode(approvalStates, 'requested')
export const approvedState = toCode(approvalStates, 'approved')
export const declinedState = toCode(approvalStates, 'declined')

/** The lowest severity of findings that only two people can ignore. */
export const leastSeverity = toCode(severities, 'high')

const ignored = toCode(triageStates, 'ignored')

/** Whether ignoring critical and high findings needs a second person in a deployment. */
export const requiresApproval = async (reader: Reader, deploymentId: number): Promise<boolean> =>
  (await readSetting<boolean>(reader, deploymentId, approvalSetting)) === true

/** Whether a decision can be requested: an approver has to know why. */
export const isExplained = ({ reason, note }: Pick<Decision, 'reason' | 'note'>): boolean =>
  reason !== null && reason !== 'no_triage_reason' && (note ?? '').trim() !== ''

/** Whether a decision, where the deployment requires approval, has to be requested for a finding. */
export const needsApproval = (
  { severity, triage_state, triage_reason, ignored_until, ignore_ends }: IgnorableFinding,
  { state, reason, until, ends }: Pick<Decision, 'state' | 'reason' | 'until' | 'ends'>,
): boolean =>
  state === 'ignored' &&
  severity >= leastSeverity &&
  // Another note for the same decision.
  !(
    triage_state === ignored &&
    fromCode(triageReasons, triage_reason) === reason &&
    ignored_until === until &&
    fromCode(ignoreEnds, ignore_ends) === (ends ?? null)
  )

interface IgnorableFinding {
  severity: number
  triage_state: number
  triage_reason: number | null
  ignored_until: number | null
  ignore_ends: number | null
}

/**
 * Whether an ignored finding stays ignored with another severity, where the deployment requires approval: if that severity
 * needs none, or is not above the one with which it was approved, or without an approval the one it had.
 */
export const staysIgnored = (
  before: { severity: number; approval_severity: number | null },
  severity: number,
): boolean => severity < leastSeverity || severity <= (before.approval_severity ?? before.severity)

/**
 * Separates findings that a decision changes.
 * @returns `now`: those that it changes at once; `waiting`: those for which it has to be approved; `refused`: those that
 * would wait, but the decision has no reason or no note. Reads the setting only if it matters.
 */
export async function splitByApproval<Row extends IgnorableFinding>(
  reader: Reader,
  deploymentId: number,
  decision: Decision,
  rows: readonly Row[],
): Promise<{ now: readonly Row[]; waiting: readonly Row[]; refused: readonly Row[] }> {
  const needing = rows.filter((row) => needsApproval(row, decision))
  if (needing.length === 0 || !(await requiresApproval(reader, deploymentId)))
    return { now: rows, waiting: [], refused: [] }
  const now = rows.filter((row) => !needsApproval(row, decision))
  return isExplained(decision)
    ? { now, waiting: needing, refused: [] }
    : { now, waiting: [], refused: needing }
}

/** Says in the history why a finding was reopened. */
export const raisedNote = 'Its severity was raised, and ignoring it needs approval again.'

/** The triage of an ignored finding that `staysIgnored` does not let stay so, beside its status. */
export const reopenedColumns = ({ approval_id, approval_state }: WithApproval) => ({
  triage_state: toCode(triageStates, 'reopened'),
  triage_reason: null,
  ignored_until: null,
  ignore_ends: null,
  triage_change_id: null,
  approval_severity: null,
  // What somebody asks for now can still be approved.
  ...(approval_state === requestedState
    ? { approval_id, approval_state }
    : { approval_id: null, approval_state: null }),
})

interface WithApproval {
  approval_id: number | null
  approval_state: number | null
}
