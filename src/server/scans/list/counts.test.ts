import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listFindings } from '#contract/operations/findings.ts'
import { getScan, scanDurations, scanFacets, searchScans } from '#contract/operations/scans.ts'
import { scanStatuses } from '#contract/vocabulary.ts'
import { runsOnEngine } from '#server/testing/database.ts'
import { rowsOf } from '#server/testing/rows.ts'
import { startTestService } from '#server/testing/service.ts'
import { result, semgrep, upload } from '../testing/upload.ts'

const hour = 3600_000
/** Sixty scans of three projects, five hours apart, of every status, kind and list of products. */
async function withManyScans() {
  const service = await startTestService()
  const now = service.clock.now
  const rows = rowsOf(service.services.database, service.deployment.id, now)
  const places: { project_id: number; refs: number[] }[] = []
  for (const name of ['acme/api', 'acme/shop', 'acme/<img onerror>']) {
    const project_id = await rows.project({ name })
    const refs: number[] = []
    for (const ref of ['refs/heads/main', `refs/pull/${project_id}/merge`])
      refs.push(await rows.ref({ project_id, name: ref, is_primary: 0 }))
    places.push({ project_id, refs })
  }
  for (let index = 0; index < 60; index += 1) {
    const { project_id, refs } = places[index % 3] ?? { project_id: 0, refs: [] }
    await rows.scan({
      project_id,
      ref_id: refs[index % 2] ?? 0,
      kind: index % 2,
      status: index % 10 < 5 ? 1 : index % 6,
      started_at: now - index * 5 * hour,
      total_time: index % 7 === 0 ? null : index * 3,
      enabled_products_json: JSON.stringify(
        index % 4 === 0 ? ['PRODUCT_SAST', 'PRODUCT_SCA'] : ['PRODUCT_SECRETS'],
      ),
    })
  }
  const total = async (body: object) =>
    Number((await service.call(searchScans, { body })).headers['x-total-count'])
  return { service, now, total }
}

const filters = fc.record(
  {
    repos: fc.subarray(['acme/api', 'acme/shop', 'acme/<img onerror>', 'acme/none'], { minLength: 1 }),
    branch: fc.constantFrom('main', 'refs/pull/2/merge'),
    is_full_scan: fc.boolean(),
    statuses: fc.subarray([...scanStatuses], { minLength: 1 }),
    products: fc.subarray(['PRODUCT_SAST', 'PRODUCT_SCA', 'PRODUCT_SECRETS'], { minLength: 1 }),
    total_time: fc.record({ min: fc.nat(90), max: fc.integer({ min: 90, max: 200 }) }),
    since: fc.nat(300).map((hours) => new Date(Date.UTC(2026, 0, 15, 12) - hours * hour).toISOString()),
  },
  { requiredKeys: [] },
)
const ownFilter = { repos: 'list', branch: 'one', products: 'list', statuses: 'list', is_full_scan: 'one' }

test('each number of a facet is that of the search with it chosen, whatever else is', async () => {
  const { service, total } = await withManyScans()
  await fc.assert(
    fc.asyncProperty(filters, async (filter) => {
      const { body } = await service.call(scanFacets, { body: filter })
      expect(body.total).toBe(await total(filter))
      expect(body.rest).toEqual({})
      for (const [name, values] of Object.entries(body.facets)) {
        const list = Object.entries(ownFilter).some(([own, kind]) => own === name && kind === 'list')
        for (const { value, count } of values) {
          expect([name, value, count]).toEqual([
            name,
            value,
            await total({ ...filter, [name]: list ? [value] : value }),
          ])
        }
        expect(values.map((one) => one.count)).toEqual(
          values.map((one) => one.count).toSorted((one, other) => other - one),
        )
      }
    }),
    { numRuns: runsOnEngine(25) },
  )
})

test('values beyond a hundred are counted as the rest', async () => {
  const service = await startTestService()
  const rows = rowsOf(service.services.database, service.deployment.id, service.clock.now)
  for (let index = 0; index < 103; index += 1) {
    const project_id = await rows.project({ name: `acme/${String(index).padStart(3, '0')}` })
    const ref_id = await rows.ref({ project_id })
    await rows.scan({ project_id, ref_id })
    if (index === 102) await rows.scan({ project_id, ref_id })
  }
  const { facets, rest } = (await service.call(scanFacets, { body: {} })).body
  expect(facets.repos).toHaveLength(100)
  expect(facets.repos[0]).toEqual({ value: 'acme/102', count: 2 })
  expect(facets.repos[1]).toEqual({ value: 'acme/000', count: 1 })
  expect(rest).toEqual({ repos: { values: 3, count: 3 } })
  expect(facets.branch).toEqual([{ value: 'refs/heads/main', count: 104 }])
})

