import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { type Kysely, sql } from 'kysely'

/**
 * SQLite's own number for the application in the head of the file: 1 while it may hold bytes of deleted rows. It is part of
 * the transaction that deletes them, so that no crash can lose it.
 */
const pending = 1

/** To be called in the transaction that deletes what must leave nothing behind; the purge follows its commit. */
export async function demandPurge<T>(transaction: Kysely<T>): Promise<void> {
  await sql.raw(`pragma user_version = ${pending}`).execute(transaction)
}

/** Whether rows were deleted whose bytes may still be in the file or in its log. */
export function isPurgePending(connection: DatabaseSync): boolean {
  return connection.prepare('pragma user_version').get()?.['user_version'] === pending
}

/**
 * Rewrites the database without what was deleted: `secure_delete` overwrites the rows where they stand, but not the copies
 * that pages keep when their rows are moved. Then the log is emptied, which holds the pages as they were.
 * @returns false where a reader still needs the log; everything is to be done again then.
 * @throws what SQLite says, such as that the disk is full. What was deleted stays deleted.
 */
export function purgeFile(file: string): boolean {
  if (!existsSync(file)) return true
  const connection = new DatabaseSync(file, { timeout: 5_000 })
  try {
    // The new file is made on disk: it is as large as the old one.
    connection.exec('pragma synchronous = full; pragma secure_delete = on; pragma temp_store = file; vacuum')
    const folded = connection.prepare('pragma wal_checkpoint(truncate)').get()
    if (folded?.['busy'] !== 0) return false
    connection.exec('pragma user_version = 0')
    connection.exec('pragma wal_checkpoint(truncate)')
    return true
  } finally {
    connection.close()
  }
}
