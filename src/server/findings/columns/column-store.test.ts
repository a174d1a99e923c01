import fc from 'fast-check'
import { expect, it } from 'vitest'
import { updateSettings } from '#contract/operations/settings.ts'
import { triage, undoTriage } from '#contract/operations/triage.ts'
import { appliesToType, type FindingFilter } from '#contract/parameters/findings-query.ts'
import { none } from '#contract/parameters/query.ts'
import { type FindingType, findingSorts } from '#contract/vocabulary.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'
import { countFacets } from '../counts/facets.ts'
import type { FilterName, FindingSet } from '../filters/query.ts'
import { groupFindings } from '../groups/groups.ts'
import { listPage } from '../list/list.ts'
import { countFindings } from '../list/totals.ts'
import { withSnapshot } from '../snapshot.ts'
import { Build } from '../testing/build.ts'
import { readPlainFindings, selectPlainly, sortPlainly } from '../testing/plain-findings.ts'
import { addVariety } from '../testing/variety.ts'

const some = <T>(...values: T[]) => fc.subarray(values, { minLength: 1 })

/** `flow` has a test of its own beside the overview, which counts it. */
type TestedFilter = Exclude<FilterName, 'flow'>

const parameters = {
  severities: some('low', 'high', 'critical'),
  status: some('open', 'fixed', 'ignored', 'reviewing'),
  since: fc.constantFrom(1768003200, 1768004400.5),
  until: fc.constantFrom(1768003200, 1768004400.5),
  ref: fc.constantFrom('main', 'refs/heads/feature', 'trunk', 'none', ''),
  primary_ref: fc.boolean(),
  repos: some('acme/shop', 'globex/tool', 'no/where'),
  repository_ids: some(1, 2, 99),
  rules: some('sast.rule-0', 'secrets.rule-1', 'x'),
  path: fc.constantFrom('src/', '*.ts', 'src/**/*.ts', '**/b/', 'src/*[id]*', 'lib/c?', '*', none, ''),
  q: fc.constantFrom('RULE-1', 'src', 'S3_bucket', 'lodash', 'wrong', 'ghsa', '%', 'Own message', 'zz'),
  categories: some('security', 'performance', none),
  confidence: some('low', 'high', none),
  autotriage_verdict: some('true_positive', none),
  component_tags: some('payments', none, 'x'),
  resource: some('aws_s3_bucket.logs', none, 'x'),
  triage_reasons: some('false_positive', 'no_time', 'muted'),
  policies: some('rule-board-audit', 'rule-board-block'),
  exposures: some('reachable', 'unknown', none),
  transitivities: some('direct', none),
  is_malicious: fc.boolean(),
  click_to_fix_pr_state: some('open', 'merged'),
  project_tags: some('pci', 'web', none),
  vulnerability_identifiers: some('CVE-2021-23337', none),
  dependencies: some('lodash', 'Django', 'x'),
  versions: some('4.17.20', '1.0.0', none, 'x'),
  epss_min: fc.constantFrom(0.5, 0, 0.97, none),
  has_ticket: fc.boolean(),
  uncertain: fc.boolean(),
  ignore_requested: fc.boolean(),
  fix_available: fc.boolean(),
  policy_ids: some('1', '2', '3'),
  first_seen_scan_ids: some(1, 2, 3, 999),
  fixed_scan_ids: some(1, 2, 3, 999),
  files: some('src/a.ts', none, 'x'),
  upgrades: some('lodash@4.17.21', 'lodash', '@scope/kit', none),
  triaged_by: some('Ann', none, 'x'),
  owner: some('person:Ann', '@acme/shop', none, 'none', 'for:Ann', 'for:Bob', 'x'),
  tickets: some('SHOP-1', none, 'x'),
  triaged_since: fc.constantFrom(1768003200, 1768004400.5),
  triaged_until: fc.constantFrom(1768003200, 1768004400.5, 1),
  secret_types: some('GitHub', none),
  secret_hashes: some('a', none),
  validation_state: some('VALIDATION_STATE_CONFIRMED_VALID', none),
  rule_disabled: fc.boolean(),
  fixed_on: fc.constantFrom('2026-01-01..2026-01-10', '2026-01-10..2026-01-10', '2025-01-01..2026-12-31'),
  due: some('overdue', 'week', 'later', 'none', 'met', 'missed'),
  not_rules: some('sca.rule-0', 'sast.rule-1'),
  not_repos: some('acme/web'),
  not_path: fc.constantFrom('src/', '*.ts', none),
  not_categories: some('performance', none),
} satisfies Record<TestedFilter, fc.Arbitrary<unknown>>

