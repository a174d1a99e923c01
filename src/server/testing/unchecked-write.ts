import { sql } from 'kysely'
import type { Database, WriteLock, Writer } from '../db/database.ts'
import { connectionOf } from '../db/sqlite/testing/connection.ts'

/**
 * Runs `work` in one write, in which rows need not belong to rows of other tables. On PostgreSQL only a superuser can.
 */
export function writeUnchecked<T>(
  database: Database,
  lock: WriteLock,
  work: (transaction: Writer) => Promise<T>,
): Promise<T> {
  return database.write(async (transaction) => {
    if (database.address?.engine === 'postgres') {
      await sql`set local session_replication_role = replica`.execute(transaction)
      return work(transaction)
    }
    // SQLite ignores the setting within a transaction.
    const connection = connectionOf(database)
    connection.exec('commit; pragma foreign_keys = off; begin')
    try {
      const result = await work(transaction)
      connection.exec('commit')
      return result
    } finally {
      if (connection.isTransaction) connection.exec('rollback')
      connection.exec('pragma foreign_keys = on; begin')
    }
  }, lock)
}
