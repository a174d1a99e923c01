import { type Expression, type SqlBool, sql } from 'kysely'
import { appliesToType, type FindingFilter } from '#contract/parameters/findings-query.ts'
import type { FindingType } from '#contract/vocabulary.ts'
import { findingTypes, toCode } from '#server/db/codes.ts'
import { inList } from '#server/db/sql.ts'
import { conditionFor } from './conditions.ts'
import { findingColumn } from './finding-column.ts'

export type FilterName = keyof FindingFilter

/** A set of findings as a client asks for it: the type, and the filter as `readQuery` reads it. */
export type FindingSet = FindingFilter & {
  issue_type?: FindingType | undefined
  /** These alone, of those that match. */
  issue_ids?: readonly number[] | undefined
}

/** What a parameter demands of a row of `finding`. */
export interface Condition {
  parameter: FilterName
  holds: Expression<SqlBool>
}

/** A filter turned into SQL, for lists, counts, facets and triage alike. */
export interface Selection {
  deploymentId: number
  type: FindingType
  conditions: readonly Condition[]
  /** What the conditions are made from. */
  filter: FindingFilter
  /** Whether one row stands for all of a flaw; see `dedup.ts`. */
  dedup: boolean
  /** Whether rows that are `removed` may be among them, which only the listing of secrets asks for. */
  withRemoved?: boolean
  /** These ids alone. */
  only?: readonly number[]
}

/**
 * Turns a filter into conditions on rows of `finding`. Parameters that mean nothing for the type are left out.
 * Source: docs/api.md#filters.
 */
export function selectionOf(deploymentId: number, set: FindingSet): Selection {
  const type = set.issue_type ?? 'sast'
  const { issue_type: _, dedup, issue_ids: only, ...filter } = set
  // parse: `Object.keys` forgets the names, which are those of the filter.
  const names = Object.keys(filter) as FilterName[]
  const conditions = names.flatMap((parameter) => {
    if (!appliesToType(parameter, type)) return []
    const holds = conditionFor(parameter, filter, deploymentId)
    return holds ? [{ parameter, holds }] : []
  })
  return { deploymentId, type, conditions, filter, dedup: dedup === true, ...(only ? { only } : {}) }
}

/** The rows of a selection before dedup, as one condition. Rows that are `removed` are in no list and no count. */
export function whereOf(selection: Selection): Expression<SqlBool> {
  return sql<SqlBool>`${sql.join(
    [
      sql`${findingColumn('deployment_id')} = ${selection.deploymentId}`,
      sql`${findingColumn('type')} = ${toCode(findingTypes, selection.type)}`,
      ...(selection.withRemoved ? [] : [sql`${findingColumn('removed')} = 0`]),
      ...(selection.only ? [inList(findingColumn('id'), selection.only)] : []),
      ...selection.conditions.map((condition) => sql`(${condition.holds})`),
    ],
    sql` and `,
  )}`
}
