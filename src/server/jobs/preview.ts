import type { TriagePreview } from '#contract/responses/triage.ts'
import {
  type FindingsSnapshot,
  planTriage,
  selectionOfTarget,
  sortSkipCounts,
  type TriageTarget,
} from '#server/findings/public.ts'

/** A bulk decision as somebody asks for it. */
export interface JobRequest {
  deploymentId: number
  actor: string
  triage: TriageTarget
}

/**
 * Finds out what a job would do, changing nothing: the preview, and the ids of the findings that it triages.
 * Source: docs/api.md#triage-jobs.
 */
export async function planJob(
  view: Pick<FindingsSnapshot, 'reader' | 'columns'>,
  { deploymentId, actor, triage }: JobRequest,
): Promise<{ preview: TriagePreview; ids: Int32Array }> {
  const { decision, seenAt } = triage
  const selection = selectionOfTarget(triage, deploymentId)
  const effect = await planTriage(view, selection, { decision, seenAt, actor })
  const { ids, along, projects, skipped, fixed, muted } = effect
  return {
    ids,
    preview: { count: ids.length, along, projects, skipped: sortSkipCounts(skipped), fixed, muted },
  }
}
