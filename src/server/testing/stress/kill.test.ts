import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openFile } from '#server/db/sqlite/testing/connection.ts'
import { dataFolder, type Served, serveFor } from '../command-line.ts'
import { assertAllOf, changeUntil, nothingPromised } from './change-model.ts'
import { perScan, requestJson, scanFile, token } from './promises.ts'
import { forced } from './repetitions.ts'

/** Every change has its line in the audit log and every finding its history, or neither is there. */
function assertNoneHalf(folder: string) {
  const connection = openFile(join(folder, 'gatehouse.db'), { readOnly: true })
  const count = (query: string) => Number(connection.prepare(query).get()?.['n'])
  const audited = (action: string) => count(`select count(*) n from audit_event where action = '${action}'`)
  expect(count('select count(*) n from scan')).toBe(audited('scan.imported'))
  expect(count('select count(*) n from scan where report_json is null')).toBe(0)
  expect(count('select count(*) n from triage_change')).toBe(audited('findings.triaged'))
  const decided = count('select sum(count) n from triage_change')
  expect(count('select count(*) n from finding_event where change_id is not null')).toBe(decided)
  expect(count('select count(*) n from triage_change_item')).toBe(decided)
  expect(count('select count(*) n from policy_change')).toBe(audited('policy.changed'))
  expect(count('select count(*) n from policy_change_item')).toBe(
    count('select sum(count) n from policy_change'),
  )
  const odd = `select count(*) n from audit_event a, json_each(a.detail_json, '$.added') t
    where a.action = 'project.tagged'`
  const even = odd.replace('$.added', '$.removed')
  expect(count(odd) - count(even)).toBe(
    count("select json_array_length(tags_json) n from project where name = 'acme/shop'"),
  )
  expect(connection.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
  expect(connection.prepare('pragma foreign_key_check').all()).toEqual([])
  connection.close()
}

async function killInRounds(moments: readonly number[]) {
  const folder = await dataFolder()
  const environment = { GATEHOUSE_DATA: folder, GATEHOUSE_TOKEN: token }
  const promised = nothingPromised()
  let served = await serveFor(environment)
  for (const project of ['acme/shop', 'acme/bulk'])
    await requestJson(served, 'POST', `scans?project=${project}`, scanFile)
  for (const [round, moment] of moments.entries()) {
    const killed = served
    await changeUntil(served, promised, { round, moment, end: () => killed.stop('SIGKILL') })
    served = await serveFor(environment)
    await assertAllOf(served, promised)
    assertNoneHalf(folder)
  }
  expect(promised.tags.things().length).toBeGreaterThan(0)
  expect(await served.stop()).toBe(0)
}

it('keeps every change that it answered, and none half, when it is killed', async () => {
  const moments = fc.sample(fc.integer({ min: 4, max: 100 }), forced(4))
  for (let from = 0; from < moments.length; from += 4) await killInRounds(moments.slice(from, from + 4))
})

interface Job {
  id: string
  state: string
  done: number
  total: number
  skipped: unknown[]
}

/**
 * Lets a job come to its end, killing the service at once, before anybody could see it done, and again whenever it has
 * come further by `step` findings.
 */
async function finishWhileKilled(started: Served, id: string, step: number, start: () => Promise<Served>) {
  await started.stop('SIGKILL')
  let served = await start()
  for (let seen = 0; ; ) {
    // parse: the shape is held by the tests of jobs.
    const job = (await requestJson(served, 'GET', `jobs/${id}`)) as Job
    if (job.state === 'done') return { served, job }
    expect(['queued', 'running']).toContain(job.state)
    if (job.done < seen + step) continue
    seen = job.done
    await served.stop('SIGKILL')
    served = await start()
  }
}

async function killJobs(step: number) {
  const folder = await dataFolder()
  const start = () => serveFor({ GATEHOUSE_DATA: folder, GATEHOUSE_TOKEN: token })
  let served = await start()
  const projects = 6
  for (let at = 0; at < projects; at++)
    await requestJson(served, 'POST', `scans?project=acme/p${at}`, scanFile)
  const total = projects * perScan
  const decision = { issue_type: 'sast', new_triage_state: 'fixing', expected_count: total }
  const made = (await requestJson(served, 'POST', 'triage/jobs', JSON.stringify(decision))) as Job // parse: as above.
  const first = await finishWhileKilled(served, made.id, step, start)
  expect(first.job).toMatchObject({ done: total, total, skipped: [] })

  const undoing = (await requestJson(first.served, 'POST', `jobs/${made.id}/undo`, '{}')) as Job // parse: as above.
  const second = await finishWhileKilled(first.served, undoing.id, step, start)
  expect(second.job).toMatchObject({ done: total, total, skipped: [] })
  served = second.served
  expect(await served.stop()).toBe(0)

  const connection = openFile(join(folder, 'gatehouse.db'), { readOnly: true })
  const told = connection.prepare(
    "select kind, count(*) n, count(distinct finding_id) findings from finding_event where kind in ('triaged', 'undone') group by kind order by kind",
  )
  expect(told.all()).toEqual([
    { kind: 'triaged', n: total, findings: total },
    { kind: 'undone', n: total, findings: total },
  ])
  const standing = connection.prepare(
    'select triage_state, triage_change_id, count(*) n from finding group by 1, 2',
  )
  expect(standing.all()).toEqual([{ triage_state: 0, triage_change_id: null, n: total }])
  expect(connection.prepare('select count(*) n from job_item').all()).toEqual([{ n: 0 }])
  connection.close()
}

it('goes on with a job after it was killed, does nothing twice, and undoes it whole', async () => {
  for (const step of fc.sample(fc.integer({ min: 250, max: 900 }), forced(1))) await killJobs(step)
})
