import { findingTypes, statuses, toCode } from '#server/db/codes.ts'
import { countByRule } from '#server/findings/counts/by-rule.ts'
import type { FindingsSnapshot } from '#server/findings/snapshot.ts'

const hourMs = 3600_000
const ninetyDaysMs = 90 * 24 * hourMs

const openStatus = toCode(statuses, 'open')
const fixedStatus = toCode(statuses, 'fixed')
const ignoredStatus = toCode(statuses, 'ignored')

/** The finding counts of a rule. */
export interface RuleCounts {
  openFindings: number
  fixRate: number | null
}

/**
 * Returns the start of the fix rate's period in milliseconds, rounded to a whole hour so that cached counts are valid
 * for an hour.
 */
export const fixRateSince = (now: number) => Math.floor((now - ninetyDaysMs) / hourMs) * hourMs

interface CountScope {
  /** Counts only findings whose sourcing policy is this one; all if omitted. */
  policyId?: number
  /** The position in `productTypes`, which matches the finding types. */
  productType: number
}

/** The findings to count, each once regardless of its number of refs. */
const setOf = ({ policyId, productType }: CountScope) => ({
  issue_type: findingTypes[productType] ?? 'sast',
  dedup: true,
  ...(policyId === undefined ? {} : { policy_ids: [String(policyId)] }),
})

/**
 * Counts the open findings of every rule at once, for the rows of a policy and for the impact of a change.
 * Source: docs/api.md#policies-and-rules.
 */
export async function openFindingsByRule(
  view: FindingsSnapshot,
  deploymentId: number,
  scope: CountScope,
): Promise<(ruleId: number) => number> {
  const counts = await countByRule(view, deploymentId, { ...setOf(scope), status: ['open'] })
  return (ruleId) => counts.get(ruleId)?.[openStatus] ?? 0
}

/**
 * Counts the findings of every rule at once.
 * Source: docs/api.md#policies-and-rules.
 */
export async function ruleCounts(
  view: FindingsSnapshot,
  deploymentId: number,
  scope: CountScope & { now: number },
): Promise<(ruleId: number) => RuleCounts> {
  const openOf = await openFindingsByRule(view, deploymentId, scope)
  const recent = await countByRule(view, deploymentId, {
    ...setOf(scope),
    status: ['open', 'fixed', 'ignored'],
    since: fixRateSince(scope.now) / 1000,
  })
  return (ruleId) => {
    const counts = recent.get(ruleId)
    const all = counts
      ? (counts[openStatus] ?? 0) + (counts[fixedStatus] ?? 0) + (counts[ignoredStatus] ?? 0)
      : 0
    return {
      openFindings: openOf(ruleId),
      fixRate: all === 0 ? null : (counts?.[fixedStatus] ?? 0) / all,
    }
  }
}
