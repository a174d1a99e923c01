import { CompiledQuery } from 'kysely'
import type { Writer } from '#server/db/database.ts'

/** The newest id that a finding ever had. */
export async function lastId(transaction: Writer): Promise<number> {
  const { rows } = await transaction.executeQuery<{ seq: number }>(
    CompiledQuery.raw(`select seq from sqlite_sequence where name = 'finding'`),
  )
  return rows[0]?.seq ?? 0
}
