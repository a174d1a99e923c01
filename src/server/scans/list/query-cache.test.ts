import { expect, it } from 'vitest'
import { deleteProject, listProjects } from '#contract/operations/projects.ts'
import { scanDurations, scanFacets, searchScans } from '#contract/operations/scans.ts'
import { countStatements } from '#server/db/sqlite/testing/work.ts'
import { insertProject } from '#server/records/projects/writes.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'
import { result, semgrep, upload } from '../testing/upload.ts'
import { cachedScanQuery } from './query-cache.ts'

const since = '2026-01-01T00:00:00.000Z'

async function told({ call }: TestService) {
  const facets = (await call(scanFacets, { body: { since } })).body
  const matches = await call(searchScans, { body: { since, limit: 1 } })
  const query = { include: 'facets', page_size: 1 }
  const never = (await call(listProjects, { query })).body.facets?.last_scan?.find(
    ({ value }) => value === 'never',
  )
  return {
    repos: facets.facets['repos'],
    total: Number(matches.headers['x-total-count']),
    durations: (await call(scanDurations, { body: { since } })).body.scans,
    never: never?.count,
  }
}

it('what is told of scans is true after each scan, renaming and deletion', async () => {
  const service = await startTestService()
  const scan = (project: string, rule: string) =>
    upload(service, semgrep([result(rule, 'a.py', 'a()')]), { project, commit: rule })
  const of = (value: string, count: number) => ({ value, count })
  expect(await told(service)).toEqual({ repos: [], total: 0, durations: 0, never: 0 })
  await scan('acme/shop', 'a')
  expect(await told(service)).toEqual({ repos: [of('acme/shop', 1)], total: 1, durations: 1, never: 0 })
  await scan('acme/shop', 'b')
  await scan('acme/api', 'a')
  const both = { repos: [of('acme/shop', 2), of('acme/api', 1)], total: 3, durations: 3, never: 0 }
  expect(await told(service)).toEqual(both)
  await service.services.change(service.deployment.id, 'Tess Ter', async (transaction) => {
    await transaction
      .updateTable('project')
      .set({ name: 'acme/desk' })
      .where('name', '=', 'acme/shop')
      .execute()
    transaction.changed.table('project')
  })
  expect(await told(service)).toEqual({ ...both, repos: [of('acme/desk', 2), of('acme/api', 1)] })
  await service.call(deleteProject, { path: { projectName: 'acme/desk' } })
  expect(await told(service)).toEqual({ repos: [of('acme/api', 1)], total: 1, durations: 1, never: 0 })
  await service.services.change(service.deployment.id, 'Tess Ter', async (transaction) => {
    await transaction.deleteFrom('scan').execute()
    transaction.changed.scans()
  })
  expect(await told(service)).toEqual({ repos: [], total: 0, durations: 0, never: 1 })
})

it('scans are counted once until they change, and those to come once they have', async () => {
  const service = await startTestService()
  await upload(service, semgrep([result('a', 'a.py', 'a()')]))
  const ask = () => service.call(scanDurations, { body: { since } })
  const first = await countStatements(ask)
  expect(await countStatements(ask)).toBeLessThan(first)
  const { now } = service.clock
  await service.services.change(service.deployment.id, 'Tess Ter', async (transaction) => {
    await transaction
      .updateTable('scan')
      .set({ started_at: now + 3600_000 })
      .execute()
    transaction.changed.scans()
  })
  expect((await ask()).body.scans).toBe(0)
  service.clock.now += 2 * 3600_000
  expect((await ask()).body.scans).toBe(1)
})

it('is not kept beyond a write that was under way', async () => {
  const service = await startTestService({ onDisk: true })
  const { services, deployment } = service
  const names = () =>
    cachedScanQuery(services.columns, deployment.id, 'names', (reader) =>
      reader.selectFrom('project').select('name').execute(),
    )
  const add = (name: string, meanwhile: () => Promise<unknown>) =>
    services.change(deployment.id, 'Tess Ter', async (transaction) => {
      const made = {
        deployment_id: deployment.id,
        name,
        tags_json: '[]',
        managed_full: 0,
        managed_diff: 0,
        created_at: 0,
      }
      await insertProject(transaction, made)
      await meanwhile()
    })
  await add('one', async () => expect(await names()).toEqual([]))
  expect(await names()).toEqual([{ name: 'one' }])
  let late: Promise<unknown> = Promise.resolve()
  await add('two', async () => {
    late = names()
  })
  await late
  expect(await names()).toEqual([{ name: 'one' }, { name: 'two' }])
})
