import { mutationOptions } from '@tanstack/react-query'
import { type TriageRequest, triage, undoTriage } from '#contract/operations/triage.ts'
import { metaOf } from '../cache/query-client.ts'
import { call } from '../http/transport.ts'

/** Triage requests of one deployment are sent one after the other, in order. */
const inOrder = (deployment: string) => ({ id: `triage ${deployment}` })

/**
 * Triages findings by id or by filter, all or nothing. Returns what changed and the `change_id` that undoes it. An
 * error of kind `conflict` has the triage of others since `seen_at` in `conflicts`; nothing was changed then.
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

/** Undoes a triage by its `change_id`. Findings that were triaged again since are in `skipped`. */
export function undoTriageOptions(deployment: string) {
  return mutationOptions({
    mutationKey: ['triage', deployment, 'undo'] as const,
    mutationFn: (changeId: string) =>
      call(undoTriage, { path: { deploymentSlug: deployment, change_id: changeId } }),
    scope: inOrder(deployment),
    meta: metaOf(undoTriage),
  })
}
