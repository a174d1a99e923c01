import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { groupsBy } from '#contract/operations/groups.ts'
import { triage, undoTriage } from '#contract/operations/triage.ts'
import { none } from '#contract/parameters/query.ts'
import type { Grouping } from '#contract/vocabulary.ts'
import { groupSorts } from '#contract/vocabulary.ts'
import type { Database } from '#server/db/database.ts'
import { openDatabase } from '#server/db/engine.ts'
import { connectionOf } from '#server/db/sqlite/testing/connection.ts'
import { startTestService } from '#server/testing/service.ts'
import { countFacets } from '../counts/facets.ts'
import { navigationCounts } from '../counts/navigation-counts.ts'
import type { FindingSet } from '../filters/query.ts'
import { groupFindings } from '../groups/groups.ts'
import { listPage } from '../list/list.ts'
import { searchNames } from '../list/search.ts'
import { countFindings } from '../list/totals.ts'
import { startColumnStore, withSnapshot } from '../snapshot.ts'
import { Build } from '../testing/build.ts'
import { addVariety } from '../testing/variety.ts'

const some = <T>(...values: T[]) => fc.subarray(values, { minLength: 1 })

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
  path: fc.constantFrom('src/', '*.ts', 'src/*[id]*', 'lib/c?', '*', none, ''),
  q: fc.constantFrom('RULE-1', 'src', 'lodash', 'wrong', 'ghsa', '%', 'Own message', 'zz'),
  categories: some('security', 'performance', none),
  confidence: some('low', 'high', none),
  autotriage_verdict: some('true_positive', none),
  component_tags: some('payments', none, 'x'),
  triage_reasons: some('false_positive', 'no_time'),
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
  fix_available: fc.boolean(),
  policy_ids: some('1', '2', '3'),
  first_seen_scan_ids: some(1, 2, 3, 999),
  fixed_scan_ids: some(1, 2, 3, 999),
  files: some('src/a.ts', none, 'x'),
  upgrades: some('lodash@4.17.21', 'lodash', '@scope/kit', none),
  triaged_by: some('Ann', none, 'x'),
  tickets: some('SHOP-1', none, 'x'),
  triaged_since: fc.constantFrom(1768003200, 1768004400.5),
  triaged_until: fc.constantFrom(1768003200, 1768004400.5, 1),
  secret_types: some('GitHub', none),
  secret_hashes: some('a', none),
  validation_state: some('VALIDATION_STATE_CONFIRMED_VALID', none),
  not_rules: some('sca.rule-0', 'sast.rule-1'),
  not_repos: some('acme/web'),
  not_path: fc.constantFrom('src/', '*.ts', none),
  not_categories: some('performance', none),
}

const sets = fc.tuple(
  fc.constantFrom('sast' as const, 'sca' as const, 'secrets' as const),
  fc.boolean(),
  fc
    .subarray(Object.entries(parameters), { maxLength: 3 })
    .chain((chosen) => fc.record(Object.fromEntries(chosen))),
)

const pages = fc.record({
  sort: fc.constantFrom(
    undefined,
    'relevant_since' as const,
    '-severity' as const,
    'severity' as const,
    'repository' as const,
    '-rule' as const,
    'epss' as const,
    '-epss' as const,
  ),
  page: fc.integer({ min: 0, max: 6 }),
  page_size: fc.integer({ min: 7, max: 60 }),
})

const groupings: readonly Grouping[] = [
  'rules',
  'repos',
  'path',
  'dependencies',
  'vulnerability_identifiers',
  'upgrade',
  'secret',
]

/** Holds what memory answers against what SQL answers in the same snapshot. */
async function compare(database: Database, deploymentId: number, runs: number) {
  await fc.assert(
    fc.asyncProperty(sets, pages, fc.nat(), async ([issue_type, dedup, filter], page, at) => {
      // parse: the parameters above, by their names.
      const set = { issue_type, dedup, ...filter } as FindingSet
      await withSnapshot(database, async (held) => {
        expect(held.columns).not.toBeNull()
        const bySql = { ...held, columns: null }
        const both = async <T>(count: (one: typeof held) => Promise<T>) => {
          const expected = await count(bySql)
          expect([set, page, await count(held)]).toEqual([set, page, expected])
          return expected
        }
        await both((one) => countFacets(one, deploymentId, set, {}))
        await both((one) => searchNames(one, deploymentId, { q: ['cve', 'an', 'SHOP-', 'x'][at % 4] ?? '' }))
        await both((one) => countFindings(one, deploymentId, set))
        await both((one) => navigationCounts(one, [deploymentId]))
        const fitting = groupings.filter((by) => groupsBy(by, issue_type))
        const by = fitting[at % fitting.length] ?? 'rules'
        await both((one) =>
          groupFindings(one, deploymentId, set, {
            by,
            sort: groupSorts[at % 2],
            page: at % 3,
            pageSize: 5,
          }),
        )
        // parse: the list takes two of the types.
        const listed = { ...set, ...page } as Parameters<typeof listPage>[2]
        const { text } = await both((one) => listPage(one, deploymentId, listed))
        const ids = [...text.matchAll(/"id":(\d+),"first_seen_scan_id"/g)].map(([, id]) => Number(id))
        const after = ids[at % (ids.length || 1)]
        if (after !== undefined) await both((one) => listPage(one, deploymentId, { ...listed, after }))
      })
    }),
    { numRuns: runs },
  )
}

