import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { preserveUpdatedAt } from '#api/cache/preserve-updated-at.ts'
import { ruleKey, ruleListsKey } from '#api/policies.ts'
import type { PolicyAnswer, PolicyRule, RuleAnswer } from '#contract/responses/policies.ts'

type Lists = InfiniteData<PolicyAnswer, string>
type Rule = RuleAnswer['rule']

/** Merges a mode change into a rule; all other fields, such as counts, stay. */
function merged(row: PolicyRule, next: PolicyRule): PolicyRule {
  if (row.etag === next.etag && row.policyMode === next.policyMode) return row
  const { policyMode, etag, lastChangeAt, lastChangeBy } = next
  return { ...row, policyMode, etag, lastChangeAt, lastChangeBy }
}

/**
 * Writes the service's modes to every cached copy of these rules, in lists and on rule pages. Returns whether a list
 * showed a different mode.
 */
export function writeRules(
  client: QueryClient,
  deployment: string,
  policyId: string,
  rules: readonly PolicyRule[],
): boolean {
  let anyChanged = false
  const byPath = new Map(rules.map((rule) => [rule.path, rule]))
  const lists = client.getQueriesData<Lists>({ queryKey: ruleListsKey(deployment, policyId) })
  for (const [key, list] of lists) {
    if (!list) continue
    let changed = false
    const pages = list.pages.map((page) => {
      const next = page.rules.map((row) => {
        const rule = byPath.get(row.path)
        return rule ? merged(row, rule) : row
      })
      if (next.every((row, at) => row === page.rules[at])) return page
      changed = true
      return { ...page, rules: next }
    })
    anyChanged ||= changed
    if (changed) client.setQueryData<Lists>(key, { ...list, pages }, preserveUpdatedAt(client, key))
  }
  for (const rule of rules.length > 50 ? [] : rules) {
    const key = ruleKey(deployment, rule.path)
    const page = client.getQueryData<Rule>(key)
    if (!page) continue
    const policies = page.policies.map((one) =>
      one.id === policyId && rule.policyMode ? { ...one, policyMode: rule.policyMode, etag: rule.etag } : one,
    )
    client.setQueryData<Rule>(key, { ...page, policies }, preserveUpdatedAt(client, key))
  }
  return anyChanged
}

/**
 * Returns the entity tag of a rule in a policy as the current page shows it; undefined if it shows none. Cached
 * responses of other pages may be outdated and are ignored.
 */
export function shownTag(
  client: QueryClient,
  deployment: string,
  policyId: string,
  rulePath: string,
): string | undefined {
  const shown = client.getQueryCache()
  const lists = shown.findAll({ queryKey: ruleListsKey(deployment, policyId), type: 'active' })
  for (const { queryKey } of lists) {
    for (const page of client.getQueryData<Lists>(queryKey)?.pages ?? []) {
      const row = page.rules.find(({ path }) => path === rulePath)
      if (row?.etag) return row.etag
    }
  }
  if (!shown.find({ queryKey: ruleKey(deployment, rulePath), type: 'active' })) return undefined
  const page = client.getQueryData<Rule>(ruleKey(deployment, rulePath))
  return page?.policies.find(({ id }) => id === policyId)?.etag ?? undefined
}
