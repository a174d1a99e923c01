import { closeSync, fsyncSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Migrator } from 'kysely/migration'
import { kyselyOn } from '../connection.ts'
import { firstMigration, migrationProvider } from '../migrations/index.ts'
import { type CopyProgress, copyRows } from './copy-rows.ts'

/**
 * Writes the rows of the database `file`, which has all earlier migrations, into the new file `copy` in their present
 * form. When it returns, the copy is on the disk; until then nobody may use it.
 */
export async function buildCopy(
  file: string,
  copy: string,
  onProgress: (progress: CopyProgress) => void,
): Promise<void> {
  // Owners are looked up by the copying statements themselves.
  const connection = new DatabaseSync(copy, { enableForeignKeyConstraints: false })
  try {
    // Whatever goes wrong, the copy is begun anew.
    connection.exec(
      'pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -262144; pragma temp_store = file',
    )
    const migrator = new Migrator({ db: kyselyOn(connection), provider: migrationProvider })
    await run(() => migrator.migrateTo(firstMigration))
    connection.prepare('attach ? as earlier').run(file)
    copyRows(connection, onProgress)
    connection.exec('detach earlier')
    await run(() => migrator.migrateToLatest())
  } finally {
    connection.close()
  }
  const written = openSync(copy, 'r+')
  fsyncSync(written)
  closeSync(written)
}

async function run(migrate: () => Promise<{ error?: unknown }>) {
  const { error } = await migrate()
  if (error) throw error
}
