import { findingFilter } from '#contract/findings-query.ts'
import { writeQuery } from '#contract/query.ts'
import { type PageType, paths } from '#lib/paths.ts'

/**
 * The list that a number of open findings counts: of these rules, each once.
 * @param policyId only those that this policy is the source of.
 */
export function openFindingsOf(
  deployment: string,
  type: PageType,
  rulePaths: readonly string[],
  policyId?: string,
): string {
  const filter = { status: ['open'], dedup: true, rules: rulePaths, policy_ids: policyId && [policyId] }
  return paths.findings(deployment, type, writeQuery(findingFilter, filter))
}
