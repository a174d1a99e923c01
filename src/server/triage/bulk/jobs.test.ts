import { describe, expect, it } from 'vitest'
import { getFinding, listFindings } from '#contract/operations/findings.ts'
import {
  cancelJob,
  createTriageJob,
  getJob,
  listJobs,
  listTriageChanges,
  triage,
  undoJob,
  undoTriage,
} from '#contract/operations/triage.ts'
import type { Job, TriagePreview } from '#contract/responses/triage.ts'
import { countStatements } from '#server/db/sqlite/testing/work.ts'
import { Build, type GivenFinding, start } from '#server/findings/testing/build.ts'
import { updateFindings } from '#server/findings/writes.ts'
import { refuseWrites } from '#server/testing/refused-writes.ts'
import { startTestService } from '#server/testing/service.ts'

const day = 24 * 60 * 60 * 1000

async function service() {
  const started = await startTestService()
  const { call, services } = started
  const send = (body: Record<string, unknown>, more: { query?: string; token?: string } = {}) =>
    call(createTriageJob, { body: { issue_type: 'sast', new_triage_state: 'ignored', ...body }, ...more })
  // parse: with `preview` it is one, without it is the other.
  const preview = async (body: Record<string, unknown> = {}) =>
    (await send(body, { query: 'preview=true' })).body as TriagePreview
  const make = async (body: Record<string, unknown>) => {
    const { expected_count = (await preview(body)).count } = body
    const made = await send({ ...body, expected_count })
    expect([made.status, made.text]).toEqual([202, made.text])
    return made.body as Job
  }
  const job = async (id: string) => (await call(getJob, { path: { id } })).body
  const done = async (id: string) => {
    await services.jobs.settled()
    return job(id)
  }
  const read = async (id = 0) => (await call(getFinding, { path: { id } })).body
  const total = async (query: string) =>
    Number((await call(listFindings, { query })).headers['x-total-count'])
  /** Stops the jobs as soon as one has done its first batch, as the end of the service does. */
  const stopAfterOneBatch = async () => {
    const stopped = new Promise<void>((resolve) => {
      const quit = services.onChange(({ findings }) => {
        if (findings.length === 0) return
        quit()
        resolve(services.jobs.stop())
      })
    })
    await services.jobs.start()
    await stopped
  }
  /** Makes a job that does not begin before it is let. */
  const makeHeld = async (body: Record<string, unknown>) => {
    await services.jobs.stop()
    return make(body)
  }
  return {
    ...started,
    makeHeld,
    stopAfterOneBatch,
    build: new Build(started),
    send,
    preview,
    make,
    job,
    done,
    read,
    total,
  }
}

const many = (count: number, input: GivenFinding = {}): GivenFinding[] =>
  Array.from({ length: count }, () => input)

describe('the preview of a job', () => {
  it('counts what it would decide, where, what comes along and what stands so already', async () => {
    const { build, preview, total } = await service()
    await build.add(
      ...many(3, { project: 'acme/shop' }),
      ...many(2, { project: 'acme/bank' }),
      { key: 'same', project: 'acme/bank' },
      { key: 'same', project: 'acme/bank', ref: 'refs/heads/x' },
      { key: 'same', project: 'acme/bank', ref: 'refs/heads/gone', state: 'removed' },
      { triage: 'ignored', reason: 'no_time' },
      { state: 'fixed' },
      { project: 'acme/other', severity: 'low' },
    )
    const body = { primary_ref: true, severities: 'medium', new_triage_reason: 'no_time' }
    expect(await preview(body)).toEqual({
      count: 7,
      along: 1,
      projects: [
        { name: 'acme/shop', count: 4 },
        { name: 'acme/bank', count: 3 },
      ],
      severities: { low: 0, medium: 7, high: 0, critical: 0 },
      skipped: [{ code: 'unchanged', reason: 'Already in this state.', count: 1 }],
      fixed: 1,
      muted: 0,
      requested: 0,
    })
    expect(await total('primary_ref=true&severities=medium')).toBe(8)
    expect(await total('status=ignored')).toBe(1)
  })

  it('takes one row for a flaw where the list does, and all findings where there is no filter', async () => {
    const { build, preview } = await service()
    await build.add({ key: 'same' }, { key: 'same', ref: 'refs/heads/x' }, {})
    expect(await preview({ dedup: true })).toMatchObject({ count: 2, along: 1 })
    expect(await preview()).toMatchObject({ count: 3, along: 0 })
  })

  it('leaves alone what somebody else decided since the list was answered', async () => {
    const { build, preview } = await service()
    await build.add(
      { triagedAt: start + 2, triagedBy: 'Ada' },
      { triagedAt: start + 2, triagedBy: 'Tess Ter' },
    )
    expect(await preview({ seen_at: new Date(start + 1).toISOString() })).toMatchObject({
      count: 1,
      skipped: [{ code: 'triaged_since', count: 1 }],
    })
  })

  it('runs as many statements for many findings as for few', async () => {
    const counts = []
    for (const size of [2, 60]) {
      const { build, preview } = await service()
      await build.add(...many(size))
      await preview()
      counts.push(await countStatements(() => preview()))
    }
    expect(counts[1]).toBe(counts[0])
  })

  it('tells every fault of a request at once, and unknown ids', async () => {
    const { send } = await service()
    const wrong = await send({ severities: 'huge', exposures: 'reachable', new_triage_state: undefined })
    expect(wrong.status).toBe(400)
    expect(wrong.body).toMatchObject({
      errors: [
        { pointer: '/severities' },
        { pointer: '/exposures' },
        { detail: expect.stringContaining('changes nothing') },
        { pointer: '/expected_count' },
      ],
    })
    for (const query of ['preview=true', '']) {
      expect((await send({ issue_ids: [77], expected_count: 1 }, { query })).status).toBe(404)
    }
  })
})

