import { existsSync, writeFileSync } from 'node:fs'
import { openWriter } from '../connection.ts'
import { openDatabase } from '../open.ts'
import { SqliteDatabase } from '../sqlite-database.ts'

/** The content of an empty database with all tables. Migrating one takes much of the time of a short test. */
let migrated: Promise<Uint8Array> | undefined

async function migrate(): Promise<Uint8Array> {
  const database = await openDatabase(':memory:')
  try {
    return database.connection.serialize()
  } finally {
    await database.close()
  }
}

/** Opens an empty database in memory that has all tables. */
export async function openInMemory(): Promise<SqliteDatabase> {
  migrated ??= migrate()
  const writer = openWriter(':memory:')
  writer.raw.deserialize(await migrated)
  // Loading the content resets these settings of `openDatabase`.
  writer.raw.exec('pragma secure_delete = on; pragma cache_size = -65536; pragma busy_timeout = 0')
  return new SqliteDatabase(null, writer, writer)
}

/** Opens the database in a file, which gets all tables if it does not exist. */
export async function openInFile(file: string): Promise<SqliteDatabase> {
  migrated ??= migrate()
  if (!existsSync(file)) writeFileSync(file, await migrated)
  return openDatabase(file)
}
