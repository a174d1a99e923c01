import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { approveRequest, declineRequest } from '#contract/operations/approvals.ts'
import { severities, toCode } from '#server/db/codes.ts'
import { runSql } from '#server/testing/run-sql.ts'
import { twoPeople } from './testing/two-people.ts'

it('a request that changed since it was read is not decided', async () => {
  const { build, call, ignore, decide, list, max, read } = await twoPeople()
  const [first = 0, second = 0] = await build.add({ severity: 'critical' }, { severity: 'high' })
  const { approval_id: id } = (await ignore([first, second])).body
  const seen = (await list())[0]
  const requestOf = (version = '') => ({
    path: { id: id ?? '' },
    body: { note: 'Checked.', version },
    token: max,
  })
  const approve = (version: string | undefined) => call(approveRequest, requestOf(version))
  const decline = (version: string | undefined) => call(declineRequest, requestOf(version))
  await decide({ issue_ids: [first], new_triage_state: 'fixing' })
  for (const refused of [await approve(seen?.version), await decline(seen?.version)]) {
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({
      detail: expect.stringContaining('has changed since'),
      current: { id, count: 1, severity: 'high', state: 'requested' },
    })
    expect(await read(second)).toMatchObject({ status: 'open' })
  }
  const now = (await list())[0]
  expect(now?.version).not.toBe(seen?.version)
  expect((await approve(now?.version)).status).toBe(200)
  // What was decided or withdrawn meanwhile is told as well.
  const again = await decline(now?.version)
  expect([again.status, again.body]).toMatchObject([
    409,
    { current: { state: 'approved', decided_by: 'Max' } },
  ])
})

it('two findings that exchange severities are a change of their request', async () => {
  const { build, services, ignore, list } = await twoPeople()
  const [first = 0, second = 0] = await build.add({ severity: 'critical' }, { severity: 'high' })
  await ignore([first, second])
  const versions = new Set([(await list())[0]?.version])
  const exchanges = [
    ['high', 'critical'],
    // A sum of the severities, each times its id, is that of before.
    ['medium', 'critical'],
  ] as const
  for (const [one, other] of exchanges) {
    await runSql(
      services.database,
      sql`update finding set severity = ${toCode(severities, one)} where id = ${first}`,
    )
    await runSql(
      services.database,
      sql`update finding set severity = ${toCode(severities, other)} where id = ${second}`,
    )
    versions.add((await list())[0]?.version)
  }
  expect(versions.size).toBe(3)
})