describe('a job', () => {
  it('decides what was counted, with reason and note, and tells how it went', async () => {
    const { build, make, done, read, total, services } = await service()
    const ids = await build.add(...many(1200), { severity: 'low' })
    const text: unknown[] = []
    services.onChange((change) => text.push(...change.events))
    const made = await make({ severities: 'medium', new_triage_reason: 'acceptable_risk', new_note: 'Known' })
    expect(made).toMatchObject({ state: 'queued', kind: 'triage', done: 0, total: 1200, by: 'Tess Ter' })
    expect(await done(made.id)).toMatchObject({
      state: 'done',
      done: 1200,
      total: 1200,
      skipped: [],
      error: null,
      to_state: 'ignored',
      reason: 'acceptable_risk',
      note: 'Known',
    })
    expect(await total('status=ignored')).toBe(1200)
    expect(await read(ids[0])).toMatchObject({ triage_reason: 'acceptable_risk', triage_comment: 'Known' })
    expect(text).toContainEqual({ event: 'job.changed', id: made.id })
  })

  it('is not made where the count is another one by now, and says the new one', async () => {
    const { build, send, total } = await service()
    await build.add(...many(3))
    const refused = await send({ expected_count: 2 })
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({ count: 3, along: 0, projects: [{ count: 3 }], skipped: [] })
    expect(await total('status=ignored')).toBe(0)
  })

  it('is not made without the count that was seen', async () => {
    const { send } = await service()
    const refused = await send({})
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({ errors: [{ pointer: '/expected_count' }] })
  })

  it('takes ids, and decides each finding once however many of its instances were asked for', async () => {
    const { build, make, done } = await service()
    const ids = await build.add(
      ...Array.from({ length: 300 }, (_, at) => ({ key: `k${at}` })),
      ...Array.from({ length: 300 }, (_, at) => ({ key: `k${at}`, ref: 'refs/heads/x' })),
    )
    const made = await make({ issue_ids: ids })
    expect(await done(made.id)).toMatchObject({ state: 'done', done: 600, skipped: [] })
  })

  it('leaves alone what was decided meanwhile, is gone, or stands so by now', async () => {
    const { build, makeHeld, call, services, read, done } = await service()
    const [a = 0, b = 0, c = 0, d = 0] = await build.add({}, {}, {}, {})
    const made = await makeHeld({})
    await call(triage, { body: { issue_type: 'sast', issue_ids: [a], new_triage_state: 'fixing' } })
    await services.change(1, 'Tess Ter', async (transaction) => {
      await updateFindings(transaction, [b], { removed: 1 })
      await updateFindings(transaction, [c], { triage_state: 2, triage_reason: 3 })
    })
    await services.jobs.start()
    expect(await done(made.id)).toMatchObject({
      state: 'done',
      done: 1,
      total: 4,
      skipped: [
        { code: 'triaged_since', count: 1 },
        { code: 'removed', count: 1 },
        { code: 'unchanged', count: 1 },
      ],
    })
    expect((await read(a)).triage_state).toBe('fixing')
    expect((await read(d)).triage_state).toBe('ignored')
  })
})

