import { appliesToType, findingFilter } from '#contract/parameters/findings-query.ts'
import { writeQuery } from '#contract/parameters/query.ts'
import { type PageType, paths } from '#lib/urls/paths.ts'

/** So many rules fit into the URL of a list. */
const mostInAddress = 20

/** How many rules one list of findings can name: a list of supply-chain findings has no filter by rule, only a search for one. */
export function maxRules(type: PageType): number {
  return appliesToType('rules', type) ? mostInAddress : 1
}

/**
 * The list that a number of open findings counts: of these rules, at most `maxRules`, each finding once.
 * @param policyId only those that this policy is the source of.
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
