import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { syncFolder } from '#server/base/sync-folder.ts'
import type { CopyTarget } from '../copy/copy-target.ts'
import { deferIndexes } from '../copy/defer-indexes.ts'
import { DatabaseFault } from '../database.ts'
import type { Tables } from '../tables.ts'
import { databaseFile } from './backup/copy-database.ts'
import { kyselyOn } from './connection.ts'
import { lastIds } from './copied-schema.ts'
import { failureOf } from './failures.ts'
import { migrations } from './migrations/index.ts'
import { providerOf } from './migrations/steps.ts'
import { RowStatements } from './row-reads.ts'

/** The file that becomes the database when it is complete. */
const partialFile = `${databaseFile}.partial`

/**
 * Fills a new database in a data folder, which has none. It appears under its name when it is complete and on the disk;
 * after an error there is none.
 * @throws DatabaseFault if it cannot be written.
 */
export async function fillEmbedded<T>(folder: string, work: (target: CopyTarget) => Promise<T>): Promise<T> {
  const partial = join(folder, partialFile)
  rmSync(partial, { force: true })
  try {
    const result = await fill(partial, work)
    const written = openSync(partial, 'r+')
    fsyncSync(written)
    closeSync(written)
    renameSync(partial, join(folder, databaseFile))
    syncFolder(folder)
    return result
  } catch (error) {
    rmSync(partial, { force: true })
    if (failureOf(error) === null) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new DatabaseFault(`The database cannot be written to ${dirname(partial)} (${reason}).`, {
      cause: error,
    })
  }
}

async function fill<T>(file: string, work: (target: CopyTarget) => Promise<T>): Promise<T> {
  const connection = new DatabaseSync(file)
  try {
    // After any error, the file is deleted.
    connection.exec(
      'pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -262144; pragma temp_store = file',
    )
    const db = kyselyOn(connection)
    const { migrations: tables, indexes } = deferIndexes(migrations)
    const { error } = await new Migrator({ db, provider: providerOf(tables) }).migrateToLatest()
    if (error) throw error
    return await work({
      ...targetOn(connection, db),
      async createIndexes() {
        for (const statement of indexes) connection.exec(statement)
      },
    })
  } finally {
    connection.close()
  }
}

function targetOn(connection: DatabaseSync, db: Kysely<Tables>): Omit<CopyTarget, 'createIndexes'> {
  return {
    reader: new RowStatements(connection).reader(db),
    storable: (_, text) => text,
    async insert(table, columns, rows) {
      const names = columns.map((name) => `"${name}"`).join(', ')
      const statement = connection.prepare(
        `insert into "${table}" (${names}) values (${columns.map(() => '?').join(', ')})`,
      )
      connection.exec('begin')
      for (const row of rows) statement.run(...row)
      connection.exec('commit')
    },
    async continueIds(given) {
      const update = connection.prepare('update sqlite_sequence set seq = ? where name = ?')
      const insert = connection.prepare('insert into sqlite_sequence (seq, name) values (?, ?)')
      for (const [table, newest] of Object.entries(await lastIds(db))) {
        const last = given[table] ?? newest
        if (last > newest && update.run(last, table).changes === 0) insert.run(last, table)
      }
    },
  }
}
