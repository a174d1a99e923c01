import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { installationSetting } from '../installation.ts'
import { parseStored } from '../stored-json.ts'
import { isKnownMigration, migrationNames } from './migrations/index.ts'

/** What can be seen of a database without changing it. */
export interface DatabaseInspection {
  /** The engine and its version. */
  engine: string
  /** Whether its schema is that of this version, or that of an earlier or a later one. */
  schema: 'current' | 'earlier' | 'later'
  /** Bytes on disk: the database, and changes that are not yet part of it. */
  bytes: number
  logBytes: number
  /** Whether all pages were checked; a large database takes minutes. */
  isChecked: boolean
  /** When the newest change was made, in milliseconds since 1970; null without one. */
  newestChange: number | null
  /** The id of the installation; null without one. */
  installation: string | null
}

/** The database cannot be read; the message says why. */
export class InspectionFault extends Error {}

/** Above this size, all pages are only checked if that is requested. */
const checkedAtMost = 64 * 1024 * 1024

/**
 * Inspects the database of a data folder, also while a service uses it.
 * @param isComplete checks all pages, whatever its size.
 * @returns null if there is none.
 * @throws InspectionFault if it cannot be read or is damaged.
 */
export function inspectDatabaseIn(folder: string, isComplete: boolean): DatabaseInspection | null {
  const file = join(folder, 'gatehouse.db')
  if (!existsSync(file)) return null
  let connection: DatabaseSync | null = null
  try {
    const bytes = statSync(file).size
    if (bytes === 0) throw new InspectionFault('The file is empty, so its data is lost.')
    connection = new DatabaseSync(file, { readOnly: true, timeout: 2_000 })
    const isChecked = isComplete || bytes <= checkedAtMost
    if (isChecked) assertUndamaged(connection)
    const schema = schemaOf(connection)
    return {
      engine: `SQLite ${value(connection, 'select sqlite_version() as value')}`,
      schema,
      bytes,
      logBytes: statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0,
      isChecked,
      newestChange: schema === 'current' ? newestChangeIn(connection) : null,
      installation: schema === 'current' ? installationIn(connection) : null,
    }
  } catch (error) {
    if (error instanceof InspectionFault) throw error
    throw new InspectionFault(error instanceof Error ? `${error.message}.` : String(error), { cause: error })
  } finally {
    connection?.close()
  }
}

function assertUndamaged(connection: DatabaseSync): void {
  const verdict = connection.prepare('pragma quick_check(1)').get()?.['quick_check']
  if (verdict !== 'ok') throw new InspectionFault(`It is damaged: ${String(verdict)}.`)
}

function schemaOf(connection: DatabaseSync): DatabaseInspection['schema'] {
  const hasMigrations = value(
    connection,
    "select count(*) as value from sqlite_schema where name = 'kysely_migration'",
  )
  if (hasMigrations === 0) throw new InspectionFault('It was not written by Gatehouse.')
  const applied = connection
    .prepare('select name from kysely_migration')
    .all()
    .map(({ name }) => String(name))
  if (!applied.every(isKnownMigration)) return 'later'
  return migrationNames.every((name) => applied.includes(name)) ? 'current' : 'earlier'
}

const newestChangeIn = (connection: DatabaseSync) =>
  Number(
    value(
      connection,
      `select max(change_log.at) as value from deployment
        join change_log on deployment_id = deployment.id and number = change_number`,
    ),
  ) || null

function installationIn(connection: DatabaseSync): string | null {
  const json = value(
    connection,
    `select value_json as value from deployment_setting where name = '${installationSetting}' order by deployment_id`,
  )
  return typeof json === 'string' ? parseStored<string>(json) : null
}

const value = (connection: DatabaseSync, query: string) => connection.prepare(query).get()?.['value']