test('each span of the chart counts what a search by its bounds lists', async () => {
  const { service, total } = await withManyScans()
  await fc.assert(
    fc.asyncProperty(filters, async (filter) => {
      const { body } = await service.call(scanDurations, { body: filter })
      expect(body.scans).toBe(await total({ ...filter, since: body.since, until: body.until }))
      expect(body.spans.length).toBeLessThanOrEqual(121)
      for (const { since, until, scans, failed } of body.spans) {
        expect(scans).toBe(await total({ ...filter, since, until }))
        expect(failed).toBeLessThanOrEqual(scans)
      }
    }),
    { numRuns: runsOnEngine(15) },
  )
})

test('a span says the middle, the slow and the longest time, and how many failed', async () => {
  const service = await startTestService()
  const { now } = service.clock
  const rows = rowsOf(service.services.database, service.deployment.id, now)
  const project_id = await rows.project()
  const ref_id = await rows.ref({ project_id })
  for (let second = 1; second <= 20; second += 1) await rows.scan({ project_id, ref_id, total_time: second })
  await rows.scan({ project_id, ref_id, status: 4, total_time: null })
  await rows.scan({ project_id, ref_id, started_at: now - 48 * hour, status: 0, total_time: null })
  await rows.scan({ project_id, ref_id, started_at: now - 2400 * hour, total_time: 1 })
  const { body } = await service.call(scanDurations, { body: {} })
  expect(Date.parse(body.until) - Date.parse(body.since)).toBe(90 * 24 * hour)
  expect(body.scans).toBe(22)
  expect(body.spans).toMatchObject([
    { scans: 1, failed: 0, median: null, p95: null, longest: null },
    { scans: 21, failed: 1, median: 10, p95: 19, longest: 20 },
  ])
  const decade = { since: '2001-01-01T00:00:00Z', until: '2026-02-01T00:00:00Z' }
  expect((await service.call(scanDurations, { body: decade })).body.scans).toBe(23)
  const ahead = { since: '2126-01-01T00:00:00Z' }
  expect((await service.call(scanDurations, { body: ahead })).body).toMatchObject({ scans: 0, spans: [] })
})

test('a scan says what it was the first to see and what it fixed, in the numbers of the lists', async () => {
  const service = await startTestService()
  const gone = result('xss', 'a.py', 'a()')
  const first = await upload(service, semgrep([gone, result('sqli', 'b.py', 'b()')]), { commit: 'c1' })
  service.clock.now += hour
  const second = await upload(service, semgrep([result('sqli', 'b.py', 'b()')]), { commit: 'c2' })
  const summaryOf = async (scanId: number) =>
    (await service.call(getScan, { path: { scanId }, query: { include: 'summary' } })).body.summary
  const sum = (counts: Record<string, Record<string, number>> = {}) =>
    Object.values(counts).reduce((all, one) => all + (one['sast'] ?? 0), 0)
  const listed = async (filter: string) =>
    Number((await service.call(listFindings, { query: filter })).headers['x-total-count'])

  const before = await summaryOf(first.body.id)
  expect(before).toMatchObject({
    is_full_scan: true,
    status: 'SCAN_STATUS_COMPLETED',
    findings_counts: { total: 2, code: 2 },
    report: { read: 2, new: 2 },
  })
  expect(Object.keys(before?.first_seen ?? {})).toEqual(['critical', 'high', 'medium', 'low'])
  expect(Object.keys(before?.first_seen['low'] ?? {})).toEqual(['sast', 'sca', 'secrets'])
  expect(sum(before?.first_seen)).toBe(2)
  expect(sum(before?.first_seen)).toBe(await listed(`first_seen_scan_ids=${first.body.id}`))
  const after = await summaryOf(second.body.id)
  expect(sum(after?.first_seen)).toBe(0)
  expect(sum(after?.fixed)).toBe(1)
  expect(sum(after?.fixed)).toBe(await listed(`fixed_scan_ids=${second.body.id}`))
  const plain = await service.call(getScan, { path: { scanId: first.body.id } })
  expect(plain.body).not.toHaveProperty('summary')
})
