import type { ruleFilter } from '#contract/operations/policies.ts'
import { none, type QueryValues } from '#contract/parameters/query.ts'
import type { PolicyRule } from '#contract/responses/policies.ts'
import { keysOf } from '#lib/keys.ts'
import { type WeaknessNumber, weaknessNumber } from '#lib/text/weakness-number.ts'

type Filter = QueryValues<typeof ruleFilter>

/** The values of a rule that each filter tests; a list may have several values, or none. */
const valuesOf = {
  mode: (rule: PolicyRule) => asList(rule.policyMode),
  severity: (rule: PolicyRule) => asList(rule.severity),
  confidence: (rule: PolicyRule) => asList(rule.confidence),
  source: (rule: PolicyRule) => asList(rule.source),
  category: (rule: PolicyRule) => asList(rule.category),
  language: (rule: PolicyRule) => rule.languages ?? [],
  technology: (rule: PolicyRule) => rule.technologies ?? [],
  ruleset: (rule: PolicyRule) => rule.rulesets ?? [],
  cwe: (rule: PolicyRule) => rule.cweCategories ?? [],
  owasp: (rule: PolicyRule) => rule.owaspCategories ?? [],
}
type RuleFilterName = keyof typeof valuesOf

const asList = (value: string | null | undefined) => (value ? [value] : [])
const filterNames = keysOf(valuesOf)

/** Values of a filter, most frequent first; null represents rules without a value. */
export type RuleFacets = Record<RuleFilterName, { value: string | null; count: number }[]>

/**
 * Returns the rules that a filter selects, and for each filter the values of the rules that all other filters select.
 * @param counts whether to count the values; otherwise the facets are empty.
 * Source: docs/api.md#policies-and-rules.
 */
export function filterRules<T>(
  rules: readonly T[],
  toRule: (rule: T) => PolicyRule,
  filter: Filter,
  counts: boolean,
): { matching: T[]; facets: RuleFacets } {
  const conditions = filterNames.flatMap((name) => {
    const values: readonly string[] | undefined = filter[name]
    return values ? [{ name, values: new Set(values) }] : []
  })
  const text = filter.q?.trim().toLowerCase() ?? ''
  const number = weaknessNumber(text)
  const tallies = new Map(filterNames.map((name) => [name, new Map<string | null, number>()]))
  const all = conditions.length === 0 && text === '' && !counts
  const matching: T[] = all ? [...rules] : []
  for (const rule of all ? [] : rules) {
    const response = toRule(rule)
    if (text !== '' && !isNamed(response, text, number)) continue
    const failedConditions = conditions.filter(
      ({ name, values }) => !matchesAny(valuesOf[name](response), values),
    )
    if (failedConditions.length === 0) matching.push(rule)
    if (failedConditions.length > 1 || !counts) continue
    for (const name of filterNames) {
      if (failedConditions[0] && failedConditions[0].name !== name) continue
      const tally = tallies.get(name)
      const values = valuesOf[name](response)
      for (const value of values.length > 1 ? new Set(values) : values.length > 0 ? values : [null]) {
        tally?.set(value, (tally.get(value) ?? 0) + 1)
      }
    }
  }
  const facets = Object.fromEntries(
    filterNames.map((name) => [name, sortFacetValues(tallies.get(name) ?? new Map())]),
  )
  // parse: the object has the same names.
  return { matching, facets: facets as RuleFacets }
}

/** Whether a rule contains a text in its path or title, or has the weakness or category that it names. */
function isNamed(rule: PolicyRule, text: string, number: WeaknessNumber | undefined): boolean {
  if (`${rule.path}\n${rule.title ?? ''}`.toLowerCase().includes(text)) return true
  if (!number) return false
  const names = JSON.stringify(valuesOf[number.kind](rule)).toLowerCase()
  return number.fragments.some((fragment) => names.includes(fragment))
}

function matchesAny(values: readonly string[], conditions: ReadonlySet<string>): boolean {
  return values.length === 0 ? conditions.has(none) : values.some((value) => conditions.has(value))
}

function sortFacetValues(counts: ReadonlyMap<string | null, number>) {
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort(
      (asList, other) => other.count - asList.count || ((asList.value ?? '') < (other.value ?? '') ? -1 : 1),
    )
}