const sets = fc.tuple(
  fc.constantFrom('sast' as const, 'sca' as const, 'secrets' as const),
  fc.boolean(),
  fc
    .subarray(Object.entries(parameters), { maxLength: 3 })
    .chain((chosen) => fc.record(Object.fromEntries(chosen))),
)

const pages = fc.record({
  sort: fc.constantFrom(undefined, ...findingSorts, ...findingSorts.map((name) => `-${name}` as const)),
  page: fc.integer({ min: 0, max: 6 }),
  page_size: fc.integer({ min: 7, max: 60 }),
})

const idPattern = /"id":(\d+),"first_seen_scan_id"/g

const dueDates = {
  days: { critical: 2, high: 4, medium: 20, low: null },
  tags: [
    { tag: 'pci', days: { critical: 1, high: 6, medium: 6, low: 30 } },
    { tag: 'web', days: { critical: 3, high: 3, medium: 9, low: 9 } },
  ],
}

/** Compares lists, totals, facets and groups of random filters with plain conditions over the rows of the tables. */
async function compare({ services }: TestService, deploymentId: number, runs: number) {
  await fc.assert(
    fc.asyncProperty(sets, pages, fc.nat(), async ([type, dedup, filter], page, at) => {
      // parse: the parameters above, by their names.
      const set = { issue_type: type, dedup, ...filter } as FindingSet
      const rows = await readPlainFindings(services.database.read, deploymentId, type)
      const expected = sortPlainly(selectPlainly(rows, filterOf(set, type)), page.sort)
      await withSnapshot(services.columns, deploymentId, async (view) => {
        const describeResult = (of: string, result: unknown) => [set, page, of, result]
        const same = (of: string, result: unknown, wanted: unknown) =>
          expect(describeResult(of, result)).toEqual(describeResult(of, wanted))
        same('total', await countFindings(view, deploymentId, set), expected.length)
        // parse: the list takes two of the types.
        const listed = { ...set, ...page } as Parameters<typeof listPage>[2]
        const idsOf = ({ text }: { text: string }) =>
          [...text.matchAll(idPattern)].map(([, id]) => Number(id))
        const from = page.page * page.page_size
        const ids = idsOf(await listPage(view, deploymentId, listed))
        same(
          'list',
          ids,
          expected.slice(from, from + page.page_size).map(({ id }) => id),
        )
        const after = ids[at % (ids.length || 1)]
        if (after !== undefined) {
          const next = expected.findIndex(({ id }) => id === after) + 1
          const rest = await listPage(view, deploymentId, { ...listed, after })
          same(
            'after',
            idsOf(rest),
            expected.slice(next, next + page.page_size).map(({ id }) => id),
          )
        }
        const { total, facets } = await countFacets(view, deploymentId, set, { facet: 'repos' })
        same('facets', total, expected.length)
        const { repos: _, ...others } = filterOf(set, type)
        same('facet', facets['repos'], countBy(selectPlainly(rows, others), 'project_name'))
        const groups = await groupFindings(view, deploymentId, set, { by: 'repos', pageSize: 3000 })
        const counts = groups.groups.map(({ value, count }) => ({ value, count }))
        same('groups', counts, countBy(expected, 'project_name'))
      })
    }),
    { numRuns: runs },
  )
}

/** Filters that mean nothing for the type are left out. */
function filterOf({ issue_type: _, issue_ids: __, ...filter }: FindingSet, type: FindingType): FindingFilter {
  const entries = Object.entries(filter).filter(
    // parse: the names are those of the filter.
    ([name]) => name === 'dedup' || appliesToType(name as keyof FindingFilter, type),
  )
  return Object.fromEntries(entries)
}

function countBy(rows: readonly { project_name: string }[], key: 'project_name') {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(row[key], (counts.get(row[key]) ?? 0) + 1)
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
}

