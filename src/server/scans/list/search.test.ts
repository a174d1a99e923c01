import { expect, test } from 'vitest'
import { getScan, scanDurations, scanFacets, searchScans } from '#contract/operations/scans.ts'
import { scanStatuses, toCode } from '#server/db/codes.ts'
import { rowsOf } from '#server/testing/rows.ts'
import { startTestService } from '#server/testing/service.ts'
import { result, semgrep, upload } from '../testing/upload.ts'

/** Five scans, an hour apart: three of acme/shop, the last two diffs of a pull request and of acme/api. */
async function withScans() {
  const service = await startTestService()
  const files = [
    { project: 'acme/shop', commit: 'c1' },
    { project: 'acme/shop', commit: 'c2', ref: 'release' },
    { project: 'acme/api', commit: 'c3' },
    { project: 'acme/shop', commit: 'c4', ref: 'refs/pull/4/merge', kind: 'diff' },
    { project: 'acme/api', commit: 'c5', kind: 'diff' },
  ]
  const ids: number[] = []
  for (const query of files) {
    service.clock.now += 3600_000
    const { body } = await upload(service, semgrep([result('xss', 'a.py', 'a()')]), query)
    ids.push(body.id)
  }
  const search = (body: unknown) => service.call(searchScans, { body })
  const matches = async (body: unknown) => (await search(body)).body.scans.map((scan) => scan.commit)
  return { service, ids, search, found: matches }
}

test('scans come newest first, with what lists show', async () => {
  const { search, ids, service } = await withScans()
  const { body, status } = await search({})
  expect(status).toBe(200)
  expect(body.scans.map((scan) => scan.id)).toEqual(ids.map(String).toReversed())
  expect(body).toMatchObject({ hasMore: false })
  expect(body.scans[1]).toEqual({
    id: String(ids[3]),
    deployment_id: String(service.deployment.id),
    repository_id: '1',
    branch: 'refs/pull/4/merge',
    commit: 'c4',
    queued_at: null,
    started_at: new Date(service.clock.now - 3600_000).toISOString(),
    completed_at: new Date(service.clock.now - 3600_000).toISOString(),
    enabled_products: ['PRODUCT_SAST'],
    exit_code: null,
    failure: null,
    is_full_scan: false,
    status: 'SCAN_STATUS_COMPLETED',
    total_time: null,
    findings_counts: { total: 1, code: 1, supply_chain: 0, secrets: 0 },
    repository: { name: 'acme/shop', url: null },
  })
})

test('a queued scan has no start time and no counts, a running one no counts', async () => {
  const { search, service, ids } = await withScans()
  const rows = rowsOf(service.services.database, service.deployment.id, service.clock.now)
  const statusOf = (word: (typeof scanStatuses)[number]) => ({ status: toCode(scanStatuses, word) })
  const at = new Date(service.clock.now).toISOString()
  const of = { project_id: 1, ref_id: 1, started_at: service.clock.now, completed_at: null }
  const queued = await rows.scan({ ...of, ...statusOf('SCAN_STATUS_PENDING') })
  const running = await rows.scan({ ...of, ...statusOf('SCAN_STATUS_RUNNING') })
  const one = async (id: number) =>
    (await service.call(getScan, { path: { scanId: id }, query: { include: 'summary' } })).body
  const { scans } = (await search({ statuses: ['SCAN_STATUS_PENDING', 'SCAN_STATUS_RUNNING'] })).body
  expect(scans).toMatchObject([
    { id: String(running), queued_at: null, started_at: at, findings_counts: null },
    { id: String(queued), queued_at: at, started_at: null, findings_counts: null },
  ])
  expect(await one(queued)).toMatchObject({
    queued_at: at,
    started_at: null,
    stats: { findings: null },
    summary: { findings_counts: null },
  })
  expect(await one(running)).toMatchObject({ queued_at: null, started_at: at, stats: { findings: null } })
  expect(await one(ids[0] ?? 0)).toMatchObject({ queued_at: null, stats: { findings: 1 } })
})

