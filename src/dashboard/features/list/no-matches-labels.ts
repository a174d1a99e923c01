import { formatNumber, plural } from '#lib/text/format.ts'

/** Texts shown instead of a list in which nothing matches. */
export const noMatchesLabels = {
  noMatch: (nouns: string, search: string | undefined) =>
    search ? `No ${nouns} match “${search}”` : `No ${nouns} match these filters`,
  excludesMost: (filter: string, matches: string) => `${filter} excludes the most: ${matches} without it.`,
  onlySearch: (matches: string) => `${matches} without the search.`,
  severalExclude: 'Several filters exclude all results. Remove more than one.',
  clearSearch: 'Clear search',
  removeFilter: (filter: string) => `Remove ${filter}`,
  clearAll: 'Clear all filters',
  count: (count: number) => formatNumber(count),
  /** "1 scan matches", "2 scans match". */
  matches: (count: number, noun: string, nouns: string) =>
    `${plural(count, noun, nouns)} ${count === 1 ? 'matches' : 'match'}`,
} as const
