import type { DatabaseSync } from 'node:sqlite'
import type { Database, Reader } from '#server/db/database.ts'
import { Refusal } from '#server/http/errors.ts'
import { type Columns, type Complaints, Memory } from './memory/memory.ts'

/** One snapshot of the database, with the same findings in memory where they are loaded. */
export interface View {
  reader: Reader
  /** The connection that it is read by. */
  bare: DatabaseSync
  columns: Columns | null
}

const memories = new WeakMap<Database, Memory>()

/**
 * Loads the findings of a database into memory in the background and keeps them current, so that they are counted
 * there. Until they are loaded, and wherever that fails, SQL counts the same. To be stopped before the database closes.
 */
export function holdFindings(database: Database, complaints: Complaints): Memory {
  const memory = new Memory(database, complaints)
  memories.set(database, memory)
  return memory
}

/** Reads in one snapshot of the database and of the findings in memory. */
export async function view<T>(database: Database, work: (view: View) => Promise<T>): Promise<T> {
  const memory = memories.get(database)
  await memory?.caughtUp()
  return database.readAtOnce((reader, bare) => work({ reader, bare, columns: memory?.at(bare) ?? null }))
}

/**
 * Counts by the columns in memory where they are loaded and can tell, else by SQL: the same numbers either way.
 * Whatever goes wrong in memory is logged, and SQL answers.
 */
export async function counted<T>(
  { columns }: View,
  inMemory: (columns: Columns) => Promise<T | null>,
  inSql: () => Promise<T>,
): Promise<T> {
  if (!columns) return inSql()
  try {
    const found = await inMemory(columns)
    if (found !== null) return found
  } catch (error) {
    if (error instanceof Refusal) throw error
    columns.failed(error)
  }
  return inSql()
}
