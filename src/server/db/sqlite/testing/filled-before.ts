import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Migrator } from 'kysely/migration'
import { onTestFinished } from 'vitest'
import { openWriter } from '../connection.ts'
import {
  earlierMigrationProvider,
  firstMigration,
  migrationNames,
  migrationProvider,
} from '../migrations/index.ts'
import { copyRows } from '../rebuild/copy-rows.ts'

/** A database of the first version with six projects, filled by its service. */
const filled = new URL('../migrations/fixtures/secrets-before.db.gz', import.meta.url)

/** A filled database of the version before a migration, and the step to that migration. */
export async function filledBefore(migration: string) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-filled-'))
  const { raw: connection, query } = openWriter(':memory:')
  onTestFinished(() => {
    connection.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const migrator = new Migrator({ db: query, provider: migrationProvider })
  const to = async (name: string) => {
    const { error } = await migrator.migrateTo(name)
    if (error) throw error
  }
  await to(firstMigration)
  connection.exec('pragma foreign_keys = off')
  connection.prepare('attach ? as earlier').run(await earlierFile(folder))
  copyRows(connection, () => undefined)
  connection.exec('detach earlier; pragma foreign_keys = on')
  const before = migrationNames[migrationNames.indexOf(migration) - 1]
  if (before === undefined) throw new Error(`no migration stands before ${migration}`)
  await to(before)
  return { connection, query, migrate: () => to(migration) }
}

async function earlierFile(folder: string): Promise<string> {
  const file = join(folder, 'earlier.db')
  writeFileSync(file, gunzipSync(readFileSync(filled)))
  const { raw, query } = openWriter(file)
  const { error } = await new Migrator({ db: query, provider: earlierMigrationProvider }).migrateToLatest()
  raw.close()
  if (error) throw error
  return file
}
