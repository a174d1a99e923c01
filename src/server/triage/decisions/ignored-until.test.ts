import { describe, expect, it } from 'vitest'
import { listAudit } from '#contract/operations/audit.ts'
import { exportFindings } from '#contract/operations/export.ts'
import { getFinding } from '#contract/operations/findings.ts'
import { updateSettings } from '#contract/operations/settings.ts'
import {
  createTriageJob,
  getJob,
  listTriageChanges,
  triage,
  undoTriage,
} from '#contract/operations/triage.ts'
import { Build } from '#server/findings/testing/build.ts'
import { codeFindings, result, semgrep, upload } from '#server/scans/testing/upload.ts'
import { startTestService } from '#server/testing/service.ts'
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

  it('ends at 24:00 of a day in the time zone of the deployment', async () => {
    const { build, ignore, read, call } = await service()
    const [id = 0] = await build.add({})
    await call(updateSettings, { body: { timeZone: 'America/New_York' } })
    expect((await ignore([id], '2026-06-30')).status).toBe(200)
    expect((await read(id)).ignored_until).toBe('2026-07-01T04:00:00.000Z')
    expect((await ignore([id], '2026-02-30')).status).toBe(400)
    expect((await ignore([id], '2025-06-30')).status).toBe(400)
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

  it('a fixed finding stays fixed, and is open if it returns', async () => {
    const started = await service()
    const { ignore, pass, read, clock } = started
    const xss = result('xss', 'app.py', 'render(name)', 10)
    const others = Array.from({ length: 9 }, (_, at) => result('sqli', `db${at}.py`, `query(${at})`, at))
    await upload(started, semgrep([xss, ...others]), { ref: 'main' })
    const finding = (await codeFindings(started)).find(({ rule_name: rule }) => rule?.includes('xss'))
    await ignore([finding?.id ?? 0], started.after(3), { new_note: 'Until the release.' })
    clock.now += 60_000
    await upload(started, semgrep(others), { ref: 'main' })
    await pass(4)
    expect(await read(finding?.id)).toMatchObject({ status: 'fixed', triage_comment: 'Until the release.' })
    clock.now += 60_000
    await upload(started, semgrep([xss, ...others]), { ref: 'main' })
    expect(await read(finding?.id)).toMatchObject({ status: 'open', triage_comment: 'Until the release.' })
  })

  it('ignores that end together are one change', async () => {
    const { build, ignore, after, pass, call } = await service()
    const [one = 0, other = 0, third = 0] = await build.add({}, {}, {})
    await ignore([one, other], after(1))
    await ignore([third], after(1))
    await pass(1)
    const { changes } = (await call(listTriageChanges)).body
    expect(changes[0]).toMatchObject({ by: 'Gatehouse', to_state: 'reopened', count: 3 })
    const { events } = (await call(listAudit, { query: { action: 'findings.triaged' } })).body
    expect(events.filter(({ actor }) => actor === 'Gatehouse')).toHaveLength(1)
  })

  it('however many of them there are', async () => {
    const { build, pass, after, call } = await service()
    const ignoredUntil = Date.parse(after(1))
    const kinds = [{}, { type: 'sca' as const, rule: 'cve' }]
    for (const kind of kinds)
      await build.add(
        ...Array.from({ length: 1300 }, (_, at) => ({
          ...{ ...kind, key: `${at}`, triage: 'ignored' as const, reason: 'no_time' as const, ignoredUntil },
        })),
      )
    await pass(1)
    const { changes } = (await call(listTriageChanges)).body
    expect(changes.map(({ by, count }) => [by, count])).toEqual([
      ['Gatehouse', 1300],
      ['Gatehouse', 1300],
    ])
    const { events } = (await call(listAudit, { query: { action: 'findings.triaged' } })).body
    const details = events.map(({ detail }) => detail)
    expect(details).toEqual(
      ['sca', 'sast'].map((issue_type) => expect.objectContaining({ issue_type, count: 1300, flaws: 1300 })),
    )
    const [change] = changes
    expect((await call(undoTriage, { path: { change_id: change?.id ?? '' } })).body.num_undone).toBe(1300)
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
