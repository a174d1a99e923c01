import type { FindingsQuery } from '#contract/parameters/findings-query.ts'
import { type FindingSort, findingSorts } from '#contract/vocabulary.ts'

/** The default order has no key. */
export type SortKey = Exclude<FindingSort, 'relevant_since'>

/** How a list is ordered: by a key of its own if it has one, then always by `relevant_since` and `id`. */
export interface SortOrder {
  key: SortKey | null
  isKeyDescending: boolean
  /** Of `relevant_since` and `id`: the oldest first. */
  isAscending: boolean
}

const sortKeys: readonly SortKey[] = findingSorts.filter((name) => name !== 'relevant_since')

/**
 * Reads the `sort` parameter; without one newest first. Findings without an EPSS score, or never triaged, come last
 * either way.
 * Source: docs/api.md#order-and-totals.
 */
export function sortOrderOf(sort: FindingsQuery['sort']): SortOrder {
  const isDescending = sort === undefined || sort.startsWith('-')
  const name = sort?.replace('-', '')
  const key = sortKeys.find((one) => one === name) ?? null
  return { key, isKeyDescending: isDescending, isAscending: key === null && !isDescending }
}
