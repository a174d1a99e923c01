import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { type Kysely, sql } from 'kysely'

/**
 * SQLite's application id, in the header of the file: 1 while the file may contain bytes of deleted rows. It is set in
 * the transaction that deletes them, so that a crash cannot lose it.
 */
const pending = 1

/** Must be called in the transaction that deletes data permanently; the purge follows its commit. */
export async function demandPurge<T>(transaction: Kysely<T>): Promise<void> {
  await sql.raw(`pragma user_version = ${pending}`).execute(transaction)
}

/** Whether bytes of deleted rows may still be in the file or in its log. */
export function isPurgePending(connection: DatabaseSync): boolean {
  return connection.prepare('pragma user_version').get()?.['user_version'] === pending
}

/**
 * Rewrites the database without deleted data: `secure_delete` overwrites deleted rows in place, but not the copies that
 * remain in pages after rows were moved. Then truncates the log, which contains older versions of the pages.
 * @returns false if a reader still needs the log; the purge must be repeated then.
 * @throws SQLite's error, for example if the disk is full. Deleted rows stay deleted.
 */
export function purgeFile(file: string): boolean {
  if (!existsSync(file)) return true
  const connection = new DatabaseSync(file, { timeout: 5_000 })
  try {
    // The new file is built on disk, because it is as large as the old one.
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
