import type { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { filledBefore } from '../testing/filled-before.ts'
import { firstMigration, migrationNames } from './index.ts'

const rows = (connection: DatabaseSync, text: string) => connection.prepare(text).all()

/** How many rows each table has, those of the engine and the query builder left out. */
function counts(connection: DatabaseSync) {
  const tables = rows(
    connection,
    `select name from sqlite_schema where type = 'table'
      and name not like 'sqlite\\_%' escape '\\' and name not like 'kysely\\_%' escape '\\'`,
  ).map(({ name }) => String(name))
  return new Map(
    tables.map((name) => [name, rows(connection, `select count(*) as n from "${name}"`)[0]?.['n']]),
  )
}

it.each(migrationNames.filter((name) => name !== firstMigration))(
  '%s leaves the rows of a filled database and their owners there',
  async (name) => {
    const { connection, migrate } = await filledBefore(name)
    const before = counts(connection)
    expect(before.get('finding')).toBeGreaterThan(5)
    await migrate()
    expect(new Map([...counts(connection)].filter(([table]) => before.has(table)))).toEqual(before)
    expect(rows(connection, 'pragma foreign_key_check')).toEqual([])
    expect(rows(connection, 'pragma integrity_check')).toEqual([{ integrity_check: 'ok' }])
  },
)
