import { describe, expect, it } from 'vitest'
import { listAudit } from '#contract/operations/audit.ts'
import { exportFindings } from '#contract/operations/export.ts'
import { getFinding } from '#contract/operations/findings.ts'
import {
  createTriageJob,
  getJob,
  listTriageChanges,
  triage,
  undoTriage,
} from '#contract/operations/triage.ts'
import { codeFindings, result, semgrep, upload } from '#server/scans/testing/upload.ts'
import { startTestService } from '#server/testing/service.ts'
import { Build } from '../testing/build.ts'
import { reopenIgnored } from './reopen-ignored.ts'

const day = 24 * 3600_000

async function service() {
  const started = await startTestService()
  const { call, clock, services } = started
  const after = (days: number) => new Date(clock.now + days * day).toISOString()
  const decide = (body: Record<string, unknown>) => call(triage, { body: { issue_type: 'sast', ...body } })
  const ignore = (ids: readonly number[], until: string, more: object = {}) =>
    decide({
      issue_ids: ids,
      new_triage_state: 'ignored',
      new_triage_reason: 'no_time',
      new_ignored_until: until,
      ...more,
    })
  const read = async (id = 0) => (await call(getFinding, { path: { id } })).body
  const pass = async (days: number) => {
    clock.now += days * day
    await reopenIgnored(services, true)
  }
  return { ...started, build: new Build(started), after, decide, ignore, read, pass }
}

describe('ignoring until a date', () => {
  it('is told by the finding and its history', async () => {
    const { build, ignore, read, after, call } = await service()
    const [id = 0, other = 0] = await build.add({}, {})
    const until = after(30)
    const { body } = await ignore([id], until)
    expect(body.num_triaged).toBe(1)
    const finding = await read(id)
    expect(finding).toMatchObject({ status: 'ignored', triage_reason: 'no_time', ignored_until: until })
    expect(finding.history.at(-1)).toMatchObject({ what: 'triaged', to: 'ignored', ignored_until: until })
    expect(await read(other)).not.toHaveProperty('ignored_until')
    const { changes } = (await call(listTriageChanges)).body
    expect(changes[0]).toMatchObject({ to_state: 'ignored', ignored_until: until })
    const { events } = (await call(listAudit, { query: { action: 'findings.triaged' } })).body
    expect(events[0]?.detail).toMatchObject({ to: 'ignored', reason: 'no_time', ignored_until: until })
  })

  it('changes only what has another date', async () => {
    const { build, ignore, decide, read, after } = await service()
    const [id = 0] = await build.add({})
    const until = after(30)
    await ignore([id], until)
    expect((await ignore([id], until)).body.num_triaged).toBe(0)
    expect((await ignore([id], after(60))).body.num_triaged).toBe(1)
    expect((await read(id)).ignored_until).toBe(after(60))
    await decide({ issue_ids: [id], new_note: 'Asked the team.' })
    expect((await read(id)).ignored_until).toBe(after(60))
    await decide({ issue_ids: [id], new_triage_state: 'ignored', new_triage_reason: 'no_time' })
    expect(await read(id)).not.toHaveProperty('ignored_until')
  })

  it.each([
    ['in the past', -1, 'ignored', 'is not in the future'],
    ['in the next century', 36_500, 'ignored', 'is more than ten years ahead'],
    ['of a finding that is not ignored', 1, 'reviewing', 'requires new_triage_state'],
  ])('is refused for a date %s', async (_, days, new_triage_state, detail) => {
    const { build, decide, after } = await service()
    const [id = 0] = await build.add({})
    const response = await decide({ issue_ids: [id], new_triage_state, new_ignored_until: after(days) })
    expect(response.status).toBe(400)
    expect(response.text).toContain(detail)
  })

  it('is undone to the date before', async () => {
    const { build, ignore, read, after, call } = await service()
    const [id = 0] = await build.add({})
    await ignore([id], after(30))
    const { change_id } = (await ignore([id], after(60))).body
    await call(undoTriage, { path: { change_id } })
    expect((await read(id)).ignored_until).toBe(after(30))
  })

  it('is in exported tables', async () => {
    const { build, ignore, after, call } = await service()
    const [id = 0] = await build.add({})
    await ignore([id], after(30))
    const { text } = await call(exportFindings, {
      query: { issue_type: 'sast', format: 'csv', columns: 'id,ignored_until' },
    })
    expect(text).toBe(`id,ignored_until\r\n${id},${after(30)}\r\n`)
  })

  it('is done by a job', async () => {
    const { build, read, after, call, services } = await service()
    const ids = await build.add({}, {}, {})
    const body = {
      issue_type: 'sast' as const,
      issue_ids: ids,
      new_triage_state: 'ignored' as const,
      new_ignored_until: after(30),
      expected_count: 3,
    }
    const { body: job } = await call(createTriageJob, { body })
    await services.jobs.settled()
    const done = (await call(getJob, { path: { id: String('id' in job ? job.id : '') } })).body
    expect(done).toMatchObject({ state: 'done', done: 3, ignored_until: after(30) })
    for (const id of ids) expect((await read(id)).ignored_until).toBe(after(30))
  })
})

