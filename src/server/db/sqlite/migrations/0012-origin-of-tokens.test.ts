import { Migrator } from 'kysely/migration'
import { expect, onTestFinished, test } from 'vitest'
import { openWriter } from '../connection.ts'
import { earlierMigrationProvider } from './index.ts'

test('tokens that a start made are known by what they were called, those of a deployment are not', async () => {
  const { raw: connection, query } = openWriter(':memory:')
  onTestFinished(() => connection.close())
  const migrator = new Migrator({ db: query, provider: earlierMigrationProvider })
  const to = async (name: string) => expect((await migrator.migrateTo(name)).error).toBeUndefined()
  await to('0011-quotas')
  const made = connection.prepare(
    `insert into token (deployment_id, name, scopes_json, web_api_enabled, hash, created_at) values (?, ?, '[]', 1, ?, 0)`,
  )
  for (const deployment of [null, 1]) {
    for (const name of ['GATEHOUSE_TOKEN', 'Local administrator', 'Ann'])
      made.run(deployment, name, `${deployment} ${name}`)
  }
  await to('0012-origin-of-tokens')
  const rows = connection
    .prepare('select deployment_id, name, origin from token where origin is not null')
    .all()
  expect(rows).toEqual([
    { deployment_id: null, name: 'GATEHOUSE_TOKEN', origin: 'environment' },
    { deployment_id: null, name: 'Local administrator', origin: 'start' },
  ])
  const links = connection
    .prepare("select count(*) as n from sqlite_schema where name = 'sign_in_link'")
    .get()
  expect(links).toEqual({ n: 0 })
})
