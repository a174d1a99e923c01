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

interface Counted {
  /** Counts only findings that the policy is the source of; all where it is left out. */
  policyId?: number
  /** The position in `productTypes`, which are those of findings. */
  productType: number
}

/** The findings that are counted, each once however many refs it is on. */
const setOf = ({ policyId, productType }: Counted) => ({
  issue_type: findingTypes[productType] ?? 'sast',
  dedup: true,
  ...(policyId === undefined ? {} : { policy_ids: [String(policyId)] }),
})

/**
 * Counts the open findings of every rule at once. Rows of a policy and the impact of a change both say this number.
 * Source: docs/api.md#policies-and-rules.
 */
export async function openFindingsByRule(
  view: View,
  deploymentId: number,
  of: Counted,
): Promise<(ruleId: number) => number> {
  const counts = await countsByRule(view, deploymentId, { ...setOf(of), status: ['open'] })
  return (ruleId) => counts.get(ruleId)?.[open] ?? 0
}

/**
 * Counts the findings of every rule at once.
 * Source: docs/api.md#policies-and-rules.
 */
export async function ruleCounts(
  view: View,
  deploymentId: number,
  of: Counted & { now: number },
): Promise<(ruleId: number) => RuleCounts> {
  const openOf = await openFindingsByRule(view, deploymentId, of)
  const recent = await countsByRule(view, deploymentId, {
    ...setOf(of),
    status: ['open', 'fixed', 'ignored'],
    since: fixRateSince(of.now) / 1000,
  })
  return (ruleId) => {
    const counts = recent.get(ruleId)
    const all = counts ? (counts[open] ?? 0) + (counts[fixed] ?? 0) + (counts[ignored] ?? 0) : 0
    return {
      openFindings: openOf(ruleId),
      fixRate: all === 0 ? null : (counts?.[fixed] ?? 0) / all,
    }
  }
}