describe('when the date has passed', () => {
  it('findings are reopened once, with all instances, and their history says why', async () => {
    const { build, ignore, decide, read, after, pass, clock } = await service()
    const [id = 0, feature = 0, later = 0, forever = 0] = await build.add(
      { key: 'same' },
      { key: 'same', ref: 'refs/heads/feature' },
      {},
      {},
    )
    const until = after(30)
    await ignore([id], until, { new_note: 'Waits for the next release.' })
    await ignore([later], after(60))
    await decide({ issue_ids: [forever], new_triage_state: 'ignored' })
    await pass(29)
    expect((await read(id)).status).toBe('ignored')
    await pass(1)
    for (const one of [id, feature]) {
      const finding = await read(one)
      expect(finding).toMatchObject({
        status: 'open',
        triage_state: 'reopened',
        triage_comment: 'Waits for the next release.',
      })
      expect(finding).not.toHaveProperty('ignored_until')
      expect(finding.history.at(-1)).toMatchObject({
        at: new Date(clock.now).toISOString(),
        what: 'triaged',
        who: 'Gatehouse',
        from: 'ignored',
        to: 'reopened',
        ignored_until: until,
      })
    }
    expect([(await read(later)).status, (await read(forever)).status]).toEqual(['ignored', 'ignored'])
    const { history } = await read(id)
    await pass(0)
    expect((await read(id)).history).toHaveLength(history.length)
  })

  it('many findings of several types and deployments are reopened', async () => {
    const { build, ignore, after, pass, services, call } = await service()
    const code = await build.add(...Array.from({ length: 1200 }, () => ({})))
    const [secret = 0] = await build.add({ type: 'secrets', secretType: 'AWS' })
    await ignore(code, after(1))
    const body = { issue_type: 'secrets' as const, issue_ids: [secret], new_triage_state: 'ignored' as const }
    await call(triage, { body: { ...body, new_ignored_until: after(1) } })
    await pass(2)
    const { count } = await services.database.read
      .selectFrom('finding')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('ignored_until', 'is not', null)
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(0)
  })

  it('a finding that came with another branch is reopened as well', async () => {
    const started = await service()
    const { ignore, after, pass, read } = started
    const xss = result('xss', 'app.py', 'render(name)', 10)
    await upload(started, semgrep([xss]), { ref: 'main' })
    const [finding] = await codeFindings(started)
    await ignore([finding?.id ?? 0], after(3))
    started.clock.now += 60_000
    await upload(started, semgrep([xss]), { ref: 'feature' })
    const [branch] = await codeFindings(started, { ref: 'refs/heads/feature' })
    expect(branch).toMatchObject({ status: 'ignored', ignored_until: after(3 - 60_000 / day) })
    await pass(3)
    expect((await read(branch?.id)).status).toBe('open')
  })

  it('nothing is reopened that was decided again', async () => {
    const { build, ignore, decide, read, after, pass } = await service()
    const [id = 0] = await build.add({})
    await ignore([id], after(1))
    await decide({ issue_ids: [id], new_triage_state: 'fixing' })
    await pass(2)
    expect((await read(id)).triage_state).toBe('fixing')
  })
})
