import { mutationOptions } from '@tanstack/react-query'
import { type TriageRequest, triage, undoTriage } from '#contract/operations/triage.ts'
import { metaOf } from '../cache/query-client.ts'
import { call } from '../http/transport.ts'

/** Decisions of one deployment are sent one after the other, in the order in which they were made. */
const inOrder = (deployment: string) => ({ id: `triage ${deployment}` })

/**
 * Decides findings by id or by filter, all or nothing. Answers what changed and the `change_id` that undoes it.
 * An error of kind `conflict` carries what others decided since `seen_at` in `conflicts`; nothing was changed then.
 */
export function triageOptions(deployment: string) {
  return mutationOptions({
    mutationKey: ['triage', deployment] as const,
    mutationFn: (request: TriageRequest) =>
      call(triage, { path: { deploymentSlug: deployment }, body: request }),
    scope: inOrder(deployment),
    meta: metaOf(triage),
  })
}

/** Takes a decision back by its `change_id`. Findings that were decided again since are named in `skipped`. */
export function undoTriageOptions(deployment: string) {
  return mutationOptions({
    mutationKey: ['triage', deployment, 'undo'] as const,
    mutationFn: (changeId: string) =>
      call(undoTriage, { path: { deploymentSlug: deployment, change_id: changeId } }),
    scope: inOrder(deployment),
    meta: metaOf(undoTriage),
  })
}
