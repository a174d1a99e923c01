import type { useSearchState } from '#features/list/search-params/use-search-state.ts'
import { joinWords } from '#lib/text/format.ts'
import { labels } from '../labels.ts'
import { filterLabel, filterLabels, filterNames, type policyShape } from './search-params.ts'

type Name = (typeof filterNames)[number] | 'q'

/** Returns the chips of the active filters, and how to remove them. */
export function ruleFilters({ values, change }: ReturnType<typeof useSearchState<typeof policyShape>>) {
  const chips = [
    ...filterNames.flatMap((name) => {
      const chosen = values[name] ?? []
      const value = joinWords(chosen.map((one) => filterLabel(name, one)))
      return chosen.length === 0 ? [] : [{ name, label: filterLabels[name], value }]
    }),
    ...(values.q ? [{ name: 'q' as const, label: labels.list.filters.q, value: values.q }] : []),
  ]
  return {
    chips,
    clear: () =>
      change(Object.fromEntries([...filterNames, 'q'].map((name) => [name, undefined])), {
        kind: 'choice',
        group: 'clear',
      }),
    remove: (name: Name) => change({ [name]: undefined }, { kind: 'choice', group: name }),
  }
}
