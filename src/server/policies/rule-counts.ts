import { code, findingTypes, statuses } from '#server/db/codes.ts'
import { countsByRule, type View } from '#server/findings/public.ts'

const hour = 3600_000
const ninetyDays = 90 * 24 * hour

const open = code(statuses, 'open')
const fixed = code(statuses, 'fixed')
const ignored = code(statuses, 'ignored')

/** What is counted of a rule's findings. */
export interface RuleCounts {
  openFindings: number
  fixRate: number | null
}

/** From when on findings count in a fix rate, milliseconds: whole hours, so that what was counted holds for one. */
export const fixRateSince = (now: number) => Math.floor((now - ninetyDays) / hour) * hour

/**
 * Counts the findings of every rule at once, each finding once however many refs it stands on.
 * @param policyId counts only findings that the policy is the source of; all where it is not said.
 * @param productType the position in `productTypes`, which are those of findings.
 * Source: API decisions, "Policies and rules", `openFindings` and `fixRate`.
 */
export async function ruleCounts(
  view: View,
  deploymentId: number,
  of: { policyId?: number; productType: number; now: number },
): Promise<(ruleId: number) => RuleCounts> {
  const set = {
    issue_type: findingTypes[of.productType] ?? 'sast',
    dedup: true,
    ...(of.policyId === undefined ? {} : { policy_ids: [String(of.policyId)] }),
  }
  const standing = await countsByRule(view, deploymentId, { ...set, status: ['open'] })
  const recent = await countsByRule(view, deploymentId, {
    ...set,
    status: ['open', 'fixed', 'ignored'],
    since: fixRateSince(of.now) / 1000,
  })
  return (ruleId) => {
    const counts = recent.get(ruleId)
    const all = counts ? (counts[open] ?? 0) + (counts[fixed] ?? 0) + (counts[ignored] ?? 0) : 0
    return {
      openFindings: standing.get(ruleId)?.[open] ?? 0,
      fixRate: all === 0 ? null : (counts?.[fixed] ?? 0) / all,
    }
  }
}
