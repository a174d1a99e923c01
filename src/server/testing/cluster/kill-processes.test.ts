import fc from 'fast-check'
import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { newPostgresUrl } from '../database.ts'
import { assertAllOf, changeUntil, nothingPromised } from '../stress/change-model.ts'
import { perScan, requestJson, scanFile } from '../stress/promises.ts'
import { forced } from '../stress/repetitions.ts'
import { startCluster } from './cluster.ts'

/** Every change has its line in the audit log, and every finding its history, or neither is there. */
async function assertNoneHalf(url: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  const count = async (query: string) => {
    const { rows } = await client.query<{ n: string | null }>(query)
    return Number(rows[0]?.n)
  }
  const audited = (action: string) => count(`select count(*) n from audit_event where action = '${action}'`)
  expect(await count('select count(*) n from scan')).toBe(await audited('scan.imported'))
  expect(await count('select count(*) n from triage_change')).toBe(await audited('findings.triaged'))
  const decided = await count('select coalesce(sum(count), 0) n from triage_change')
  expect(await count('select count(*) n from finding_event where change_id is not null')).toBe(decided)
  expect(await count('select count(*) n from triage_change_item')).toBe(decided)
  expect(await count('select count(*) n from policy_change')).toBe(await audited('policy.changed'))
  // Numbers of changes have no gaps.
  expect(await count('select change_number n from deployment where id = 1')).toBe(
    await count('select count(distinct number) n from change_log where deployment_id = 1'),
  )
  await client.end()
}

it('keeps every change that was answered, and none half, when one of three processes is killed', async () => {
  const url = await newPostgresUrl()
  const cluster = await startCluster(url, 3)
  const promised = nothingPromised()
  for (const project of ['acme/shop', 'acme/bulk'])
    await requestJson(cluster, 'POST', `scans?project=${project}`, scanFile)
  const kills = fc.sample(
    fc.record({ moment: fc.integer({ min: 10, max: 80 }), victim: fc.nat(2) }),
    forced(3),
  )
  for (const [round, { moment, victim }] of kills.entries()) {
    await changeUntil(cluster, promised, { round, moment, end: () => cluster.kill(victim) })
    await assertAllOf(cluster, promised)
    await assertNoneHalf(url)
    await cluster.restart(victim)
  }
  expect(promised.tags.things().length).toBeGreaterThan(0)
})

interface Job {
  id: string
  state: string
  done: number
  total: number
  skipped: unknown[]
}

it('finishes a job on another process when the one that runs it is killed, and does nothing twice', async () => {
  const url = await newPostgresUrl()
  const cluster = await startCluster(url, 3)
  const projects = 6
  for (let at = 0; at < projects; at++)
    await requestJson(cluster, 'POST', `scans?project=acme/p${at}`, scanFile)
  const total = projects * perScan
  const client = new Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  // The job stops at this finding until the lock is released.
  await client.query('begin')
  await client.query('select id from finding order by id desc limit 1 for update')

  const decision = { issue_type: 'sast', new_triage_state: 'fixing', expected_count: total }
  const body = JSON.stringify(decision)
  const { id } = (await requestJson(cluster, 'POST', 'triage/jobs', body)) as Job // parse: held by the tests of jobs.
  const holder = async () => {
    const { rows } = await client.query<{ holder: string | null }>('select holder from job')
    return cluster.processes.findIndex(({ pid }) => rows[0]?.holder?.split(' ').includes(String(pid)))
  }
  await expect.poll(holder).toBeGreaterThanOrEqual(0)
  await cluster.kill(await holder())
  const read = async () => (await requestJson(cluster, 'GET', `jobs/${id}`)) as Job // parse: as above.
  expect(['queued', 'running']).toContain((await read()).state)
  await client.query('rollback')
  await expect.poll(async () => (await read()).state).toBe('done')
  expect(await read()).toMatchObject({ done: total, total, skipped: [] })
  const events = await client.query(
    "select count(*) n, count(distinct finding_id) findings from finding_event where kind = 'triaged'",
  )
  expect(events.rows).toEqual([{ n: String(total), findings: String(total) }])
})
