import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { toCode, triageStates } from '#server/db/codes.ts'
import { approvedState } from '#server/findings/approvals/public.ts'
import type { ReportedFinding } from '../../report/report.ts'
import type { RunPlan } from '../plan/plan.ts'
import type { Inherited } from './finding-row.ts'

const idsPerBatch = 2000

/**
 * The decisions of flaws that are ignored on other refs, by the id of the finding that represents the flaw.
 * @param findings those that may be such flaws.
 */
export async function otherRefDecisions(
  reader: ChangeTransaction,
  plan: Pick<RunPlan, 'otherRefMatchOf'>,
  findings: readonly ReportedFinding[],
): Promise<Map<number, Inherited>> {
  const ignored = toCode(triageStates, 'ignored')
  const ids = findings.flatMap((finding) => {
    const stored = plan.otherRefMatchOf(finding)?.stored
    return stored?.triageState === ignored ? [stored.id] : []
  })
  const decisions = new Map<number, Inherited>()
  for (let at = 0; at < ids.length; at += idsPerBatch) {
    const rows = await reader
      .selectFrom('finding')
      .innerJoin('ref', (join) =>
        join.onRef('ref.deployment_id', '=', 'finding.deployment_id').onRef('ref.id', '=', 'finding.ref_id'),
      )
      .select(['finding.id', 'triage_state', 'triage_reason', 'triage_comment', 'triaged_at', 'triaged_by'])
      .select([
        'ignored_until',
        'ignore_ends',
        'approval_id',
        'approval_state',
        'approval_severity',
        'severity',
      ])
      .select('ref.name as from')
      .where('finding.deployment_id', '=', reader.deploymentId)
      .where('finding.id', 'in', ids.slice(at, at + idsPerBatch))
      .execute()
    for (const { id, ...decision } of rows) {
      // What somebody asks for there is not inherited.
      const isApproved = decision.approval_state === approvedState
      decisions.set(id, isApproved ? decision : { ...decision, approval_id: null, approval_state: null })
    }
  }
  return decisions
}
