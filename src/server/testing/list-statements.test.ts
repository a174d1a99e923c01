import { expect, it } from 'vitest'
import { listAudit } from '#contract/operations/audit.ts'
import { createComment, listComments } from '#contract/operations/comments.ts'
import {
  listDependencies,
  listLockfiles,
  listRepositoriesWithDependencies,
} from '#contract/operations/dependencies.ts'
import { exportFindings } from '#contract/operations/export.ts'
import { findingFacets } from '#contract/operations/findings.ts'
import { findingGroups } from '#contract/operations/groups.ts'
import { listPolicies } from '#contract/operations/policies.ts'
import { listProjects, listRefs } from '#contract/operations/projects.ts'
import { scanFacets, searchScans } from '#contract/operations/scans.ts'
import { listSecrets } from '#contract/operations/secrets.ts'
import { listTags } from '#contract/operations/tags.ts'
import { createToken, listTokens } from '#contract/operations/tokens.ts'
import { createTriageJob, listJobs, listTriageChanges, triage } from '#contract/operations/triage.ts'
import { createView, listViews } from '#contract/operations/views.ts'
import { countStatements } from '#server/db/sqlite/testing/work.ts'
import { rowsOf } from './rows.ts'
import { type CallOptions, startTestService, type TestService } from './service.ts'

const lists: [
  operation: Parameters<Awaited<ReturnType<typeof startTestService>>['call']>[0],
  asked: CallOptions,
  /** Makes what is listed for one finding, where the rows below do not. */
  make?: (service: TestService, findingId: number) => Promise<unknown>,
][] = [
  [listProjects, { query: { include: 'summary', sort: '-open' } }],
  [listTags, {}],
  [listTokens, {}, ({ call }, id) => call(createToken, { body: { name: `token ${id}`, role: 'viewer' } })],
  [
    listAudit,
    { query: { include: 'facets' } },
    ({ call }, id) => call(createToken, { body: { name: `token ${id}`, role: 'viewer' } }),
  ],
  [
    listComments,
    { path: { id: 1 } },
    ({ call }, id) => call(createComment, { path: { id: 1 }, body: { text: `comment ${id}` } }),
  ],
  [listRefs, {}],
  [listPolicies, { query: { include: 'counts' } }],
  [listDependencies, { body: { dependencyFilter: { name: 'o' } } }],
  [listRepositoriesWithDependencies, { body: { pageSize: 100 } }],
  [listLockfiles, { path: { repositoryId: 1 }, body: { pageSize: 100 } }],
  [searchScans, { body: {} }],
  [scanFacets, { body: { products: ['PRODUCT_SCA'] } }],
  [listSecrets, {}],
  [listSecrets, { query: { include: 'finding', page_size: 100 } }],
  [findingFacets, { query: { issue_type: 'secrets', repos: 'acme/0,acme/1', without: true } }],
  ...(['rules', 'repos', 'path', 'secret'] as const).map((by): (typeof lists)[number] => [
    findingGroups,
    { query: { issue_type: 'secrets', group_by: by } },
  ]),
  ...(['csv', 'json', 'sarif'] as const).map((format): (typeof lists)[number] => [
    exportFindings,
    { query: { issue_type: 'secrets', format } },
  ]),
  [createTriageJob, { query: 'preview=true', body: { issue_type: 'secrets', new_triage_state: 'fixing' } }],
  [
    listTriageChanges,
    { query: { mine: true } },
    ({ call }, id) => call(triage, { body: { issue_type: 'secrets', issue_ids: [id], new_note: 'seen' } }),
  ],
  [
    listJobs,
    {},
    ({ call }, id) =>
      call(createTriageJob, {
        body: { issue_type: 'secrets', issue_ids: [id], new_note: 'seen', expected_count: 1 },
      }),
  ],
  [
    listViews,
    { query: { page: 'code' } },
    ({ call }, id) => call(createView, { body: { name: `view ${id}`, page: 'code', query: 'status=open' } }),
  ],
]

async function statementsFor([operation, request, make]: (typeof lists)[number], size: number) {
  const service = await startTestService()
  const rows = rowsOf(service.services.database, service.deployment.id, service.clock.now)
  const rule_id = await rows.rule()
  await rows.policyRule({ policy_id: 1, rule_id })
  for (let index = 0; index < size; index += 1) {
    const project_id = await rows.project({ name: `acme/${index}`, tags_json: `["tag ${index}"]` })
    const ref_id = await rows.ref({ project_id })
    await rows.scan({ project_id, ref_id })
    const secret = { type: 2, secret_hash: `hash ${index}`, path: `env/${index}` }
    const findingId = await rows.finding({ project_id, ref_id, rule_id, policy_id: 1, ...secret })
    await make?.(service, findingId)
    const first = { project_id: 1, ref_id: 1 }
    await rows.dependency({
      project_id,
      lockfile_id: await rows.lockfile({ ...first, path: `${index}.lock` }),
    })
  }
  await service.services.jobs.settled()
  let text = ''
  // The first call writes down when the token was used.
  await service.call(operation, request)
  const count = await countStatements(async () => {
    text = (await service.call(operation, request)).text
  })
  return { count, length: text.length }
}

it.each(lists)('$id runs as many statements for forty rows as for two', async (...list) => {
  const [operation] = list
  const few = await statementsFor(list, 2)
  const many = await statementsFor(list, 40)
  expect(many.count).toBe(few.count)
  expect(few.count).toBeLessThanOrEqual(13)
  // Policies and refs are as many in both; only what is counted in them differs.
  if (operation !== listPolicies && operation !== listRefs) {
    expect(many.length).toBeGreaterThan(few.length)
  }
})
