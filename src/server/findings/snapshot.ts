import type { Database, OpenSnapshot, Reader, Snapshot } from '#server/db/database.ts'
import { HttpError } from '#server/http/errors.ts'
import { type ColumnSnapshot, ColumnStore, type ColumnStoreLog } from './columns/column-store.ts'

/** One snapshot of the database, with the same findings in memory where they are loaded. */
export interface FindingsSnapshot {
  reader: Reader
  snapshot: Snapshot
  columns: ColumnSnapshot | null
}

const columnStores = new WeakMap<Database, ColumnStore>()

/**
 * Loads the findings of a database into memory in the background and keeps them current, so that they are counted
 * there. Until they are loaded, and wherever that fails, SQL counts the same. To be stopped before the database closes.
 */
export function startColumnStore(database: Database, complaints: ColumnStoreLog): ColumnStore {
  const columnStore = new ColumnStore(database, complaints)
  columnStores.set(database, columnStore)
  return columnStore
}

/** Reads in one snapshot of the database and of the findings in memory. */
export async function withSnapshot<T>(
  database: Database,
  work: (withSnapshot: FindingsSnapshot) => Promise<T>,
): Promise<T> {
  const columnStore = columnStores.get(database)
  await columnStore?.caughtUp()
  return database.snapshot(async (snapshot) => {
    const columns = (await columnStore?.at(snapshot)) ?? null
    return work({ reader: snapshot.read, snapshot, columns })
  })
}

/**
 * The same with a snapshot of its own, for a long read of what `choose` picked. The caller closes it.
 */
export async function openView<T>(
  database: Database,
  choose: (withSnapshot: FindingsSnapshot) => Promise<T>,
): Promise<{ chosen: T; snapshot: OpenSnapshot }> {
  const columnStore = columnStores.get(database)
  await columnStore?.caughtUp()
  // Others bring the columns to their own snapshots one after the other, in this one.
  return database.snapshot(async ({ read }) => {
    const snapshot = database.openSnapshot()
    try {
      const columns = (await columnStore?.at(snapshot)) ?? null
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
export async function countWithFallback<T>(
  { columns }: FindingsSnapshot,
  inColumns: (columns: ColumnSnapshot) => Promise<T | null>,
  inSql: () => Promise<T>,
): Promise<T> {
  if (!columns) return inSql()
  try {
    const result = await inColumns(columns)
    if (result !== null) return result
  } catch (error) {
    if (error instanceof HttpError) throw error
    columns.reportFailure(error)
  }
  return inSql()
}
