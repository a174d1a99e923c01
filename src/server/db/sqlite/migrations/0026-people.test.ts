import { Migrator } from 'kysely/migration'
import { expect, onTestFinished, test } from 'vitest'
import { openWriter } from '../connection.ts'
import { migrationProvider } from './index.ts'

test('sessions go on, and ids of ended ones are not used again', async () => {
  const { raw: connection, query } = openWriter(':memory:')
  onTestFinished(() => connection.close())
  const migrator = new Migrator({ db: query, provider: migrationProvider })
  const to = async (name: string) => expect((await migrator.migrateTo(name)).error).toBeUndefined()
  await to('0024-ignored-until')
  const made = connection.prepare(
    `insert into session (id, hash, token_id, person, created_at, last_seen_at) values (?, ?, 1, 'Ann', 5, 6)`,
  )
  for (const id of [3, 9]) made.run(id, `hash ${id}`)
  connection.prepare('delete from session where id = 9').run()
  await to('0026-people')
  const sessions = connection.prepare('select * from session').all()
  expect(sessions).toEqual([
    {
      id: 3,
      hash: 'hash 3',
      token_id: 1,
      person: 'Ann',
      user_agent: null,
      created_at: 5,
      last_seen_at: 6,
      person_id: null,
      id_token: null,
    },
  ])
  const { id } = { ...connection.prepare(`${insert} returning id`).get() }
  expect(Number(id)).toBeGreaterThan(9)
})

const insert = `insert into session (hash, token_id, person, created_at, last_seen_at, person_id)
  values ('other', null, 'Bob', 7, 7, 1)`