it('memory counts what SQL counts, for any filter, after any writes', async () => {
  const service = await startTestService()
  const build = new Build(service)
  const { database } = service.services
  const id = service.deployment.id
  await compare(database, id, 3)
  for (const type of ['sast', 'sca', 'secrets'] as const) await addVariety(build, type, 260)
  await compare(database, id, 60)

  const body = { issue_type: 'sast', severities: ['high'], new_triage_state: 'ignored', new_note: 'no' }
  const decided = await service.call(triage, { body })
  expect(decided.body.num_triaged).toBeGreaterThan(10)
  await compare(database, id, 15)
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
  await compare(database, id, 15)
  await service.services.change(id, 'Tess Ter', async (transaction) => {
    await transaction.updateTable('policy_rule').set({ mode: 2 }).where('rule_id', '=', 1).execute()
    await transaction.updateTable('project').set({ tags_json: '["web"]' }).where('id', '=', 2).execute()
    await transaction.updateTable('rule').set({ path: 'zz.renamed' }).where('id', '=', 2).execute()
    await transaction
      .updateTable('finding')
      .set({ relevant_since: 0, on_primary: 0 })
      .where('id', '<', 40)
      .execute()
    await transaction.updateTable('finding').set({ removed: 1 }).where('id', 'in', [50, 51]).execute()
    await transaction.deleteFrom('finding').where('id', 'in', [60, 61, 700]).execute()
  })
  await compare(database, id, 40)
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
  await compare(service.services.database, service.deployment.id, 5)
  await compare(service.services.database, other, 5)
})

it('what is loaded from a file counts the same, while SQL answers until it is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-memory-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const made = await startTestService()
  const build = new Build(made)
  for (const type of ['sast', 'sca', 'secrets'] as const) await addVariety(build, type, 200)
  const file = join(folder, 'gatehouse.db')
  connectionOf(made.services.database).exec(`vacuum into '${file}'`)

  const database = await openDatabase(file)
  const failures: object[] = []
  const memory = startColumnStore(database, { error: (details) => failures.push(details) })
  const set: FindingSet = { issue_type: 'sca', dedup: true }
  const before = await withSnapshot(database, async (one) => {
    expect(one.columns).toBeNull()
    return countFindings(one, 1, set)
  })
  // Written while it loads.
  const writing = database.write(async (transaction) => {
    await transaction.updateTable('finding').set({ removed: 1 }).where('id', '<', 100).execute()
  })
  await Promise.all([writing, memory.settled()])
  await compare(database, 1, 25)
  expect(await withSnapshot(database, (one) => countFindings(one, 1, set))).toBe(before)
  expect(failures).toEqual([])
  await memory.stop()
  await database.close()

  // What one start leaves the next begins with, whatever is written before and while it is read.
  for (const [below, isCurrent] of [
    [150, false],
    [0, true],
  ] as const) {
    const next = await openDatabase(file)
    expect(next.columnFiles.isCurrent('findings')).toBe(true)
    const held = startColumnStore(next, { error: (details) => failures.push(details) })
    // Who asks at once waits for it, since SQL would take longer.
    await withSnapshot(next, async (one) => expect(one.columns).not.toBeNull())
    const more = next.write(async (transaction) => {
      await transaction.updateTable('finding').set({ severity: 3 }).where('id', '<', below).execute()
      await transaction.deleteFrom('finding').where('id', '=', below).execute()
    })
    await Promise.all([more, held.settled()])
    expect(next.columnFiles.isCurrent('findings')).toBe(isCurrent)
    await compare(next, 1, 15)
    await held.stop()
    await next.close()
  }
  expect(failures).toEqual([])
})

it('a failing memory is told of and gives way to SQL', async () => {
  const database = await openDatabase(':memory:')
  const failures: string[] = []
  const memory = startColumnStore(database, { error: (_, message) => failures.push(message) })
  await memory.settled()
  const total = await withSnapshot(database, (one) => {
    if (one.columns) {
      one.columns.table = () => {
        throw new Error('broken')
      }
    }
    return countFindings(one, 1, {})
  })
  expect([total, failures]).toEqual([0, [expect.stringContaining('counting with SQL')]])
  await memory.stop()
  await database.close()
})
