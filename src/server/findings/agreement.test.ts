import fc from 'fast-check'
import { expect, it } from 'vitest'
import { exportFindings } from '#contract/operations/export.ts'
import { findingFacets } from '#contract/operations/findings.ts'
import { findingGroups, groupsBy } from '#contract/operations/groups.ts'
import { createScan } from '#contract/operations/scans.ts'
import { createTriageJob, triage, undoTriage } from '#contract/operations/triage.ts'
import { keepFilter } from '#contract/operations/views.ts'
import { appliesToType } from '#contract/parameters/findings-query.ts'
import { type FindingType, findingTypes, groupings } from '#contract/vocabulary.ts'
import { runsOnEngine } from '#server/testing/database.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'
import { result, semgrep } from '../scans/testing/upload.ts'
import { readCsv } from './export/testing/csv.ts'
import { Build } from './testing/build.ts'
import { type Filter, idsOf } from './testing/pages.ts'
import { addVariety } from './testing/variety.ts'

/** Facets that give each finding one value, none included. */
const single = {
  sast: ['severities', 'status', 'repos', 'rules', 'confidence', 'autotriage_verdict', 'resource'],
  sca: ['severities', 'status', 'repos', 'exposures', 'transitivities', 'is_malicious', 'dependencies'],
  secrets: ['severities', 'status', 'repos', 'rules', 'secret_types', 'validation_state', 'policies'],
} satisfies Record<FindingType, string[]>

const filter = fc.record(
  {
    status: fc.constantFrom('open', 'ignored', 'open,fixed', 'reviewing'),
    severities: fc.constantFrom('high', 'low,critical'),
    repos: fc.constantFrom('acme/shop', 'acme/api,globex/tool'),
    primary_ref: fc.constantFrom('true', 'false'),
    dedup: fc.constantFrom('true', 'false'),
    path: fc.constantFrom('src/', '*.ts', '__none'),
    q: fc.constantFrom('a.ts', 'lodash', 'rule', 'was found'),
    has_ticket: fc.constantFrom('true', 'false'),
    uncertain: fc.constantFrom('true', 'false'),
    confidence: fc.constantFrom('high', 'low,__none'),
    exposures: fc.constantFrom('reachable', 'unknown'),
    secret_types: fc.constantFrom('AWS', '__none'),
    not_repos: fc.constant('acme/web'),
    project_tags: fc.constantFrom('pci', '__none'),
  },
  { requiredKeys: [] },
)
const sort = fc.constantFrom(
  '-relevant_since',
  'relevant_since',
  '-severity',
  'repository',
  '-rule',
  'epss',
  '-triaged_at',
)

/** What people and scans do between two looks. */
const write = fc.oneof(
  fc.constant(null),
  fc.record({
    triage: fc.constantFrom('ignored', 'reviewing', 'reopened'),
    severities: fc.constantFrom('high', 'low'),
  }),
  fc.constant('undo' as const),
  fc.record({ scan: fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 12 }) }),
)
type Write = typeof write extends fc.Arbitrary<infer W> ? W : never

function writing(service: TestService) {
  let last: string | null = null
  return async (type: FindingType, what: Write) => {
    if (what === null) return
    service.clock.now += 60_000
    if (what === 'undo') {
      if (last !== null) await service.call(undoTriage, { path: { change_id: last } })
      last = null
    } else if ('triage' in what) {
      const body = { issue_type: type, severities: [what.severities], new_triage_state: what.triage }
      const { body: response } = await service.call(triage, { body })
      last = response.change_id ?? null
    } else {
      const results = what.scan.map((at) => result(`scan.rule-${at % 3}`, `src/${at}.ts`, `call(${at})`))
      const scanned = await service.call(createScan, {
        query: { project: 'acme/scanned' },
        body: Buffer.from(JSON.stringify(semgrep(results))),
      })
      // A file that was sent before is answered with the scan that it made.
      expect([200, 201]).toContain(scanned.status)
    }
  }
}

it('the total is the list, the rows of the table, each facet, all groups and the preview, for any filter after any write', async () => {
  const service = await startTestService()
  const build = new Build(service)
  for (const type of findingTypes) await addVariety(build, type, 220)
  const writes = writing(service)
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...findingTypes),
      filter,
      sort,
      write,
      fc.boolean(),
      async (...drawn) => {
        const [type, chosen, order, what, kept] = drawn
        await writes(type, what)
        // parse: the names are those of the record above.
        const own = Object.entries(chosen).filter(([name]) =>
          appliesToType(name as keyof typeof chosen, type),
        )
        const set: Filter = { ...Object.fromEntries(own), issue_type: type }
        const query = kept ? { issue_type: type, filter: await keep(service, set) } : set
        const { total, facets, rest } = (await service.call(findingFacets, { query })).body
        const describeResult = (of: string, matches: unknown) => [type, chosen, what, kept, of, matches]
        const sorted = { ...query, ...(type === 'sca' || order !== 'epss' ? { sort: order } : {}) }

        const ids = await idsOf(service, sorted)
        expect(describeResult('list', ids.length)).toEqual(describeResult('list', total))
        const { text, headers } = await service.call(exportFindings, { query: { ...sorted, columns: 'id' } })
        expect(Number(headers['x-total-count'])).toBe(total)
        const [, ...rows] = readCsv(text)
        expect(
          describeResult(
            'table',
            rows.map(([id]) => Number(id)),
          ),
        ).toEqual(describeResult('table', ids))
        for (const name of single[type].filter((one) => !(one in set))) {
          const sum = (facets[name] ?? []).reduce((all, { count }) => all + count, 0)
          expect(describeResult(name, sum + (rest[name]?.count ?? 0))).toEqual(describeResult(name, total))
        }
        for (const by of groupings.filter((one) => groupsBy(one, type))) {
          const { body } = await service.call(findingGroups, {
            query: { ...query, group_by: by, page_size: 3000 },
          })
          const sum = body.groups.reduce((all, { count }) => all + count, 0)
          expect(describeResult(by, body.findings)).toEqual(describeResult(by, total))
          // A finding is in the group of each id that its advisory has.
          if (by !== 'vulnerability_identifiers')
            expect(describeResult(by, sum)).toEqual(describeResult(by, total))
        }
        const request = { ...query, new_triage_state: 'fixing' }
        const { body } = await service.call(createTriageJob, { query: 'preview=true', body: request })
        if (!('projects' in body)) throw new Error('no preview')
        const alone = body.skipped.reduce((all, { count }) => all + count, 0)
        const inProjects = body.projects.reduce((all, { count }) => all + count, 0)
        expect(describeResult('preview', [body.count + alone, inProjects])).toEqual(
          describeResult('preview', [total, body.count]),
        )
        const { body: alike } = await service.call(createTriageJob, {
          query: 'preview=true',
          body: { issue_type: type, issue_ids: ids, new_triage_state: 'fixing' },
        })
        if (ids.length > 0)
          expect(describeResult('preview of ids', alike)).toEqual(describeResult('preview of ids', body))
      },
    ),
    { numRuns: runsOnEngine(80) },
  )
})

async function keep(service: TestService, { issue_type: _, ...set }: Filter): Promise<string> {
  const body = { query: new URLSearchParams(set).toString() }
  return (await service.call(keepFilter, { body })).body.id
}
