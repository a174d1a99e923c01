import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { listFindings } from '#contract/operations/findings.ts'
import { createView, getKeptFilter, keepFilter } from '#contract/operations/views.ts'
import { runSql } from '#server/testing/run-sql.ts'
import { startTestService } from '#server/testing/service.ts'

const day = 24 * 3600_000

async function started() {
  const service = await startTestService()
  const { call, services } = service
  const keep = (query: string, token = service.token) => call(keepFilter, { body: { query }, token })
  const isThere = async (id: string) => (await call(getKeptFilter, { path: { filterId: id } })).status === 200
  const stored = () => runSql(services.database, sql`select count(*) as n from kept_filter`)
  return { ...service, keep, isThere, stored }
}

it('a filter that is kept changes nothing else: no change number, no entity tag', async () => {
  const { keep, call, services } = await started()
  const seen = async () => [
    (await call(listFindings)).headers['etag'],
    services.deployments.find('main')?.change_number,
    await runSql(services.database, sql`select change_number from deployment`),
  ]
  const before = await seen()
  expect((await keep('q=a')).status).toBe(201)
  expect(await seen()).toEqual(before)
})

it('a person keeps a thousand filters and no more; the same filter again is none', async () => {
  const { keep, stored, mint } = await started()
  const viewer = await mint({ person: 'Vi', role: 'viewer' })
  for (let at = 0; at < 1000; at++) expect((await keep(`q=${at}`, viewer)).status).toBe(201)
  const refused = await keep('q=one more', viewer)
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('1,000')])
  expect((await keep('q=7', viewer)).status).toBe(201)
  expect((await keep('q=one more')).status).toBe(201)
  expect(await stored()).toEqual([{ n: 1001 }])
  const other = await mint({ person: 'Vi', role: 'viewer' })
  expect((await keep('q=by another token', other)).status).toBe(409)
})

it('a person keeps filters of a bounded length altogether', async () => {
  const { keep } = await started()
  const long = (at: number) =>
    `files=${Array.from({ length: 4500 }, (_, file) => `${'x'.repeat(100)}${at}-${file}`).join(',')}`
  const statuses: number[] = []
  for (let at = 0; at < 60 && statuses.at(-1) !== 409; at++) statuses.push((await keep(long(at))).status)
  expect(statuses.at(-1)).toBe(409)
  expect(statuses.length).toBeGreaterThan(10)
})

it('a filter that nobody used for 30 days goes; one that is used, kept again or named by a view stays', async () => {
  const { keep, isThere, clock, call } = await started()
  const ids: Record<string, string> = {}
  for (const name of ['unused', 'used', 'again', 'named']) ids[name] = (await keep(`q=${name}`)).body.id
  await call(createView, { body: { name: 'mine', page: 'code', query: `filter=${ids['named']}` } })
  clock.now += 20 * day
  expect((await call(listFindings, { query: `filter=${ids['used']}` })).status).toBe(200)
  await keep('q=again')
  clock.now += 11 * day
  await keep('q=later')
  const there: Record<string, boolean> = {}
  for (const [name, id] of Object.entries(ids)) there[name] = await isThere(id)
  expect(there).toEqual({ unused: false, used: true, again: true, named: true })
})
