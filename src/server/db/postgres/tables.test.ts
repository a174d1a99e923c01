import { expect, it, onTestFinished } from 'vitest'
import { newPostgresUrl } from '#server/testing/database.ts'
import type { Database } from '../database.ts'
import { openDatabase } from '../engine.ts'
import { openPostgres } from './open.ts'

/**
 * The columns of each table, and whether they can be null. SQLite does not list a column that it computes, and lists the
 * number of a row as nullable, which it never is.
 */
async function columnsOf({ read }: Database) {
  const tables = await read.introspection.getTables()
  return Object.fromEntries(
    tables
      .filter(({ name }) => !['staged_finding', 'request_window', 'export_file'].includes(name))
      .map(({ name, columns }) => [
        name,
        columns
          .filter((column) => column.name !== 'upgrade')
          .map((column) => [column.name, column.name !== 'id' && column.isNullable])
          .sort(),
      ]),
  )
}

it('has the tables and columns of the embedded engine', async () => {
  const postgres = await openPostgres(await newPostgresUrl())
  onTestFinished(() => postgres.close())
  const embedded = await openDatabase(':memory:')
  onTestFinished(() => embedded.close())
  const expected = await columnsOf(embedded)
  expect(Object.keys(expected)).toHaveLength(65)
  expect(await columnsOf(postgres)).toEqual(expected)
})
