import { expect, test } from 'vitest'
import { filledBefore } from '../testing/filled-before.ts'

test('what a change of one mode was done to is the rule, of many rules their policy', async () => {
  const { connection, migrate } = await filledBefore('0054-answers-and-audit-targets')
  connection.exec('delete from audit_event')
  const line = connection.prepare(
    "insert into audit_event (deployment_id, at, actor, action, target, detail_json) values (1, 1, 'Ann', ?, 'code', ?)",
  )
  const change = { rulePath: 'go.a', from: 'MODE_MONITOR', to: 'MODE_BLOCK' }
  line.run('policy.changed', JSON.stringify({ policyId: '1', count: 1, changes: [change] }))
  line.run('policy.changed', JSON.stringify({ policyId: '1', count: 2, changes: [change, change] }))
  line.run('policy.changed', JSON.stringify({ policyId: '1', count: 1 }))
  line.run('policy.created', JSON.stringify({ policyId: '1', count: 1, changes: [change] }))
  line.run('policy.changed', null)
  await migrate()
  const rows = connection
    .prepare("select target, json_extract(detail_json, '$.policy') as policy from audit_event order by id")
    .all()
  expect(rows).toEqual([
    { target: 'go.a', policy: 'code' },
    { target: 'code', policy: 'code' },
    { target: 'code', policy: 'code' },
    { target: 'code', policy: null },
    { target: 'code', policy: null },
  ])
})
