import type { Database, Snapshot } from './database.ts'

/** Reads for long in one snapshot with a connection of its own, so that no other read waits for it. */
export async function readLong<T>(database: Database, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  // A database in memory has one connection.
  if (database.address === null) return database.snapshot(work)
  const snapshot = await database.openSnapshot()
  try {
    return await work(snapshot)
  } finally {
    snapshot.close()
  }
}
