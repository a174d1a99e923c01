import { expect, it } from 'vitest'
import { listDependencies, listLockfiles, listRepositoriesWithDependencies } from '#contract/dependencies.ts'
import { listPolicies } from '#contract/policies.ts'
import { listProjects, listRefs, listTags } from '#contract/projects.ts'
import { listSecrets } from '#contract/secrets.ts'
import { countStatements } from '../findings/testing/statements.ts'
import { rowsOf } from './rows.ts'
import { type CallOptions, startTestService } from './service.ts'

const lists: [
  operation: Parameters<Awaited<ReturnType<typeof startTestService>>['call']>[0],
  asked: CallOptions,
][] = [
  [listProjects, { query: { include: 'summary', sort: '-open' } }],
  [listTags, {}],
  [listRefs, {}],
  [listPolicies, { query: { include: 'counts' } }],
  [listDependencies, { body: { dependencyFilter: { name: 'o' } } }],
  [listRepositoriesWithDependencies, { body: { pageSize: 100 } }],
  [listLockfiles, { path: { repositoryId: 1 }, body: { pageSize: 100 } }],
  [listSecrets, {}],
  [listSecrets, { query: { include: 'finding', page_size: 100 } }],
]

async function statementsFor(operation: (typeof lists)[number][0], asked: CallOptions, size: number) {
  const service = await startTestService()
  const rows = rowsOf(service.services.database, service.deployment.id, service.clock.now)
  const rule_id = rows.rule()
  rows.policyRule({ policy_id: 1, rule_id })
  for (let index = 0; index < size; index += 1) {
    const project_id = rows.project({ name: `acme/${index}`, tags_json: `["tag ${index}"]` })
    const ref_id = rows.ref({ project_id })
    rows.scan({ project_id, ref_id })
    rows.finding({ project_id, ref_id, rule_id, type: 2, policy_id: 1 })
    const first = index === 0 ? project_id : 1
    rows.dependency({
      project_id,
      lockfile_id: rows.lockfile({ project_id: first, ref_id, path: `${index}.lock` }),
    })
  }
  let text = ''
  // The first call writes down when the token was used.
  await service.call(operation, asked)
  const count = await countStatements(async () => {
    text = (await service.call(operation, asked)).text
  })
  return { count, length: text.length }
}

it.each(lists)('$id runs as many statements for forty rows as for two', async (operation, asked) => {
  const few = await statementsFor(operation, asked, 2)
  const many = await statementsFor(operation, asked, 40)
  expect(many.count).toBe(few.count)
  expect(few.count).toBeLessThanOrEqual(12)
  // Policies and refs are as many in both; only what is counted in them differs.
  if (operation !== listPolicies && operation !== listRefs) {
    expect(many.length).toBeGreaterThan(few.length)
  }
})
