import type { Insertable } from 'kysely'
import type { NumberedTable } from '#server/db/ids.ts'
import type { Tables } from '#server/db/tables.ts'

type Filled =
  | 'deployment'
  | 'project'
  | 'ref'
  | 'scan_source'
  | 'scan'
  | 'rule'
  | 'policy'
  | 'policy_rule'
  | 'policy_change'
  | 'policy_change_item'
  | 'category_set'
  | 'finding'
  | 'finding_detail'
  | 'finding_event'
  | 'triage_change'
  | 'triage_change_item'
  | 'lockfile'
  | 'dependency'
  | 'audit_event'

/** A row on its way into its table. Rows come in an order in which nothing refers to what is not there yet. */
export type DemoRow = { [Name in Filled]: { table: Name; row: Insertable<Tables[Name]> } }[Filled]

export type RowOf<Name extends Filled> = Insertable<Tables[Name]>

/** Tables whose ids count in a deployment. */
type Counted = Extract<Filled, NumberedTable>

/** Hands out the ids of a new deployment. */
export class Ids {
  readonly #last = new Map<Counted, number>()

  next(table: Counted): number {
    const id = (this.#last.get(table) ?? 0) + 1
    this.#last.set(table, id)
    return id
  }

  /** How many were handed out for each table. */
  counts(): Iterable<[Counted, number]> {
    return this.#last
  }
}