it('the columns count what plain conditions count, for any filter, after any writes', async () => {
  const service = await startTestService()
  const build = new Build(service)
  const id = service.deployment.id
  await compare(service, id, 3)
  for (const type of ['sast', 'sca', 'secrets'] as const) await addVariety(build, type, 260)
  await compare(service, id, 30)
  await service.call(updateSettings, { body: { dueDates } })
  await compare(service, id, 60)

  const body = { issue_type: 'sast', severities: ['high'], new_triage_state: 'ignored', new_note: 'no' }
  const decided = await service.call(triage, { body })
  expect(decided.body.num_triaged).toBeGreaterThan(10)
  await compare(service, id, 15)
  await service.call(undoTriage, { path: { change_id: decided.body.change_id } })
  await build.add(
    { key: 'shared1_0', at: 60, path: 'src/neu é.ts', document: { rule_message: 'An Own Message of 100%' } },
    {
      key: 'own300_0',
      at: -10,
      type: 'sca',
      document: { fix_recommendations: [{ package: 'lodash', version: '4.17.21' }] },
    },
    { key: 'own1_0', type: 'secrets', state: 'fixed' },
  )
  await compare(service, id, 15)
  await service.services.change(id, 'Tess Ter', async (transaction) => {
    await transaction.updateTable('policy_rule').set({ mode: 2 }).where('rule_id', '=', 1).execute()
    await transaction.updateTable('project').set({ tags_json: '["web"]' }).where('id', '=', 2).execute()
    await transaction.updateTable('rule').set({ path: 'zz.renamed' }).where('id', '=', 2).execute()
    await transaction
      .updateTable('finding')
      .set({ relevant_since: 0, on_primary: 0 })
      .where('id', '<', 40)
      .execute()
    for (const name of ['policy_rule', 'project', 'rule'] as const) transaction.changed.table(name)
    transaction.changed.findings([...Array(40).keys(), 50, 51, 60, 61, 700])
    await transaction.updateTable('finding').set({ removed: 1 }).where('id', 'in', [50, 51]).execute()
    await transaction.deleteFrom('finding').where('id', 'in', [60, 61, 700]).execute()
  })
  await compare(service, id, 40)
})

it('the varied findings have what each filter selects, and what it leaves out', async () => {
  const service = await startTestService()
  const build = new Build(service)
  const types = ['sast', 'sca', 'secrets'] as const
  for (const type of types) await addVariety(build, type, 260)
  await service.call(updateSettings, { body: { dueDates } })
  const read = (type: FindingType) =>
    readPlainFindings(service.services.database.read, service.deployment.id, type)
  const rows = { sast: await read('sast'), sca: await read('sca'), secrets: await read('secrets') }
  const tellsApart = (name: FilterName, value: unknown) =>
    types.some((type) => {
      const { length } = selectPlainly(rows[type], { [name]: value })
      return length > 0 && length < rows[type].length
    })
  const tried: Record<TestedFilter, fc.Arbitrary<unknown>> = parameters
  // parse: `Object.keys` forgets the names.
  const names = Object.keys(tried) as TestedFilter[]
  const idle = names.filter((name) => !fc.sample(tried[name], 40).some((value) => tellsApart(name, value)))
  expect(idle, 'testing/variety.ts has no values for these filters').toEqual([])
})

it('a write that fails changes no number, and one deployment none of another', async () => {
  const service = await startTestService()
  await addVariety(new Build(service), 'sast', 60)
  const other = await service.addDeployment('other')
  const failing = service.services.change(service.deployment.id, 'Tess Ter', async (transaction) => {
    await transaction.deleteFrom('finding').execute()
    throw new Error('changed its mind')
  })
  await expect(failing).rejects.toThrow('changed its mind')
  await compare(service, service.deployment.id, 5)
  await compare(service, other, 5)
})

it('all is loaded anew where everything changed', async () => {
  const service = await startTestService()
  await addVariety(new Build(service), 'sast', 60)
  const { id } = service.deployment
  await compare(service, id, 3)
  await service.services.change(id, 'Tess Ter', async (transaction) => {
    await transaction.deleteFrom('finding').where('id', '>', 30).execute()
    await transaction.updateTable('finding').set({ severity: 3 }).execute()
    transaction.changed.everything()
  })
  await compare(service, id, 5)
})
