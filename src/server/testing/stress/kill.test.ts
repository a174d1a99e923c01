import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openFile } from '#server/db/sqlite/testing/connection.ts'
import { dataFolder, type Served, serveFor } from '../command-line.ts'
import { Promises, perScan, requestJson, rules, scanFile, sendRequest, token } from './promises.ts'
import { forced } from './repetitions.ts'

const modes = ['MODE_COMMENT', 'MODE_BLOCK', 'MODE_DISABLED', 'MODE_MONITOR']
const [single = '', ...batch] = rules

/** What the service has answered, so that it must be there for good, and what it was asked. */
const nothingPromised = () => ({
  imports: new Set<string>(),
  tags: new Promises(false),
  notes: new Promises<string | null>(null),
  bulk: new Promises<string | null>(null),
  modes: new Promises('MODE_MONITOR'),
})
type Promised = ReturnType<typeof nothingPromised>

/** Changes things in five ways at once until the service is killed, which is when `moment` steps were taken. */
async function changeUntilKilled(served: Served, promised: Promised, round: number, moment: number) {
  let steps = 0
  let killed: Promise<unknown> | null = null
  const step = () => {
    steps += 1
    if (steps === moment) killed = served.stop('SIGKILL')
  }
  const change = async (method: string, path: string, body: unknown = '') => {
    const answered = sendRequest(served, method, path, typeof body === 'string' ? body : JSON.stringify(body))
    step()
    await (await answered).arrayBuffer()
    step()
  }
  const repeat = async (work: (turn: number) => Promise<void>) => {
    for (let turn = 0; ; turn++) {
      try {
        await work(turn)
      } catch (error) {
        if (killed === null) throw error
        return
      }
    }
  }
  await Promise.all([
    repeat(async (turn) => {
      const project = `killed/${round}-${turn}`
      await change('POST', `scans?project=${project}`, scanFile)
      promised.imports.add(project)
    }),
    repeat(async (turn) => {
      const tag = `t${turn % 20}`
      const add = !promised.tags.get(tag).answered
      promised.tags.ask(tag, add)
      if (add) await change('PUT', 'projects/acme/shop/tags', [tag])
      else await change('DELETE', `projects/acme/shop/tags?tags=${tag}`)
      promised.tags.answer(tag)
    }),
    repeat(async (turn) => {
      const id = 1 + (turn % perScan)
      const note = `note ${round}-${turn}`
      promised.notes.ask(String(id), note)
      const body = { issue_type: 'sast', issue_ids: [id], new_triage_state: 'reviewing', new_note: note }
      await change('POST', 'triage', body)
      promised.notes.answer(String(id))
    }),
    repeat(async (turn) => {
      const note = `all ${round}-${turn}`
      promised.bulk.ask('acme/bulk', note)
      const new_triage_state = turn % 2 === 0 ? 'fixing' : 'reviewing'
      const body = { issue_type: 'sast', repos: ['acme/bulk'], new_triage_state, new_note: note }
      await change('POST', 'triage', body)
      promised.bulk.answer('acme/bulk')
    }),
    repeat(async (turn) => {
      const policyMode = modes[(round + turn) % modes.length] ?? ''
      const one = turn % 2 === 0
      const thing = one ? single : 'batch'
      promised.modes.ask(thing, policyMode)
      if (one) await change('PUT', 'policies/1', { rulePath: single, policyMode })
      else await change('POST', 'policies/1/modes', { rulePaths: batch, policyMode })
      promised.modes.answer(thing)
    }),
  ])
  await killed
}

interface Listed {
  projects: { name: string; tags: string[] }[]
  sastFindings: { findings: { id: number; triage_comment: string | null; triage_state: string }[] }
  rules: { path: string; policyMode: string }[]
  total: number
  facets: { repos: { value: string; count: number }[] }
}

async function assertAllOf(served: Served, promised: Promised) {
  // parse: the shape is held by the tests of these answers.
  const read = async (path: string) => (await requestJson(served, 'GET', path)) as Listed
  const { projects } = await read('projects?page_size=3000')
  const names = projects.map((project) => project.name)
  expect(names).toEqual(expect.arrayContaining([...promised.imports]))
  const tags = projects.find((project) => project.name === 'acme/shop')?.tags ?? []
  for (const tag of new Set([...promised.tags.things(), ...tags])) promised.tags.hold(tag, tags.includes(tag))

  const listed = await read('findings?page_size=3000&repos=acme/shop')
  for (const { id, triage_comment, triage_state } of listed.sastFindings.findings) {
    promised.notes.hold(String(id), triage_comment)
    expect(triage_state).toBe(triage_comment === null ? 'untriaged' : 'reviewing')
  }
  const bulk = (await read('findings?page_size=3000&repos=acme/bulk')).sastFindings.findings
  expect(new Set(bulk.map((one) => `${one.triage_comment} ${one.triage_state}`)).size).toBe(1)
  promised.bulk.hold('acme/bulk', bulk[0]?.triage_comment ?? null)

  const modeOf = new Map((await read('policies/1')).rules.map((rule) => [rule.path, rule.policyMode]))
  promised.modes.hold(single, modeOf.get(single) ?? '')
  expect(new Set(batch.map((path) => modeOf.get(path))).size).toBe(1)
  promised.modes.hold('batch', modeOf.get(batch[0] ?? '') ?? '')

  // A scan is there with all of its findings, or not at all, and counts agree with lists.
  const { total, facets } = await read('findings/facets?facet=repos')
  expect(total).toBe(names.length * perScan)
  for (const { value, count } of facets.repos) expect([value, count]).toEqual([value, perScan])
  const page = await sendRequest(served, 'GET', 'findings?page_size=100')
  expect(page.headers.get('x-total-count')).toBe(String(total))
  await page.arrayBuffer()
}

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
    await changeUntilKilled(served, promised, round, moment)
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
