import type { Database, OpenSnapshot, Reader, Snapshot } from '#server/db/database.ts'
import { Refusal } from '#server/http/errors.ts'
import { type Columns, type Complaints, Memory } from './memory/memory.ts'

/** One snapshot of the database, with the same findings in memory where they are loaded. */
export interface View {
  reader: Reader
  snapshot: Snapshot
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
  return database.snapshot(async (snapshot) => {
    const columns = (await memory?.at(snapshot)) ?? null
    return work({ reader: snapshot.read, snapshot, columns })
  })
}

/**
 * The same with a snapshot of its own, for a long read of what `choose` picked. The caller closes it.
 */
export async function openView<T>(
  database: Database,
  choose: (view: View) => Promise<T>,
): Promise<{ chosen: T; snapshot: OpenSnapshot }> {
  const memory = memories.get(database)
  await memory?.caughtUp()
  // Others bring the columns to their own snapshots one after the other, in this one.
  return database.snapshot(async ({ read }) => {
    const snapshot = database.openSnapshot()
    try {
      const columns = (await memory?.at(snapshot)) ?? null
      // A database in memory has one connection, which this transaction holds.
      const reader = database.address === null ? read : snapshot.read
      return { chosen: await choose({ reader, snapshot, columns }), snapshot }
    } catch (error) {
      snapshot.close()
      throw error
    }
  })
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
