import type { PolicyRule } from '#contract/answers/policies.ts'
import type { ruleFilter } from '#contract/policies.ts'
import { none, type QueryValues } from '#contract/query.ts'

type Filter = QueryValues<typeof ruleFilter>

/** What each filter looks at; a rule may have several values of a list, or none. */
const valuesOf = {
  mode: (rule: PolicyRule) => one(rule.policyMode),
  severity: (rule: PolicyRule) => one(rule.severity),
  confidence: (rule: PolicyRule) => one(rule.confidence),
  source: (rule: PolicyRule) => one(rule.source),
  category: (rule: PolicyRule) => one(rule.category),
  language: (rule: PolicyRule) => rule.languages ?? [],
  technology: (rule: PolicyRule) => rule.technologies ?? [],
  ruleset: (rule: PolicyRule) => rule.rulesets ?? [],
  cwe: (rule: PolicyRule) => rule.cweCategories ?? [],
  owasp: (rule: PolicyRule) => rule.owaspCategories ?? [],
}
type Name = keyof typeof valuesOf

const one = (value: string | null | undefined) => (value ? [value] : [])
// parse: `Object.keys` forgets the names.
const names = Object.keys(valuesOf) as Name[]

/** Values of a filter, most frequent first; null stands for rules without one. */
export type RuleFacets = Record<Name, { value: string | null; count: number }[]>

/**
 * The rules that a filter selects, and for each filter the values of the rules that all other filters select.
 * @param counts whether the values are counted; where not, there are none.
 * Source: docs/api.md#policies-and-rules.
 */
export function narrow<T>(
  rules: readonly T[],
  answerOf: (rule: T) => PolicyRule,
  filter: Filter,
  counts: boolean,
): { matching: T[]; facets: RuleFacets } {
  const wanted = names.flatMap((name) => {
    const values: readonly string[] | undefined = filter[name]
    return values ? [{ name, values: new Set(values) }] : []
  })
  const text = filter.q?.trim().toLowerCase() ?? ''
  const tallies = new Map(names.map((name) => [name, new Map<string | null, number>()]))
  const all = wanted.length === 0 && text === '' && !counts
  const matching: T[] = all ? [...rules] : []
  for (const rule of all ? [] : rules) {
    const answer = answerOf(rule)
    if (text !== '' && !`${answer.path}\n${answer.title ?? ''}`.toLowerCase().includes(text)) continue
    const failed = wanted.filter(({ name, values }) => !meets(valuesOf[name](answer), values))
    if (failed.length === 0) matching.push(rule)
    if (failed.length > 1 || !counts) continue
    for (const name of names) {
      if (failed[0] && failed[0].name !== name) continue
      const tally = tallies.get(name)
      const values = valuesOf[name](answer)
      for (const value of values.length > 1 ? new Set(values) : values.length > 0 ? values : [null]) {
        tally?.set(value, (tally.get(value) ?? 0) + 1)
      }
    }
  }
  const facets = Object.fromEntries(names.map((name) => [name, ordered(tallies.get(name) ?? new Map())]))
  // parse: made of the same names.
  return { matching, facets: facets as RuleFacets }
}

function meets(values: readonly string[], wanted: ReadonlySet<string>): boolean {
  return values.length === 0 ? wanted.has(none) : values.some((value) => wanted.has(value))
}

function ordered(counts: ReadonlyMap<string | null, number>) {
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((one, other) => other.count - one.count || ((one.value ?? '') < (other.value ?? '') ? -1 : 1))
}
