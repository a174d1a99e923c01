import { appliesToType, type FindingFilter } from '#contract/parameters/findings-query.ts'
import type { FindingType } from '#contract/vocabulary.ts'

export type FilterName = Exclude<keyof FindingFilter, 'dedup'>

/** A set of findings as requested by a client: the type, and the filter as read by `readQuery`. */
export type FindingSet = FindingFilter & {
  issue_type?: FindingType | undefined
  /** Restricts the matching findings to these ids. */
  issue_ids?: readonly number[] | undefined
}

/** Which findings lists, counts, facets and triage select. */
export interface Selection {
  deploymentId: number
  type: FindingType
  filter: FindingFilter
  /** The filters that are set. */
  filters: readonly FilterName[]
  /** Whether one row represents each flaw: the primary branch's if it matches, else the newest. */
  dedup: boolean
  /** Whether `removed` rows are selected, regardless of status. */
  withRemoved?: boolean
  /** Selects only these ids. */
  only?: readonly number[]
}

/** Filters for which an empty text means not set. */
const emptyTextFilters: readonly FilterName[] = ['ref', 'path', 'not_path', 'q']

/**
 * Converts a filter to a selection. Parameters that do not apply to the type are ignored.
 * Source: docs/api.md#filters.
 */
export function selectionOf(deploymentId: number, set: FindingSet): Selection {
  const type = set.issue_type ?? 'sast'
  const { issue_type: _, dedup, issue_ids: only, ...filter } = set
  // parse: `Object.keys` loses the type of the names, which are those of the filter.
  const names = Object.keys(filter) as FilterName[]
  const filters = names.filter((name) => {
    const value = filter[name]
    if (value === undefined || value === null || !appliesToType(name, type)) return false
    return !emptyTextFilters.includes(name) || (name === 'q' ? String(value).trim() : value) !== ''
  })
  // What was removed since is a part of what changed then.
  const withRemoved = filters.includes('flow') && !filters.includes('status')
  return {
    ...{ deploymentId, type, filters, filter, dedup: dedup === true },
    ...(withRemoved ? { withRemoved } : {}),
    ...(only ? { only } : {}),
  }
}
