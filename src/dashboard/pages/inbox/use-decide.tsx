import type { InboxFinding } from '#contract/responses/inbox.ts'
import { type FindingType, findingTypes } from '#contract/vocabulary.ts'
import { lastChoice } from '#features/triage/form/last-choice.ts'
import { type Decision, wouldChange } from '#features/triage/saving/decision.ts'
import { useSaveDecision } from '#features/triage/saving/use-save-decision.tsx'

/**
 * Triages findings of all types: one request for each type, one after the other. `decide` returns undefined if none of the
 * findings would change.
 */
export function useDecide(deployment: string, readAt: string | undefined) {
  const sast = useSaveDecision(deployment, 'sast')
  const sca = useSaveDecision(deployment, 'sca')
  const secrets = useSaveDecision(deployment, 'secrets')
  const byType: Record<FindingType, typeof sast> = { sast, sca, secrets }
  const decide = (findings: readonly InboxFinding[], decision: Decision): Promise<unknown> | undefined => {
    const changed = findings.filter((finding) => wouldChange(finding, decision))
    if (changed.length === 0) return undefined
    if (decision.state === 'ignored' && decision.reason) lastChoice.keep(decision)
    return Promise.all(
      findingTypes.flatMap((type) => {
        const ofType = changed.filter((finding) => finding.issue_type === type)
        return ofType.length > 0 ? [byType[type].decide(ofType, decision, readAt)] : []
      }),
    )
  }
  const dialogs = (
    <>
      {sast.dialog}
      {sca.dialog}
      {secrets.dialog}
    </>
  )
  return { decide, undo: sast.undo, dialogs }
}
