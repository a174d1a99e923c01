import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { result, semgrep } from '../scans/testing/upload.ts'
import { dataFolder, type Served, serveFor } from '../testing/command-line.ts'

const token = 'the-token-of-the-test-that-kills-the-service'
const perScan = 300
const file = JSON.stringify(
  semgrep(
    Array.from({ length: perScan }, (_, at) => result(`rule-${at % 7}`, `src/${at}.py`, `call(${at})`)),
  ),
)

/** What the service has answered with 200 or 201, so that it must be there for good, and what it was asked. */
interface Promised {
  imports: Set<string>
  tags: Set<string>
  askedTags: Set<string>
  /** The newest note of each finding that was answered, and the one asked for after it. */
  notes: Map<number, string>
  askedNotes: Map<number, string>
}

async function ask(served: Served, method: string, path: string, body: string): Promise<unknown> {
  const answer = await fetch(`${served.base}/api/v1/deployments/main/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body }),
  })
  const text = await answer.text()
  expect([200, 201, 202], text).toContain(answer.status)
  return JSON.parse(text)
}

const read = (served: Served, path: string) => ask(served, 'GET', path, '')

/** Changes things in three ways at once until the service is killed, which is when `moment` steps were taken. */
async function changeUntilKilled(served: Served, promised: Promised, round: number, moment: number) {
  let steps = 0
  let killed: Promise<unknown> | null = null
  const step = () => {
    steps += 1
    if (steps === moment) killed = served.stop('SIGKILL')
  }
  const change = async (method: string, path: string, body: string) => {
    const answered = ask(served, method, path, body)
    step()
    await answered
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
      await change('POST', `scans?project=${project}`, file)
      promised.imports.add(project)
    }),
    repeat(async (turn) => {
      const tag = `t${round}-${turn % 15}`
      promised.askedTags.add(tag)
      await change('PUT', 'projects/acme/shop/tags', JSON.stringify([tag]))
      promised.tags.add(tag)
    }),
    repeat(async (turn) => {
      const id = 1 + (turn % perScan)
      const note = `note ${round}-${turn}`
      promised.askedNotes.set(id, note)
      const body = { issue_type: 'sast', issue_ids: [id], new_triage_state: 'reviewing', new_note: note }
      await change('POST', 'triage', JSON.stringify(body))
      promised.notes.set(id, note)
    }),
  ])
  await killed
}

interface Listed {
  projects: { name: string; tags: string[] }[]
  sastFindings: { findings: { id: number; triage_comment: string | null; triage_state: string }[] }
}

async function demandAllOf(served: Served, promised: Promised) {
  // parse: the shape is held by the tests of these answers.
  const { projects } = (await read(served, 'projects?page_size=3000')) as Listed
  expect(projects.map((project) => project.name)).toEqual(expect.arrayContaining([...promised.imports]))
  const tags = projects.find((project) => project.name === 'acme/shop')?.tags ?? []
  expect(tags).toEqual(expect.arrayContaining([...promised.tags]))
  expect([...promised.askedTags]).toEqual(expect.arrayContaining(tags))

  for (const { name } of projects) {
    const path = `findings?page_size=3000&repos[]=${encodeURIComponent(name)}`
    const { findings } = ((await read(served, path)) as Listed).sastFindings // parse: as above.
    expect(findings.length, `findings of ${name}`).toBe(perScan)
    if (name !== 'acme/shop') continue
    for (const { id, triage_comment, triage_state } of findings) {
      const may = [promised.notes.get(id) ?? null, promised.askedNotes.get(id) ?? null]
      expect(may, `note of ${id}`).toContain(triage_comment)
      expect(triage_state).toBe(triage_comment === null ? 'untriaged' : 'reviewing')
      // What was kept though its answer never came is answered by now, and must not go with the next kill.
      if (triage_comment !== null) promised.notes.set(id, triage_comment)
    }
  }
}

/** Every change has its line in the audit log and every finding its history, or neither is there. */
function demandNoneHalf(folder: string) {
  const connection = new DatabaseSync(join(folder, 'gatehouse.db'), { readOnly: true })
  const count = (query: string) => Number(connection.prepare(query).get()?.['n'])
  expect(count('select count(*) n from scan')).toBe(
    count(`select count(*) n from audit_event where action = 'scan.imported'`),
  )
  expect(count('select count(*) n from scan where report_json is null')).toBe(0)
  expect(count('select count(*) n from finding_event where change_id is not null')).toBe(
    count('select count(*) n from triage_change'),
  )
  expect(connection.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
  expect(connection.prepare('pragma foreign_key_check').all()).toEqual([])
  connection.close()
}

it('keeps every change that it answered, and none half, when it is killed', async () => {
  const folder = await dataFolder()
  const environment = { GATEHOUSE_DATA: folder, GATEHOUSE_TOKEN: token }
  const promised: Promised = {
    imports: new Set(),
    tags: new Set(),
    askedTags: new Set(),
    notes: new Map(),
    askedNotes: new Map(),
  }
  let served = await serveFor(environment)
  await ask(served, 'POST', 'scans?project=acme/shop', file)
  for (let round = 0; round < 4; round++) {
    await changeUntilKilled(served, promised, round, randomInt(4, 60))
    served = await serveFor(environment)
    await demandAllOf(served, promised)
    demandNoneHalf(folder)
  }
  expect(promised.tags.size).toBeGreaterThan(0)
  expect(await served.stop()).toBe(0)
})

interface Job {
  id: string
  state: string
  done: number
  total: number
  skipped: unknown[]
}

/**
 * Lets a job come to its end, killing the service when it is first seen running, and again whenever it has come
 * further by `step` findings.
 */
async function finishWhileKilled(begun: Served, id: string, step: number, start: () => Promise<Served>) {
  let served = begun
  let kills = 0
  for (let seen = -step; ; ) {
    // parse: the shape is held by the tests of jobs.
    const job = (await read(served, `jobs/${id}`)) as Job
    if (job.state === 'done') return { served, job, kills }
    expect(['queued', 'running']).toContain(job.state)
    if (job.done < seen + step) continue
    seen = job.done
    await served.stop('SIGKILL')
    kills += 1
    served = await start()
  }
}

it('goes on with a job after it was killed, does nothing twice, and undoes it whole', async () => {
  const folder = await dataFolder()
  const start = () => serveFor({ GATEHOUSE_DATA: folder, GATEHOUSE_TOKEN: token })
  let served = await start()
  const projects = 6
  for (let at = 0; at < projects; at++) await ask(served, 'POST', `scans?project=acme/p${at}`, file)
  const total = projects * perScan
  const decision = { issue_type: 'sast', new_triage_state: 'fixing', expected_count: total }
  const made = (await ask(served, 'POST', 'triage/jobs', JSON.stringify(decision))) as Job // parse: as above.
  const first = await finishWhileKilled(served, made.id, 500, start)
  expect(first.job).toMatchObject({ done: total, total, skipped: [] })

  const undoing = (await ask(first.served, 'POST', `jobs/${made.id}/undo`, '{}')) as Job // parse: as above.
  const second = await finishWhileKilled(first.served, undoing.id, 500, start)
  expect(second.job).toMatchObject({ done: total, total, skipped: [] })
  served = second.served
  expect(first.kills + second.kills).toBeGreaterThan(0)
  expect(await served.stop()).toBe(0)

  const connection = new DatabaseSync(join(folder, 'gatehouse.db'), { readOnly: true })
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
})
