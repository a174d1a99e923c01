import type { TriagePreview } from '#contract/responses/triage.ts'
import type { FindingsSnapshot } from '#server/findings/snapshot.ts'
import { planTriage } from '../decisions/count-triage.ts'
import { sortSkipCounts } from '../decisions/skip-reasons.ts'
import type { TriageTarget } from '../decisions/triage-request.ts'
import { selectionOfTarget } from '../decisions/triage-target.ts'

/** A requested bulk decision. */
export interface JobRequest {
  deploymentId: number
  actor: string
  triage: TriageTarget
}

/**
 * Computes the effect of a job without changing anything: the preview, and the ids of the findings that it triages.
 * Source: docs/api.md#triage-jobs.
 */
export async function planJob(
  view: Pick<FindingsSnapshot, 'reader' | 'columns'>,
  { deploymentId, actor, triage }: JobRequest,
): Promise<{ preview: TriagePreview; ids: Int32Array }> {
  const { decision, seenAt } = triage
  const selection = selectionOfTarget(triage, deploymentId)
  const effect = await planTriage(view, selection, { decision, seenAt, actor })
  const { ids, along, projects, severities, skipped, fixed, muted, requested } = effect
  return {
    ids,
    preview: {
      count: ids.length,
      along,
      projects,
      severities,
      skipped: sortSkipCounts(skipped),
      fixed,
      muted,
      requested,
    },
  }
}
