import type { Insertable } from 'kysely'
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

const counted = [
  'deployment',
  'project',
  'ref',
  'scan_source',
  'scan',
  'rule',
  'policy',
  'policy_change',
  'category_set',
  'finding',
  'finding_event',
  'triage_change',
  'lockfile',
  'dependency',
  'audit_event',
] as const

export type Counted = (typeof counted)[number]
export const countedTables: readonly Counted[] = counted

/** Hands out ids above those that a database already holds. */
export class Ids {
  #last: Record<Counted, number>

  /** @param last the highest id of each table, 0 for an empty one */
  constructor(last: Partial<Record<Counted, number>> = {}) {
    // parse: one number for each counted table, which the mapping cannot say in types.
    this.#last = Object.fromEntries(counted.map((table) => [table, last[table] ?? 0])) as Record<
      Counted,
      number
    >
  }

  next(table: Counted): number {
    this.#last[table] += 1
    return this.#last[table]
  }
}
