import { CompiledQuery } from 'kysely'
import type { Writer } from '../database.ts'
import type { Tables } from '../tables.ts'

/** The newest id that a row of the table ever had; 0 if there was none. */
export async function lastId(transaction: Writer, table: keyof Tables): Promise<number> {
  const { rows } = await transaction.executeQuery<{ seq: number }>(
    CompiledQuery.raw(`select seq from sqlite_sequence where name = '${table}'`),
  )
  return rows[0]?.seq ?? 0
}

/** Takes an id that no row of the table will have. */
export async function nextId(transaction: Writer, table: keyof Tables): Promise<number> {
  const { rows } = await transaction.executeQuery<{ seq: number }>(
    CompiledQuery.raw(`update sqlite_sequence set seq = seq + 1 where name = '${table}' returning seq`),
  )
  const [row] = rows
  if (!row) throw new Error(`there is no row of ${table} yet`)
  return row.seq
}
