// The only entry point to the engines: all other code of the service uses `database.ts` and `sql.ts`.
import type { Database, DatabaseFailure, Reader } from './database.ts'
import { isPostgres } from './engine-of.ts'
import { failureOf as failureOfPostgres } from './postgres/failures.ts'
import { StagingRows } from './postgres/staging-rows.ts'
import { failureOf as failureOfSqlite } from './sqlite/failures.ts'
import { TemporaryTables } from './sqlite/staging-tables.ts'
import type { StagingTables } from './staging.ts'

export { insertNewRows, insertNumbered, insertRows, updateRow } from './bulk.ts'
export { copyDatabase, databaseFile, databaseSize } from './sqlite/backup/copy-database.ts'
export { readContent } from './sqlite/backup/read-content.ts'
export { takeFileLock } from './sqlite/file-lock.ts'
export { type DatabaseInspection, inspectDatabaseIn } from './sqlite/inspect.ts'
export { isKnownMigration, schemaVersion } from './sqlite/migrations/index.ts'
export { columnFolder, openDatabase, openDatabaseIn } from './sqlite/open.ts'
export type { RebuildProgress } from './sqlite/rebuild/rebuild.ts'
export { changeNumbersIn } from './sqlite/rehearsal/change-numbers.ts'
export { compareDatabases } from './sqlite/rehearsal/compare-databases.ts'
export { recentUploads } from './sqlite/rehearsal/recent-uploads.ts'
export type { MovedRow, Row, StagingTables, Value } from './staging.ts'

/** The kind of failure of a database error; null for any other error. */
export const failureOf = (error: unknown): DatabaseFailure | null =>
  failureOfSqlite(error) ?? failureOfPostgres(error)

/**
 * Opens a PostgreSQL database and migrates it. Its driver is loaded only here.
 * @param urls `directUrl` leads to the server itself where `url` leads to a transaction pooler, `readUrl` to a replica.
 * @throws DatabaseFault if it cannot be used.
 */
export const openPostgres = async (urls: {
  url: string
  directUrl: string
  readUrl: string | null
}): Promise<Database> => (await import('./postgres/open.ts')).openPostgres(urls.url, urls)

/** Where the findings of one import are kept before its transaction. */
export const newStagingTables = (reader: Reader): StagingTables =>
  isPostgres(reader) ? new StagingRows() : new TemporaryTables()
