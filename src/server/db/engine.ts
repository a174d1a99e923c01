// The only entry point to the engines: all other code of the service uses `database.ts` and `sql.ts`.
import type { CopyTarget, LastIds } from './copy/copy-target.ts'
import type { Database, DatabaseFailure, PendingMigration, Reader, Writer } from './database.ts'
import { isPostgres } from './engine-of.ts'
import {
  columnsByTable as columnsInPostgres,
  lastIds as lastIdsInPostgres,
} from './postgres/copied-schema.ts'
import { failureOf as failureOfPostgres } from './postgres/failures.ts'
import type { PostgresInspection } from './postgres/inspect.ts'
import type { PostgresSource } from './postgres/source.ts'
import { StagingRows } from './postgres/staging-rows.ts'
import type { TrialDatabase } from './postgres/trial-database.ts'
import { columnsByTable as columnsInSqlite, lastIds as lastIdsInSqlite } from './sqlite/copied-schema.ts'
import { failureOf as failureOfSqlite } from './sqlite/failures.ts'
import { TemporaryTables } from './sqlite/staging-tables.ts'
import type { StagingTables } from './staging.ts'

export { insertNewRows, insertNumbered, insertRows, updateRow, updateRows } from './bulk.ts'
export { copyDatabase, databaseFile, databaseSize } from './sqlite/backup/copy-database.ts'
export { readContent } from './sqlite/backup/read-content.ts'
export { removeWebhooks } from './sqlite/backup/remove-webhooks.ts'
export { fillEmbedded } from './sqlite/copy-target.ts'
export { takeFileLock } from './sqlite/file-lock.ts'
export { type DatabaseInspection, inspectDatabaseIn } from './sqlite/inspect.ts'
export { isKnownMigration, schemaVersion } from './sqlite/migrations/index.ts'
export { columnFolder, openDatabase, openDatabaseIn } from './sqlite/open.ts'
export { pendingIn } from './sqlite/pending-migrations.ts'
export type { RebuildProgress } from './sqlite/rebuild/rebuild.ts'
export type { MovedRow, Row, StagingTables, Value } from './staging.ts'
export type { PostgresInspection, PostgresSource, TrialDatabase }

/** The kind of failure of a database error; null for any other error. */
export const failureOf = (error: unknown): DatabaseFailure | null =>
  failureOfSqlite(error) ?? failureOfPostgres(error)

/** Where a PostgreSQL database is. */
interface PostgresUrls {
  url: string
  /** Leads to the server itself where `url` leads to a transaction pooler. */
  directUrl: string
}

/**
 * Opens a PostgreSQL database and migrates it. Its driver is loaded only here.
 * @param urls `readUrl` leads to a streaming replica.
 * @throws DatabaseFault if it cannot be used.
 */
export const openPostgres = async (urls: PostgresUrls & { readUrl: string | null }): Promise<Database> =>
  (await import('./postgres/open.ts')).openPostgres(urls.url, urls)

/** Inspects a PostgreSQL database without changing it. @throws DatabaseFault if it cannot be reached. */
export const inspectPostgres = async (
  urls: PostgresUrls & { readUrl: string | null },
): Promise<PostgresInspection> => (await import('./postgres/inspect.ts')).inspectPostgres(urls)

/** Runs the migrations that a PostgreSQL database does not have. @returns their names. @throws DatabaseFault */
export const migratePostgres = async (urls: PostgresUrls): Promise<string[]> =>
  (await import('./postgres/open.ts')).migratePostgres(urls)

/** Finds the migrations that a PostgreSQL database does not have, without changing it. @throws DatabaseFault */
export const pendingInPostgres = async (urls: PostgresUrls): Promise<PendingMigration[]> =>
  (await import('./postgres/open.ts')).pendingInPostgres(urls)

/**
 * Fills an empty PostgreSQL database in one transaction: after an error it is as it was.
 * @param migrations names of those that a new database gets; by default all.
 * @throws DatabaseFault if it has data, or cannot be used.
 */
export const fillPostgres = async <T>(
  urls: PostgresUrls,
  work: (target: CopyTarget, transaction: Writer) => Promise<T>,
  migrations?: readonly string[],
): Promise<T> => (await import('./postgres/copy-target.ts')).fillPostgres(urls, work, migrations)

/**
 * Opens a snapshot of a PostgreSQL database without updating it.
 * @throws DatabaseFault if it cannot be used, or has no tables of Gatehouse.
 */
export const openSource = async (urls: PostgresUrls): Promise<PostgresSource> =>
  (await import('./postgres/source.ts')).openSource(urls)

/**
 * Creates an empty database beside a PostgreSQL database, or prepares a given one.
 * @throws DatabaseFault if that is not possible.
 */
export const openTrialDatabase = async (source: PostgresUrls, given: string | null): Promise<TrialDatabase> =>
  (await import('./postgres/trial-database.ts')).openTrialDatabase(source, given)

/**
 * Prevents processes from starting on a PostgreSQL database that no process uses.
 * @returns a function that ends this.
 * @throws DatabaseFault if a process uses it, or if it cannot be used.
 */
export const holdStill = async (urls: PostgresUrls): Promise<() => Promise<void>> =>
  (await import('./postgres/move-lock.ts')).holdStill(urls)

/** The columns of each table, but for computed ones. */
export const columnsByTable = (reader: Reader): Promise<Map<string, string[]>> =>
  (isPostgres(reader) ? columnsInPostgres : columnsInSqlite)(reader)

/** The last ids of tables that count for all deployments together. Ids of deleted rows are not used again. */
export const lastIds = (reader: Reader): Promise<LastIds> =>
  (isPostgres(reader) ? lastIdsInPostgres : lastIdsInSqlite)(reader)

/** Where the findings of one import are kept before its transaction. */
export const newStagingTables = (reader: Reader): StagingTables =>
  isPostgres(reader) ? new StagingRows() : new TemporaryTables()
