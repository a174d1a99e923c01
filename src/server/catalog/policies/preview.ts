import type { PolicyPreview } from '#contract/responses/policies.ts'
import { forEachOpen } from '#server/findings/counts/open-rows.ts'
import type { FindingsSnapshot } from '#server/findings/snapshot.ts'
import { blockingLevel, type ModeFacts, readModeFacts } from '#server/records/policies/effective-modes.ts'
import { policyRevision } from '#server/records/policies/revision.ts'
import { ModeEffects, readProjectIds } from './mode-effects.ts'

/**
 * Counts what a change of policies, or of tags, does, without changing anything.
 * Source: docs/api.md#changes-of-policies.
 */
export async function readPreview(
  view: FindingsSnapshot,
  deploymentId: number,
  after: (facts: ModeFacts) => ModeFacts,
): Promise<PolicyPreview> {
  const { reader } = view
  const before = await readModeFacts(reader, deploymentId)
  const effects = new ModeEffects(before, after(before), await readProjectIds(reader, deploymentId))
  const rules = effects.changedRules()
  let blocked = 0
  let noLongerBlocked = 0
  if (rules.length > 0) {
    await forEachOpen(view, deploymentId, (project, rule) => {
      const effect = effects.effectOf(project, rule)
      const [did, does] = [effect.before >= blockingLevel, effect.after >= blockingLevel]
      if (does && !did) blocked += 1
      if (did && !does) noLongerBlocked += 1
    })
  }
  return {
    projects: effects.changedProjects().length,
    rules: rules.length,
    blocked,
    noLongerBlocked,
    revision: await policyRevision(reader, deploymentId),
  }
}