test('each filter selects', async () => {
  const { found: matches, service } = await withScans()
  const since = new Date(service.clock.now - 3600_000).toISOString()
  expect(await matches({ repository_id: 2 })).toEqual(['c5', 'c3'])
  expect(await matches({ repository_id: '2' })).toEqual(['c5', 'c3'])
  expect(await matches({ branch: 'main' })).toEqual(['c5', 'c3', 'c1'])
  expect(await matches({ branch: 'refs/heads/release' })).toEqual(['c2'])
  expect(await matches({ branch: 'nowhere' })).toEqual([])
  expect(await matches({ since })).toEqual(['c5', 'c4'])
  expect(await matches({ since: since.replace('Z', '+00:00') })).toEqual(['c5', 'c4'])
  expect(await matches({ is_full_scan: true })).toEqual(['c3', 'c2', 'c1'])
  expect(await matches({ is_full_scan: false })).toEqual(['c5', 'c4'])
  expect(await matches({ products: ['PRODUCT_SAST', 'PRODUCT_SCA'] })).toHaveLength(5)
  expect(await matches({ products: ['PRODUCT_SCA'] })).toEqual([])
  expect(await matches({ statuses: ['SCAN_STATUS_COMPLETED'] })).toHaveLength(5)
  expect(await matches({ statuses: ['SCAN_STATUS_ERROR', 'SCAN_STATUS_RUNNING'] })).toEqual([])
  expect(await matches({ total_time: { min: 0 } })).toEqual([])
  expect(await matches({ repository_id: 1, is_full_scan: true, branch: 'release' })).toEqual(['c2'])
  expect(await matches({ repos: ['acme/api', 'acme/unknown'] })).toEqual(['c5', 'c3'])
  expect(await matches({ repos: ['acme/unknown'] })).toEqual([])
  expect(await matches({ repos: [], statuses: [], products: [] })).toHaveLength(5)
  expect(await matches({ until: since })).toEqual(['c3', 'c2', 'c1'])
  expect(await matches({ since, until: since })).toEqual([])
})

test('the number of all that match is said on each page', async () => {
  const { search } = await withScans()
  const first = await search({ limit: 1, branch: 'main' })
  expect(first.headers['x-total-count']).toBe('3')
  const second = await search({ limit: 1, branch: 'main', cursor: first.body.cursor })
  expect(second.headers['x-total-count']).toBe('3')
})

test('pages follow each other without gap or repeat', async () => {
  const { search, ids } = await withScans()
  for (const size of ['limit', 'pageSize']) {
    const seen: string[] = []
    let cursor: string | null | undefined = '0'
    for (let page = 0; page < 4; page++) {
      const { body } = await search({ [size]: 2, cursor })
      seen.push(...body.scans.map((scan) => scan.id))
      expect(body.hasMore).toBe(page < 2)
      expect(body.scans).toHaveLength([2, 2, 1, 0][page] ?? 0)
      cursor = body.cursor
    }
    expect(seen).toEqual(ids.map(String).toReversed())
  }
})

test.each([
  [{ repository_id: 99 }, 404],
  [{ repository_id: '18446744073709551616' }, 404],
  [{ total_time: { min: 9, max: 3 } }, 422],
  [{ since: '2026-01-02T00:00:00Z', until: '2026-01-01T00:00:00Z' }, 422],
  [{ limit: 3, pageSize: 4 }, 422],
  [{ cursor: 'yesterday' }, 400],
  [{ cursor: 17 }, 400],
  [{ limit: 0 }, 400],
  [{ limit: 501 }, 400],
  [{ since: 'yesterday' }, 400],
  [{ statuses: ['SCAN_STATUS_LOST'] }, 400],
  [{ products: ['PRODUCT_COFFEE'] }, 400],
])('%j is refused with %i', async (body, status) => {
  const { search, service } = await withScans()
  expect((await search(body)).status).toBe(status)
  const { cursor, limit, pageSize, ...filter } = { cursor: 0, limit: 0, pageSize: 0, ...body }
  if (Object.keys(filter).length === 0) return
  expect((await service.call(scanFacets, { body: filter })).status).toBe(status)
  expect((await service.call(scanDurations, { body: filter })).status).toBe(status)
})

test('a scan that is not there, or is another deployment’s, is 404; no number is 400', async () => {
  const { service, ids } = await withScans()
  const status = async (scanId: string | number) => (await service.call(getScan, { path: { scanId } })).status
  expect(await status(ids[0] ?? 0)).toBe(200)
  expect(await status(4711)).toBe(404)
  expect(await status('18446744073709551615')).toBe(404)
  expect(await status('18446744073709551616')).toBe(400)
  expect(await status('01')).toBe(400)
  expect(await status('one')).toBe(400)
})
