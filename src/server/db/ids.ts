import { sql } from 'kysely'
import type { Reader, Writer } from './database.ts'
import type { Tables } from './tables.ts'

/** Tables whose rows have an id that is unique in their deployment. */
export type NumberedTable = {
  [Name in keyof Tables]: Tables[Name] extends { deployment_id: number; id: number } ? Name : never
}[keyof Tables]

/**
 * Allocates ids for new rows of a deployment. An id is never reused, even if its row is deleted or never written.
 * @returns the first of `count` consecutive ids.
 */
export async function takeIds(
  transaction: Writer,
  deploymentId: number,
  table: NumberedTable,
  count: number,
): Promise<number> {
  const { last_id } = await transaction
    .insertInto('id_counter')
    .values({ deployment_id: deploymentId, table_name: table, last_id: count })
    .onConflict((conflict) =>
      conflict
        .columns(['deployment_id', 'table_name'])
        .doUpdateSet({ last_id: sql`id_counter.last_id + excluded.last_id` }),
    )
    .returning('last_id')
    .executeTakeFirstOrThrow()
  return last_id - count + 1
}

/** Allocates the id of one new row of a deployment. */
export const takeId = (transaction: Writer, deploymentId: number, table: NumberedTable): Promise<number> =>
  takeIds(transaction, deploymentId, table, 1)

/** The newest id of a table in a deployment; 0 if it has none. */
export async function lastId(reader: Reader, deploymentId: number, table: NumberedTable): Promise<number> {
  const row = await reader
    .selectFrom('id_counter')
    .select('last_id')
    .where('deployment_id', '=', deploymentId)
    .where('table_name', '=', table)
    .executeTakeFirst()
  return row?.last_id ?? 0
}
