import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Kysely } from 'kysely'
import { type MigrationProvider, Migrator } from 'kysely/migration'
import { DatabaseFault } from '../database.ts'
import type { Tables } from '../tables.ts'
import { openReader, openWriter } from './connection.ts'
import {
  earlierMigrationNames,
  earlierMigrationProvider,
  migrationNames,
  migrationProvider,
} from './migrations/index.ts'
import { isPurgePending, purgeFile } from './purge.ts'
import { type RebuildProgress, rebuild } from './rebuild/rebuild.ts'
import { SqliteDatabase } from './sqlite-database.ts'

/** The folder next to the database with files that are derived from its rows, and may contain deleted ones. */
export const columnFolder = 'columns'

/** Opens the database of a data folder. */
export const openDatabaseIn = (folder: string, onProgress?: (progress: RebuildProgress) => void) =>
  openDatabase(join(folder, 'gatehouse.db'), onProgress)

/**
 * Opens the database in `file` (or a new one in memory for ':memory:') and migrates it.
 * @param onProgress called while an update copies the database, which can take minutes.
 * @throws DatabaseFault if the file is not a database, is damaged, locked, not accessible, or was written by a newer
 * Gatehouse. Nothing in the file is changed then.
 */
export async function openDatabase(
  file: string,
  onProgress: (progress: RebuildProgress) => void = () => undefined,
): Promise<SqliteDatabase> {
  const inMemory = file === ':memory:'
  const writer = await attempt(file, async () => {
    if (!inMemory) {
      await demandWhole(file)
      if (await isEarlier(file)) await rebuild(file, onProgress)
    }
    const opened = openWriter(file)
    try {
      refuseDamage(opened.raw, file)
      await migrate(opened.query, file)
      // An older migration turns it off.
      opened.raw.exec('pragma secure_delete = on')
      if (!inMemory && isPurgePending(opened.raw)) purgeAtStart(file)
      opened.raw.exec('pragma busy_timeout = 0')
    } catch (error) {
      opened.raw.close()
      throw error
    }
    return opened
  })
  const reader = inMemory ? writer : await attempt(file, async () => openReader(file))
  return new SqliteDatabase(inMemory ? null : file, writer, reader)
}

/**
 * Completes a pending purge before requests are answered, since nothing waits for it then. If it fails, it is repeated
 * at the next start.
 */
function purgeAtStart(file: string) {
  rmSync(join(dirname(file), columnFolder), { recursive: true, force: true })
  try {
    purgeFile(file)
  } catch {
    // A full disk must not prevent the start: only the owner of the folder could read the deleted data.
  }
}

/**
 * Rejects an empty file. A new database is created under another name and moved into place when complete, so an empty
 * file has lost its content, and replacing it silently would hide the loss.
 */
async function demandWhole(file: string) {
  if (existsSync(file)) {
    if (statSync(file).size > 0) return
    throw new DatabaseFault(
      `The database ${file} is an empty file, so its data is lost. Restore a copy of it, or delete it to start over.`,
    )
  }
  const newFile = `${file}.new`
  for (const end of ['', '-wal', '-shm']) rmSync(newFile + end, { force: true })
  const { raw, query } = openWriter(newFile)
  try {
    await migrate(query, newFile)
  } finally {
    raw.close()
  }
  renameSync(newFile, file)
}

/** Above this size, checking every page would delay the start, so only the schema table is read. */
const checkedWholeAtMost = 64 * 1024 * 1024

function refuseDamage(connection: DatabaseSync, file: string) {
  const size = connection
    .prepare('select page_count * page_size as bytes from pragma_page_count, pragma_page_size')
    .get()
  if (Number(size?.['bytes']) > checkedWholeAtMost) {
    connection.prepare('select count(*) from sqlite_schema').get()
    return
  }
  const row = connection.prepare('pragma quick_check(1)').get()
  const verdict = row?.['quick_check']
  if (verdict !== 'ok') throw new DatabaseFault(`The database ${file} is damaged: ${String(verdict)}`)
}

/** Runs the migrations. */
async function migrate(query: Kysely<Tables>, file: string): Promise<void> {
  await runMigrations(query, file, migrationProvider, migrationNames)
}

/**
 * Runs the older migrations on a database with an earlier schema.
 * @returns whether it is one, so that its rows must be copied.
 */
async function isEarlier(file: string): Promise<boolean> {
  const { raw, query } = openWriter(file)
  try {
    refuseDamage(raw, file)
    const applied = await appliedMigrations(query)
    if (applied.length === 0 || applied.some((name) => migrationNames.includes(name))) return false
    await runMigrations(query, file, earlierMigrationProvider, earlierMigrationNames)
    return true
  } finally {
    raw.close()
  }
}

async function runMigrations(
  query: Kysely<Tables>,
  file: string,
  provider: MigrationProvider,
  names: readonly string[],
) {
  const migrator = new Migrator({ db: query, provider })
  const foreign = (await appliedMigrations(query)).filter((name) => !names.includes(name))
  if (foreign.length > 0) {
    throw new DatabaseFault(
      `The database ${file} was written by a newer Gatehouse (it knows "${foreign.join('", "')}"). Start that version, or use another folder.`,
    )
  }
  const known = await migrator.getMigrations()
  // Migrating locks the database for writing, which is avoided if there is nothing to migrate.
  if (known.every(({ executedAt }) => executedAt !== undefined)) return
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

async function appliedMigrations(query: Kysely<Tables>): Promise<string[]> {
  const tables = await query.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === 'kysely_migration')) return []
  const applied = await query
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .execute()
  return applied.map((row) => row.name)
}

/** Converts an SQLite error at opening to a message for the person who started the service. */
async function attempt<T>(file: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    if (error instanceof DatabaseFault) throw error
    const reason = error instanceof Error ? error.message : String(error)
    const failure = /locked|busy/i.test(reason)
      ? 'is locked by another program'
      : /not a database|malformed|corrupt/i.test(reason)
        ? 'is damaged or not a database'
        : /readonly|unable to open|permission/i.test(reason)
          ? 'cannot be opened or written'
          : 'cannot be used'
    throw new DatabaseFault(`The database ${file} ${failure} (${reason}).`, { cause: error })
  }
}
