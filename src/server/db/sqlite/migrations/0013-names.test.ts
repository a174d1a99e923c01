import { expect, it } from 'vitest'
import { rowsOf } from '#server/testing/rows.ts'
import { startTestService } from '#server/testing/service.ts'
import { up } from './0013-names.ts'

const composed = 'acme/\u00dcbung'
const decomposed = composed.normalize('NFD')

it('normalizes names and tags, and leaves one whose normalized name is taken', async () => {
  const { services, deployment, clock } = await startTestService()
  const rows = rowsOf(services.database, deployment.id, clock.now)
  const branch = 'refs/heads/gr\u00fcn'
  const other = await rows.project({
    name: decomposed,
    primary_branch: branch.normalize('NFD'),
    tags_json: JSON.stringify(['\u00e9'.normalize('NFD'), 'plain']),
  })
  await rows.ref({ project_id: other, name: branch.normalize('NFD') })
  const taken = await rows.project({ name: 'b/\u00e9' })
  const twin = await rows.project({ name: 'b/\u00e9'.normalize('NFD') })
  // parse: a migration knows no tables.
  await services.database.write((transaction) => up(transaction as never))
  const projects = await services.database.read.selectFrom('project').selectAll().orderBy('id').execute()
  expect(projects.map(({ id, name }) => [id, name])).toEqual([
    [other, composed],
    [taken, 'b/\u00e9'],
    [twin, 'b/\u00e9'.normalize('NFD')],
  ])
  expect(projects[0]).toMatchObject({ primary_branch: branch, tags_json: '["\u00e9","plain"]' })
  expect(await services.database.read.selectFrom('ref').select('name').execute()).toEqual([{ name: branch }])
})
