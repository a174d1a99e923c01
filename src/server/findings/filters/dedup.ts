import { type RawBuilder, sql } from 'kysely'
import { type Selection, whereOf } from './query.ts'

/**
 * The ids of a selection, as a subquery. With dedup one row stands for all that match of one flaw: the primary branch's if it matches, else the newest. Source: docs/api.md#filters.
 */
export function selectedIds(selection: Selection): RawBuilder<number> {
  const where = whereOf(selection)
  if (!selection.dedup) return sql<number>`(select finding.id from finding where ${where})`
  return sql<number>`(select id from (
    select finding.id as id, row_number() over (
      partition by finding.flaw_id
      order by finding.on_primary desc, finding.relevant_since desc, finding.id desc) as place
    from finding where ${where}) where place = 1)`
}

/** The condition that a row is of the selection, dedup included. */
export function isSelected(selection: Selection): RawBuilder<boolean> {
  if (!selection.dedup) return sql<boolean>`${whereOf(selection)}`
  return sql<boolean>`finding.id in ${selectedIds(selection)}`
}
