import type { ruleFilter } from '#contract/operations/policies.ts'
import { none, type QueryValues } from '#contract/parameters/query.ts'
import type { PolicyAnswer } from '#contract/responses/policies.ts'
import { policyModes, ruleConfidences, secretSeverities } from '#contract/vocabulary.ts'
import { ValuesGroup } from '#features/list/filters/rail-filters.tsx'
import { type FilterName, filterLabel, filterLabels, filterNames } from './search-params.ts'

interface RulesRailProps {
  values: QueryValues<typeof ruleFilter>
  facets: PolicyAnswer['facets']
  onToggle: (name: FilterName, value: string) => void
}

/** Filters with a fixed order of values, shown whether or not a rule has them. */
const fixed: Partial<Record<FilterName, readonly string[]>> = {
  mode: policyModes,
  severity: secretSeverities,
  confidence: ruleConfidences,
}

/** The filters of a policy's rules, each value with its number of rules. */
export function RulesRail({ values, facets, onToggle }: RulesRailProps) {
  return filterNames.map((name) => {
    const counted = facets?.[name]
    const counts = new Map(counted?.map(({ value, count }) => [value ?? none, count]))
    const order = fixed[name] ?? []
    const all = [...order, ...[...counts.keys()].filter((value) => !order.includes(value))]
    return (
      <ValuesGroup
        key={name}
        name={name}
        label={filterLabels[name]}
        options={all.map((value) => ({
          value,
          label: filterLabel(name, value),
          count: counted ? (counts.get(value) ?? 0) : undefined,
        }))}
        chosen={values[name] ?? []}
        onToggle={(value) => onToggle(name, value)}
      />
    )
  })
}