describe('a job that is stopped', () => {
  it('goes on where it was, and does nothing twice', async () => {
    const { build, makeHeld, stopAfterOneBatch, job, done, services, total } = await service()
    await build.add(...many(700))
    const made = await makeHeld({})
    await stopAfterOneBatch()
    const half = await job(made.id)
    expect(half).toMatchObject({ state: 'running', total: 700, finished_at: null, undo_until: null })
    expect(half.done).toBe(await total('status=ignored'))
    expect(half.done).toBeLessThan(700)
    await services.jobs.start()
    expect(await done(made.id)).toMatchObject({ state: 'done', done: 700, skipped: [] })
    const { read } = services.database
    const events = await read.selectFrom('finding_event').select('finding_id').execute()
    expect(new Set(events.map((event) => event.finding_id)).size).toBe(events.length)
    expect(await read.selectFrom('job_item').selectAll().execute()).toEqual([])
  })

  it('keeps what is done when it is cancelled, which can be undone', async () => {
    const { build, makeHeld, stopAfterOneBatch, call, done, services, total } = await service()
    await build.add(...many(700))
    const { id } = await makeHeld({})
    await stopAfterOneBatch()
    expect((await call(undoJob, { path: { id } })).status).toBe(409)
    const cancelled = await call(cancelJob, { path: { id } })
    expect(cancelled.body).toMatchObject({ state: 'cancelled', undo_until: expect.any(String) })
    await services.jobs.start()
    const { done: kept } = await done(id)
    expect(await total('status=ignored')).toBe(kept)
    expect((await call(cancelJob, { path: { id } })).status).toBe(409)
    const undone = await call(undoJob, { path: { id } })
    expect(await done(undone.body.id)).toMatchObject({ state: 'done', done: kept })
    expect(await total('status=ignored')).toBe(0)
  })

  it('comes after those made before it', async () => {
    const { build, makeHeld, done, read, services } = await service()
    const [one = 0] = await build.add({ severity: 'low' }, { severity: 'low' })
    const first = await makeHeld({ new_note: 'first' })
    const second = await makeHeld({ new_note: 'second', new_triage_state: 'fixing' })
    await services.jobs.start()
    expect(await done(first.id)).toMatchObject({ state: 'done', done: 2 })
    // What the first decided was decided since the second was made.
    expect(await done(second.id)).toMatchObject({ state: 'done', done: 0, skipped: [{ count: 2 }] })
    expect((await read(one)).triage_comment).toBe('first')
  })

  it('fails with a reason where its batches fail, and is not left running', async () => {
    const { build, makeHeld, done, services } = await service()
    await build.add({})
    const { id } = await makeHeld({})
    await refuseWrites(services.database, 'update', 'finding')
    await services.jobs.start()
    expect(await done(id)).toMatchObject({ state: 'failed', done: 0, error: expect.any(String) })
  })
})

describe('undoing a job', () => {
  it('puts back how each finding stood, with those that came along', async () => {
    const { build, make, done, call, read } = await service()
    const ids = await build.add(
      { triage: 'ignored', reason: 'no_time', note: 'Later', triagedAt: start, triagedBy: 'Ada' },
      { triage: 'reviewing' },
      { key: 'same' },
      { key: 'same', ref: 'refs/heads/x' },
      ...many(300),
    )
    const before = await Promise.all(ids.slice(0, 4).map(read))
    const made = await make({ new_triage_state: 'fixing', new_note: 'All', primary_ref: true })
    expect(await done(made.id)).toMatchObject({ done: 303, total: 303 })
    const undone = await call(undoJob, { path: { id: made.id } })
    expect(undone.status).toBe(202)
    expect(undone.body).toMatchObject({ kind: 'undo', undoes: made.id, total: 304, undo_until: null })
    expect(await done(undone.body.id)).toMatchObject({ state: 'done', done: 304, skipped: [] })
    const after = await Promise.all(ids.slice(0, 4).map(read))
    const connection = (rows: typeof after) => rows.map(({ history: _, ...rest }) => rest)
    expect(connection(after)).toEqual(connection(before))
    expect((await call(undoJob, { path: { id: made.id } })).status).toBe(409)
    expect((await call(undoJob, { path: { id: undone.body.id } })).status).toBe(409)
  })

  it('leaves alone what was decided again since', async () => {
    const { build, make, done, call, read } = await service()
    const [one = 0, two = 0] = await build.add({}, {})
    const made = await make({})
    await done(made.id)
    await call(triage, { body: { issue_type: 'sast', issue_ids: [one], new_triage_state: 'fixing' } })
    const undone = await call(undoJob, { path: { id: made.id } })
    expect(await done(undone.body.id)).toMatchObject({
      done: 1,
      total: 2,
      skipped: [{ code: 'triaged_since', count: 1 }],
    })
    expect((await read(one)).triage_state).toBe('fixing')
    expect((await read(two)).triage_state).toBe('untriaged')
  })

  it('goes on after it was stopped, and can be asked for again after it was cancelled', async () => {
    const { build, make, stopAfterOneBatch, done, call, services, total } = await service()
    await build.add(...many(900))
    const { id } = await make({})
    await done(id)
    await services.jobs.stop()
    const first = await call(undoJob, { path: { id } })
    await stopAfterOneBatch()
    const left = await total('status=ignored')
    expect(left).toBeGreaterThan(0)
    await call(cancelJob, { path: { id: first.body.id } })
    const second = await call(undoJob, { path: { id } })
    expect(second.body.total).toBe(left)
    await services.jobs.start()
    expect(await done(second.body.id)).toMatchObject({ state: 'done', done: left })
    expect(await total('status=ignored')).toBe(0)
  })

  it('is possible for 24 hours after its end', async () => {
    const { build, make, done, call, clock, job } = await service()
    await build.add({})
    const { id } = await make({})
    await done(id)
    clock.now += day + 1
    expect((await job(id)).undo_until).toBe(null)
    const late = await call(undoJob, { path: { id } })
    expect([late.status, late.text]).toEqual([409, expect.stringContaining('24 hours')])
  })
})

