import { DatabaseSync } from 'node:sqlite'
import { DatabaseFault } from '../../database.ts'
import type { DatabaseContent } from '../../database-content.ts'
import { failureOf } from '../failures.ts'

/**
 * Reads what a copy of a database contains, of any version, without changing it.
 * @param check `quick` finds damaged pages, `full` also rows that are missing in an index.
 * @throws DatabaseFault if it is damaged, or not a database of Gatehouse.
 */
export function readContent(file: string, check: 'quick' | 'full'): DatabaseContent {
  let connection: DatabaseSync | null = null
  try {
    connection = new DatabaseSync(file)
    // The file may come from anywhere, so its schema may not run functions, and its pages are checked as they are read.
    connection.exec('pragma trusted_schema = off; pragma cell_size_check = on; pragma query_only = on')
    refuseDamage(connection, check)
    return {
      schema: newestMigration(connection),
      tables: countTables(connection),
      deployments: readDeployments(connection),
    }
  } catch (error) {
    if (error instanceof DatabaseFault) throw error
    const reason = error instanceof Error ? error.message : String(error)
    if (failureOf(error) === 'disk_full') throw error
    throw new DatabaseFault(`The copy of the database is damaged, or not one of Gatehouse (${reason}).`, {
      cause: error,
    })
  } finally {
    connection?.close()
  }
}

function refuseDamage(connection: DatabaseSync, check: 'quick' | 'full') {
  const name = check === 'full' ? 'integrity_check' : 'quick_check'
  const verdict = connection.prepare(`pragma ${name}(1)`).get()?.[name]
  if (verdict !== 'ok') throw new DatabaseFault(`The database is damaged: ${String(verdict)}`)
}

function newestMigration(connection: DatabaseSync): string {
  const row = connection.prepare('select max(name) as name from kysely_migration').get()
  if (typeof row?.['name'] !== 'string') throw new DatabaseFault('The database has no tables of Gatehouse.')
  return row['name']
}

function countTables(connection: DatabaseSync): Record<string, number> {
  const names = connection
    .prepare(`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name`)
    .all()
    .map((row) => String(row['name']))
  const count = (name: string) =>
    Number(connection.prepare(`select count(*) as rows from "${name.replaceAll('"', '""')}"`).get()?.['rows'])
  return Object.fromEntries(names.map((name) => [name, count(name)]))
}

function readDeployments(connection: DatabaseSync): DatabaseContent['deployments'] {
  return connection
    .prepare('select id, slug, change_number from deployment order by id')
    .all()
    .map((row) => ({
      id: Number(row['id']),
      slug: String(row['slug']),
      changeNumber: Number(row['change_number']),
    }))
}
