import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { findingTypes, fromCode } from '#server/db/codes.ts'
import { requestedState } from '#server/findings/approval-rules.ts'
import { applyDecision } from '../decisions/apply-decision.ts'
import type { SkipReason } from '../decisions/skip-reasons.ts'
import { isChangedBy, readFlawInstances, type TriageStatus } from '../decisions/triage-state.ts'
import { addSkipped, decisionOf, type JobRow, requestedOf, skippedOf, type TriageResult } from './job.ts'
import { finishJob, type Progress } from './progress.ts'

/**
 * Triages the next findings of a job and removes them from its remaining findings, in the same transaction, so that
 * nothing is done twice if the service is killed. The number of statements does not depend on the number of findings.
 * @param size the maximum number of findings.
 */
export async function triageBatch(
  transaction: ChangeTransaction,
  job: JobRow,
  size: number,
  at: number,
): Promise<Progress> {
  const items = await transaction
    .selectFrom('job_item')
    .select(['place', 'finding_id'])
    .where('deployment_id', '=', job.deployment_id)
    .where('job_id', '=', job.id)
    .orderBy('place')
    .limit(size)
    .execute()
  const last = items.at(-1)
  if (last === undefined) return finishJob(transaction, job, 'done', at)

  const ids = items.map((item) => item.finding_id)
  const instances = await readFlawInstances(transaction, job.deployment_id, ids)
  const { chosen: selectedFlaws, skipped, waiting } = selectFlaws(job, ids, instances)
  const decision = decisionOf(job)
  const changed = instances.filter((row) => selectedFlaws.has(row.flaw_id) && isChangedBy(row, decision))
  if (changed.length > 0) {
    const what = { type: fromCode(findingTypes, job.type), decision, jobId: job.id }
    const by = { deploymentId: job.deployment_id, actor: job.actor, at }
    const { refused, requestedIds } = await applyDecision(transaction, what, by, changed)
    const selected = new Set(ids)
    for (const row of refused) if (selected.has(row.id)) skipped.push('unapproved')
    for (const id of requestedIds) if (selected.has(id)) waiting.push(id)
  }
  await transaction
    .deleteFrom('job_item')
    .where('deployment_id', '=', job.deployment_id)
    .where('job_id', '=', job.id)
    .where('place', '<=', last.place)
    .execute()
  const after = {
    ...job,
    done: job.done + items.length - skipped.length,
    skipped_json: JSON.stringify(addSkipped(skippedOf(job), skipped)),
    result_json: JSON.stringify({ requested: requestedOf(job) + waiting.length } satisfies TriageResult),
  }
  return items.length < size ? finishJob(transaction, after, 'done', at) : { job: after, ended: false }
}

/** The flaws to triage, why other findings are skipped, and those for which the job has requested it already. */
function selectFlaws(job: JobRow, ids: readonly number[], instances: readonly TriageStatus[]) {
  const decision = decisionOf(job)
  const byId = new Map(instances.map((row) => [row.id, row]))
  const decidedAgain = new Set(
    instances
      .filter(
        (row) => row.removed === 0 && (row.triage_change_id ?? 0) > job.after_change && row.job_id !== job.id,
      )
      .map((row) => row.flaw_id),
  )
  const selectedFlaws = new Set<number>()
  const skipped: SkipReason[] = []
  const waiting: number[] = []
  for (const id of ids) {
    const row = byId.get(id)
    if (!row || row.removed === 1) skipped.push('removed')
    else if (decidedAgain.has(row.flaw_id)) skipped.push('triaged_since')
    // A row of this job was already triaged together with an earlier instance of its flaw.
    else if (row.job_id === job.id) {
      if (row.approval_state === requestedState) waiting.push(id)
    } else if (isChangedBy(row, decision)) selectedFlaws.add(row.flaw_id)
    else skipped.push('unchanged')
  }
  return { chosen: selectedFlaws, skipped, waiting }
}
