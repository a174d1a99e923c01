import { appliesToType, type FindingFilter } from '#contract/parameters/findings-query.ts'
import type { FindingType } from '#contract/vocabulary.ts'

export type FilterName = Exclude<keyof FindingFilter, 'dedup'>

/** A set of findings as a client asks for it: the type, and the filter as `readQuery` reads it. */
export type FindingSet = FindingFilter & {
  issue_type?: FindingType | undefined
  /** These alone, of those that match. */
  issue_ids?: readonly number[] | undefined
}

/** Which findings lists, counts, facets and triage select. */
export interface Selection {
  deploymentId: number
  type: FindingType
  filter: FindingFilter
  /** The filters that are set. */
  filters: readonly FilterName[]
  /** Whether one row stands for all of a flaw: the primary branch's if it matches, else the newest. */
  dedup: boolean
  /** Whether `removed` rows are selected, whatever their status. */
  withRemoved?: boolean
  /** Selects only these ids. */
  only?: readonly number[]
}

/** Filters that an empty text does not set. */
const emptyTextFilters: readonly FilterName[] = ['ref', 'path', 'not_path', 'q']

/**
 * Turns a filter into a selection. Parameters that mean nothing for the type are left out.
 * Source: docs/api.md#filters.
 */
export function selectionOf(deploymentId: number, set: FindingSet): Selection {
  const type = set.issue_type ?? 'sast'
  const { issue_type: _, dedup, issue_ids: only, ...filter } = set
  // parse: `Object.keys` forgets the names, which are those of the filter.
  const names = Object.keys(filter) as FilterName[]
  const filters = names.filter((name) => {
    const value = filter[name]
    if (value === undefined || value === null || !appliesToType(name, type)) return false
    return !emptyTextFilters.includes(name) || (name === 'q' ? String(value).trim() : value) !== ''
  })
  return { deploymentId, type, filters, filter, dedup: dedup === true, ...(only ? { only } : {}) }
}
