import { expect, test } from 'vitest'
import { filledBefore } from '../testing/filled-before.ts'

test('former names of tokens of machines are those of the audit log', async () => {
  const { connection, migrate } = await filledBefore('0049-former-token-names')
  const token = connection.prepare(
    "insert into token (id, name, scopes_json, web_api_enabled, hash, created_at) values (?, ?, '[]', 1, ?, 0)",
  )
  for (const id of [9001, 9002, 9003]) token.run(id, `now ${id}`, `hash ${id}`)
  connection.prepare("update token set person = 'Ann' where id = 9003").run()
  const line = connection.prepare(
    "insert into audit_event (at, actor, action, target, detail_json) values (1, 'Ann', ?, 'token', ?)",
  )
  const renamed = (from: string, to: string) => JSON.stringify({ id: '9001', name: { from, to } })
  line.run('token.changed', renamed('robot', 'b'))
  line.run('token.changed', renamed('b', 'robot'))
  line.run('token.changed', renamed('robot', 'now 9001'))
  line.run('token.changed', JSON.stringify({ id: '9002', webApiEnabled: true }))
  line.run('token.changed', JSON.stringify({ id: '9003', name: { from: 'laptop', to: 'now 9003' } }))
  line.run('token.revoked', null)
  await migrate()
  const rows = connection
    .prepare('select former_names_json as names from token where id > 9000 order by id')
    .all()
  expect(rows).toEqual([{ names: '["robot","b"]' }, { names: '[]' }, { names: '[]' }])
})
