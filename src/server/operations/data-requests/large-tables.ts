import { type RawBuilder, sql } from 'kysely'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'

/** A name, and the neutral one that takes its place. */
export interface Renaming {
  name: string
  replacement: string
}

/** A table whose rows are found without an index. */
export interface LargeTable {
  /** Selects the ids of all rows, each with a 1 if the row has the name. */
  select(deploymentId: number, name: string): RawBuilder<unknown>
  rename(transaction: ChangeTransaction, ids: readonly number[], renaming: Renaming): Promise<unknown>
}

/** Selects the ids of the rows of a table, each with a 1 if the column has the name. */
export const selectMarked =
  (table: 'finding' | 'finding_event' | 'triage_change_item' | 'change_log', id: string, column: string) =>
  (deploymentId: number, name: string): RawBuilder<unknown> =>
    sql`select ${sql.ref(id)}, case when ${sql.ref(column)} = ${name} then 1 else 0 end
      from ${sql.table(table)} where deployment_id = ${deploymentId}`
