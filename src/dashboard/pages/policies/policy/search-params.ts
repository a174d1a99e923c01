import { policyQuery, ruleFilter } from '#contract/operations/policies.ts'
import { enumValue, none } from '#contract/parameters/query.ts'
import { modeLabel } from '#features/policies/names.ts'
import { severityLabel } from '#features/severity.tsx'
import { labels } from '../labels.ts'
import { confidenceLabel, sourceLabel } from './rule-labels.ts'

/** The search params of a policy page. */
export const policyShape = {
  ...ruleFilter,
  sort: policyQuery.sort,
  tab: enumValue(['rules', 'history']),
} as const

export type FilterName = Exclude<keyof typeof ruleFilter, 'q'>

/** The filters in the order of the rail. */
export const filterNames = [
  'mode',
  'severity',
  'confidence',
  'source',
  'category',
  'language',
  'technology',
  'ruleset',
  'cwe',
  'owasp',
] as const satisfies readonly FilterName[]

export const filterLabels: Readonly<Record<FilterName | 'q' | 'sort' | 'tab', string>> = labels.list.filters

const words: Partial<Record<FilterName, (value: string) => string | undefined>> = {
  mode: modeLabel,
  severity: severityLabel,
  confidence: confidenceLabel,
  source: sourceLabel,
}

/** Returns the label of a filter value. */
export function filterLabel(name: FilterName, value: string): string {
  if (value === none)
    return labels.list
      .without(filterLabels[name].toLowerCase())
      .replace(/cwe|owasp/, (word) => word.toUpperCase())
  return words[name]?.(value) ?? value
}
