import { expect, test } from 'vitest'
import { filledBefore } from '../testing/filled-before.ts'

test('former primary branches are those of the audit log', async () => {
  const { connection, migrate } = await filledBefore('0040-refs')
  const primary = connection
    .prepare(
      `select ref.deployment_id, ref.project_id, ref.name, project.name as project
       from ref join project on project.deployment_id = ref.deployment_id and project.id = ref.project_id
       where is_primary = 1 limit 1`,
    )
    .get()
  const [deployment, projectId] = [Number(primary?.['deployment_id']), Number(primary?.['project_id'])]
  const ref = connection.prepare(
    'insert into ref (deployment_id, id, project_id, name, is_primary) values (?, ?, ?, ?, 0)',
  )
  ref.run(deployment, 90_001, projectId, 'refs/heads/old')
  ref.run(deployment, 90_002, projectId, 'refs/heads/never')
  const line = connection.prepare(
    "insert into audit_event (deployment_id, at, actor, action, target, detail_json) values (?, 1, 'Ann', ?, ?, ?)",
  )
  const change = (from: unknown) => JSON.stringify({ from: { primary_branch: from }, to: {} })
  const name = String(primary?.['project'])
  line.run(deployment, 'project.changed', name, change('refs/heads/old'))
  line.run(deployment, 'project.changed', name, change(String(primary?.['name'])))
  line.run(deployment, 'project.changed', 'another', change('refs/heads/never'))
  line.run(deployment, 'project.changed', 'another', change(null))
  line.run(deployment, 'project.deleted', name, null)
  await migrate()
  const marked = connection.prepare('select id from ref where was_primary = 1').all()
  expect(marked).toEqual([{ id: 90_001 }])
})
