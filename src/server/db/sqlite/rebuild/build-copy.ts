import { closeSync, fsyncSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Migrator } from 'kysely/migration'
import { kyselyOn } from '../connection.ts'
import { firstMigration, migrations } from '../migrations/index.ts'
import { providerOf } from '../migrations/steps.ts'
import { copyRows } from './copy-rows.ts'

/** The share of time; indexes take the rest. */
const shareOfCopying = 0.6

/**
 * Copies the rows of the database `file`, which has all earlier migrations, to the new file `copy` in their current
 * form, and creates its indexes. When it returns, the copy is on disk; until then the copy must not be used.
 * @param onProgress called with the completed share of the work, from 0 to 1.
 */
export async function buildCopy(
  file: string,
  copy: string,
  onProgress: (share: number) => void,
): Promise<void> {
  // The copying statements check owners themselves.
  const connection = new DatabaseSync(copy, { enableForeignKeyConstraints: false })
  try {
    // After any error, the copy is started again.
    connection.exec(
      'pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -262144; pragma temp_store = file',
    )
    const db = kyselyOn(connection)
    const onIndex = (done: number, of: number) =>
      onProgress(shareOfCopying + (1 - shareOfCopying) * (done / of))
    const tables = new Migrator({ db, provider: providerOf(migrations) })
    const indexes = new Migrator({ db, provider: providerOf(migrations, onIndex) })
    await run(() => tables.migrateTo(firstMigration))
    connection.prepare('attach ? as earlier').run(file)
    copyRows(connection, (share) => onProgress(share * shareOfCopying))
    connection.exec('detach earlier')
    await run(() => indexes.migrateToLatest())
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
