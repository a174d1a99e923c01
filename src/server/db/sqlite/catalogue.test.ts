import { expect, it } from 'vitest'
import { openDatabase } from './open.ts'
import { connectionOf } from './testing/connection.ts'

/** What belongs to no deployment, or to all: these count their ids for all deployments together. */
const global = [
  'audit_event',
  'deployment',
  'kysely_migration',
  'kysely_migration_lock',
  'person',
  'person_name',
  'person_role',
  'session',
  'sign_in_code',
  'sqlite_sequence',
  'sqlite_stat1',
  'token',
]

interface Table {
  name: string
  /** The columns of the primary key in their order. */
  key: string[]
  /** The columns of each index, those of the key among them. */
  indexes: string[][]
  foreignKeys: { parent: string; columns: string[]; parentColumns: string[]; onDelete: string }[]
}

/** The tables as the catalogue of the engine describes them. */
async function catalogue(): Promise<Table[]> {
  const database = await openDatabase(':memory:')
  const connection = connectionOf(database)
  const rows = (text: string, ...values: string[]) =>
    connection
      .prepare(text)
      .all(...values)
      .map((row) => Object.values(row).map(String))
  const tables = rows("select name from sqlite_schema where type = 'table' order by name").flat()
  const described = tables.map((name): Table => {
    const key = rows('select name from pragma_table_info(?) where pk > 0 order by pk', name).flat()
    const indexes = rows('select name from pragma_index_list(?)', name)
      .flat()
      .map((index) => rows('select name from pragma_index_info(?) order by seqno', index).flat())
    const parts = rows(
      'select id, "table", "from", coalesce("to", \'\'), on_delete from pragma_foreign_key_list(?) order by id, seq',
      name,
    )
    const foreignKeys = [...new Set(parts.map(([id]) => id))].map((id) => {
      const own = parts.filter(([of]) => of === id)
      const [[, parent = '', , , onDelete = ''] = []] = own
      return {
        parent,
        columns: own.map(([, , from = '']) => from),
        parentColumns: own.map(([, , , to = '']) => to),
        onDelete,
      }
    })
    return { name, key, indexes: [key, ...indexes], foreignKeys }
  })
  await database.close()
  return described
}

const leads = (columns: readonly string[], index: readonly string[]) =>
  columns.every((column, at) => index[at] === column)

it('begins every primary key of a deployment’s data with the deployment', async () => {
  const tables = await catalogue()
  expect(tables.filter(({ key }) => key[0] !== 'deployment_id').map(({ name }) => name)).toEqual(global)
  expect(tables.length).toBeGreaterThan(40)
})

it('begins every foreign key with the deployment, and deletes with what is referred to', async () => {
  for (const { name, foreignKeys } of await catalogue()) {
    if (global.includes(name)) continue
    expect([name, foreignKeys.length > 0]).toEqual([name, true])
    for (const { parent, columns, parentColumns, onDelete } of foreignKeys) {
      const expected = parent === 'deployment' ? 'id' : 'deployment_id'
      expect([name, columns[0], parentColumns[0], onDelete]).toEqual([
        name,
        'deployment_id',
        expected,
        'CASCADE',
      ])
    }
  }
})

it('tells the planner of every index of a large table', async () => {
  const database = await openDatabase(':memory:')
  const missing = connectionOf(database)
    .prepare(
      `select name from sqlite_schema where type = 'index' and tbl_name in (select tbl from sqlite_stat1)
        and name not in (select idx from sqlite_stat1)`,
    )
    .all()
    .map(({ name }) => String(name))
  await database.close()
  // A new index says in its own migration what it holds, as `0020-statistics.ts` does.
  expect(missing).toEqual([])
})

it('has an index by which what belongs to a row is found', async () => {
  for (const { name, indexes, foreignKeys } of await catalogue()) {
    for (const { columns } of foreignKeys)
      expect([name, columns, indexes.some((index) => leads(columns, index))]).toEqual([name, columns, true])
  }
})
