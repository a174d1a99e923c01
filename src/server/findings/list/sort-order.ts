import type { FindingsQuery } from '#contract/parameters/findings-query.ts'
import { type FindingSort, findingSorts } from '#contract/vocabulary.ts'

/** The default order has no key. */
export type SortKey = Exclude<FindingSort, 'relevant_since'>

/** The sort order of a list: by an optional key, then by `relevant_since` and `id`. */
export interface SortOrder {
  key: SortKey | null
  isKeyDescending: boolean
  /** Whether `relevant_since` and `id` are ascending, oldest first. */
  isAscending: boolean
}

const sortKeys: readonly SortKey[] = findingSorts.filter((name) => name !== 'relevant_since')

/**
 * Reads the `sort` parameter, which defaults to newest first. Findings without an EPSS score, or never triaged, come
 * last in both directions.
 * Source: docs/api.md#order-and-totals.
 */
export function sortOrderOf(sort: FindingsQuery['sort']): SortOrder {
  const isDescending = sort === undefined || sort.startsWith('-')
  const name = sort?.replace('-', '')
  const key = sortKeys.find((one) => one === name) ?? null
  return { key, isKeyDescending: isDescending, isAscending: key === null && !isDescending }
}
