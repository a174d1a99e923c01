import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { newPostgresUrl } from '#server/testing/database.ts'

/** What belongs to no deployment, or to all. */
const global = [
  'audit_event',
  'deployment',
  'kysely_migration',
  'kysely_migration_lock',
  'person',
  'person_name',
  'person_role',
  'request_window',
  'session',
  'sign_in_code',
  'staged_finding',
  'token',
]

/** The columns of each key of a kind: primary keys, unique ones and references, as the catalogue names them. */
async function keys(kind: 'p' | 'u' | 'f'): Promise<{ table: string; columns: string[] }[]> {
  const client = new Client({ connectionString: await newPostgresUrl() })
  await client.connect()
  onTestFinished(() => client.end())
  // Unique indexes are no constraints in the catalogue unless they were made as such.
  const query =
    kind === 'f'
      ? `select conrelid::regclass::text as table, conkey as numbers, conrelid as id from pg_constraint where contype = 'f'`
      : `select indrelid::regclass::text as table, indkey::int2[] as numbers, indrelid as id from pg_index
          where indisunique and indisprimary = ${kind === 'p'}`
  const { rows } = await client.query<{ table: string; columns: string[] }>(`
    select keys.table, array(
      select attname::text from unnest(keys.numbers) with ordinality as part (number, place)
        join pg_attribute on attrelid = keys.id and attnum = part.number order by place
    ) as columns
    from (${query}) keys join pg_class on pg_class.oid = keys.id
    where relnamespace = 'public'::regnamespace order by 1`)
  return rows
}

// Tables can be partitioned or distributed by a column only if every key has it.
it.each([
  ['primary', 'p', 30],
  ['unique', 'u', 5],
  ['foreign', 'f', 30],
] as const)('begins every %s key of a deployment’s data with the deployment', async (_, kind, atLeast) => {
  const all = await keys(kind)
  const ofDeployments = all.filter(({ table }) => !global.includes(table))
  expect(ofDeployments.filter(({ columns }) => columns[0] !== 'deployment_id')).toEqual([])
  expect(ofDeployments.length).toBeGreaterThan(atLeast)
  if (kind === 'p')
    expect(all.filter(({ columns }) => columns[0] !== 'deployment_id').map(({ table }) => table)).toEqual(
      global,
    )
})
