import { appliesToType, findingFilter } from '#contract/parameters/findings-query.ts'
import { writeQuery } from '#contract/parameters/query.ts'
import { type PageType, paths } from '#lib/urls/paths.ts'

/** The number of rules that fit into a list URL. */
const mostInAddress = 20

/**
 * Returns how many rules a findings list can filter by: the supply-chain list has no rule filter, only a search for one
 * rule.
 */
export function maxRules(type: PageType): number {
  return appliesToType('rules', type) ? mostInAddress : 1
}

/**
 * Returns the URL of the list behind a count of open findings: of these rules, at most `maxRules`, each finding once.
 * @param policyId restricts it to findings whose source is this policy.
 */
export function openFindingsPath(
  deployment: string,
  type: PageType,
  rulePaths: readonly string[],
  policyId?: string,
): string {
  const named = appliesToType('rules', type) ? { rules: rulePaths } : { q: rulePaths[0] }
  const filter = { status: ['open'], dedup: true, ...named, policy_ids: policyId && [policyId] }
  return paths.findings(deployment, type, writeQuery(findingFilter, filter))
}
