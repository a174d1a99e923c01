import { formatNumber } from '#lib/text/format.ts'

/** Labels of the rail with filters. */
export const railLabels = {
  none: 'None',
  not: 'not',
  searchIn: (label: string) => `Search ${label.toLowerCase()}`,
  narrow: (count: number) => `and ${formatNumber(count)} more. Search to find them.`,
  more: (count: number) => `${formatNumber(count)} more`,
  noResults: 'No results',
}