describe('the lists', () => {
  it('of jobs has the newest first, those of one person where asked', async () => {
    const { build, make, done, call, mint } = await service()
    await build.add({}, {})
    const token = await mint({ person: 'Ada', role: 'analyst' })
    const first = await make({ new_note: 'first' })
    await done(first.id)
    const { body } = await call(createTriageJob, {
      body: { issue_type: 'sast', new_note: 'second', expected_count: 2 },
      token,
    })
    const list = async (query: string) =>
      (await call(listJobs, { query, token })).body.jobs.map((one) => [one.by, one.note])
    await done((body as Job).id)
    expect(await list('')).toEqual([
      ['Ada', 'second'],
      ['Tess Ter', 'first'],
    ])
    expect(await list('mine=true')).toEqual([['Ada', 'second']])
    expect(await list('limit=1')).toEqual([['Ada', 'second']])
  })

  it('of decisions has a job once, with all that it decided, and it is undone with the job', async () => {
    const { build, make, done, call, clock, services } = await service()
    const ids = await build.add(...many(600))
    const single = await call(triage, {
      body: { issue_type: 'sast', issue_ids: [ids[0]], new_triage_state: 'reviewing', new_note: 'Mine' },
    })
    clock.now += 1000
    const made = await make({})
    await done(made.id)
    const list = async (query = 'mine=true') => (await call(listTriageChanges, { query })).body.changes
    const changes = await list()
    expect(changes).toMatchObject([
      { job_id: made.id, count: 600, to_state: 'ignored', undo_until: expect.any(String), undone_at: null },
      {
        id: single.body.change_id,
        job_id: null,
        count: 1,
        note: 'Mine',
        finding_ids: [ids[0]],
        issue_type: 'sast',
      },
    ])
    expect(changes[0]?.finding_ids.length).toBe(10)
    const { read } = services.database
    const [batch] = await read.selectFrom('triage_change').select('id').where('job_id', '>', 0).execute()
    const refused = await call(undoTriage, { path: { change_id: Number(batch?.id) } })
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining(`job ${made.id}`)])
    await done((await call(undoJob, { path: { id: made.id } })).body.id)
    await call(undoTriage, { path: { change_id: single.body.change_id } })
    expect((await list()).map((one) => [one.undone_at === null, one.undo_until])).toEqual([
      [false, null],
      [false, null],
    ])
  })

  it('know nothing of other deployments', async () => {
    const { build, make, done, call, addDeployment } = await service()
    await build.add({})
    const { id } = await make({})
    await done(id)
    await addDeployment('other')
    const path = { id, deploymentSlug: 'other' }
    for (const operation of [getJob, cancelJob, undoJob]) {
      expect((await call(operation, { path })).status).toBe(404)
    }
    expect((await call(listJobs, { path })).body.jobs).toEqual([])
    expect((await call(listTriageChanges, { path })).body.changes).toEqual([])
    expect((await call(getJob, { path: { id: '18446744073709551615' } })).status).toBe(404)
  })
})
