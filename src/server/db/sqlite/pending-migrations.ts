import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseFault, type PendingMigration } from '../database.ts'
import { databaseFile } from './backup/copy-database.ts'
import { earlierMigrationNames, isKnownMigration, migrationNames, migrations } from './migrations/index.ts'

/**
 * Finds the migrations that the database of a data folder does not have, without changing it, also while a service uses
 * it. A database that does not exist has none.
 * @throws DatabaseFault if it cannot be read, or was written by a newer Gatehouse.
 */
export function pendingIn(folder: string): PendingMigration[] {
  const applied = appliedIn(join(folder, databaseFile))
  const newer = applied.filter((name) => !isKnownMigration(name))
  if (newer.length > 0)
    throw new DatabaseFault(
      `The database in ${folder} was written by a newer Gatehouse (it knows "${newer.join('", "')}"). Start that version.`,
    )
  const isEarlier = applied.length > 0 && !applied.some((name) => migrationNames.includes(name))
  const names = isEarlier ? [...earlierMigrationNames, ...migrationNames] : migrationNames
  return names
    .filter((name) => !applied.includes(name))
    .map((name) => ({ name, statements: statementsOf(name) }))
}

function statementsOf(name: string): readonly string[] {
  const steps = migrations[name]
  return typeof steps === 'object' ? steps : []
}

function appliedIn(file: string): string[] {
  if (!existsSync(file)) return []
  let connection: DatabaseSync | null = null
  try {
    connection = new DatabaseSync(file, { readOnly: true, timeout: 2_000 })
    return connection
      .prepare('select name from kysely_migration')
      .all()
      .map(({ name }) => String(name))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new DatabaseFault(`The database ${file} cannot be read (${reason}).`, { cause: error })
  } finally {
    connection?.close()
  }
}
