import { describe, expect, it } from 'vitest'
import { getSettings } from '#contract/operations/deployments.ts'
import { exportFindings } from '#contract/operations/export.ts'
import { findingFacets, getFinding, listFindings } from '#contract/operations/findings.ts'
import { overview } from '#contract/operations/overview.ts'
import { listPolicies, setRuleModes } from '#contract/operations/policies.ts'
import { patchProject } from '#contract/operations/projects.ts'
import { listSecrets } from '#contract/operations/secrets.ts'
import { previewDueDates, updateSettings } from '#contract/operations/settings.ts'
import { createTriageJob, triage, undoJob, undoTriage } from '#contract/operations/triage.ts'
import type { DueDates } from '#contract/parameters/due-dates.ts'
import { Build } from '#server/findings/testing/build.ts'
import { codeFindings, result, semgrep, upload } from '#server/scans/testing/upload.ts'
import { startTestService } from '#server/testing/service.ts'
import { reopenIgnored } from '#server/triage/decisions/reopen-ignored.ts'

const day = 24 * 3600_000
const days = { critical: 7, high: 30, medium: 90, low: null }
const setting: DueDates = { days, tags: [] }

const finding = (text: string, severity = 'ERROR', more: object = {}) => {
  const plain = result(`rule-${text}`, `src/${text}.py`, `call("${text}")`)
  return { ...plain, extra: { ...plain.extra, severity, ...more } }
}

/** A service on 15 January 2026, 12:00, with due dates. */
async function service(dueDates: DueDates | null = setting) {
  const started = await startTestService()
  const { call, clock, services } = started
  const set = (value: DueDates | null) => call(updateSettings, { body: { dueDates: value } })
  if (dueDates) expect((await set(dueDates)).status).toBe(200)
  const scan = async (results: readonly unknown[], query: Record<string, string> = {}) =>
    expect((await upload(started, semgrep(results), { accept_empty: 'true', ...query })).status).toBe(201)
  /** The due dates of the findings of a branch, by their rules. */
  const due = async (query: Record<string, string> = { ref: 'main' }) =>
    Object.fromEntries(
      (await codeFindings(started, query)).map((one) => [one.rule_name?.replace(/^.*rule-/, ''), one.due_at]),
    )
  const idOf = async (name: string) =>
    (await codeFindings(started, { q: `rule-${name}`, ref: 'main' }))[0]?.id ?? 0
  const decide = async (name: string, new_triage_state: string, more: object = {}) =>
    call(triage, { body: { issue_type: 'sast', issue_ids: [await idOf(name)], new_triage_state, ...more } })
  const undo = (change_id: string) => call(undoTriage, { path: { change_id } })
  const pass = (count: number) => {
    clock.now += count * day
  }
  const expire = () => reopenIgnored(services, true)
  const names = async (query: Record<string, string>) =>
    (await codeFindings(started, query)).map((one) => one.rule_name?.replace(/^.*rule-/, ''))
  return { ...started, set, scan, due, decide, undo, pass, expire, names, idOf }
}

describe('when a finding is due', () => {
  it('is never without a setting', async () => {
    const { scan, due, names, call } = await service(null)
    await scan([finding('a')], { ref: 'main' })
    expect(await due()).toEqual({ a: undefined })
    expect(await names({ due: 'none' })).toEqual(['a'])
    expect(await names({ due: 'overdue,week,later' })).toEqual([])
    expect((await call(overview)).body.types.sast.due).toBeNull()
    expect((await call(getSettings)).body.dueDates).toBeNull()
  })

  it('is the end of the day so many days after it was found, by its severity', async () => {
    const { scan, due, call, idOf } = await service()
    await scan(
      [finding('a', 'CRITICAL'), finding('b', 'ERROR'), finding('c', 'WARNING'), finding('d', 'INFO')],
      {
        ref: 'main',
      },
    )
    expect(await due()).toEqual({
      a: '2026-01-23T00:00:00.000Z',
      b: '2026-02-15T00:00:00.000Z',
      c: '2026-04-16T00:00:00.000Z',
      d: undefined,
    })
    const { body } = await call(getFinding, { path: { id: await idOf('a') } })
    expect(body.due_at).toBe('2026-01-23T00:00:00.000Z')
    const csv = await call(exportFindings, { query: { format: 'csv', columns: 'rule,due_at' } })
    expect(csv.text).toContain('rule-a,2026-01-23T00:00:00.000Z\r\n')
    expect(csv.text).toContain('rule-d,\r\n')
    const json = await call(exportFindings, { query: { format: 'json' } })
    expect(json.text).toContain('"due_at":"2026-01-23T00:00:00.000Z"')
  })

  it('is the end of the day in the time zone of the deployment', async () => {
    const { scan, due, call, names, clock } = await service()
    // Still 14 January in New York.
    clock.now = Date.UTC(2026, 0, 15, 4)
    await scan([finding('a', 'CRITICAL')], { ref: 'main' })
    await call(updateSettings, { body: { timeZone: 'America/New_York' } })
    expect(await due()).toEqual({ a: '2026-01-22T05:00:00.000Z' })
    clock.now = Date.UTC(2026, 0, 22, 4, 59)
    expect(await names({ due: 'week' })).toEqual(['a'])
    clock.now = Date.UTC(2026, 0, 22, 5)
    expect(await names({ due: 'overdue' })).toEqual(['a'])
  })

  it('is only on the primary branch, from when it was first seen there', async () => {
    const { scan, due, pass, call } = await service()
    await scan([finding('a')], { ref: 'feature' })
    await scan([finding('b')], { ref: 'main' })
    await call(patchProject, { path: { projectName: 'acme/shop' }, body: { primary_branch: 'main' } })
    expect(await due({ ref: 'feature' })).toEqual({ a: undefined })
    pass(10)
    await scan([finding('a'), finding('b')], { ref: 'main' })
    expect(await due()).toEqual({ a: '2026-02-25T00:00:00.000Z', b: '2026-02-15T00:00:00.000Z' })
    await call(patchProject, { path: { projectName: 'acme/shop' }, body: { primary_branch: 'feature' } })
    expect(await due()).toEqual({ a: undefined, b: undefined })
    expect(await due({ ref: 'feature' })).toEqual({ a: '2026-02-15T00:00:00.000Z' })
  })

  it.each([1, 1200])(
    'goes on when another branch becomes the primary one, with %s findings',
    async (count) => {
      const { scan, due, pass, call, names } = await service()
      const all = Array.from({ length: count }, (_, index) => finding(`a${index}`))
      await scan(all, { ref: 'main' })
      pass(10)
      await scan([...all, finding('b')], { ref: 'trunk' })
      await call(patchProject, { path: { projectName: 'acme/shop' }, body: { primary_branch: 'trunk' } })
      expect(await due({ ref: 'trunk', q: 'rule-a0' })).toEqual({ a0: '2026-02-15T00:00:00.000Z' })
      expect(await due({ ref: 'trunk', q: 'rule-b' })).toEqual({ b: '2026-02-25T00:00:00.000Z' })
      pass(25)
      expect(await names({ due: 'overdue' })).toHaveLength(count)
      // Found again after a fix, it is due anew.
      await scan([finding('b')], { ref: 'trunk' })
      await scan([...all, finding('b')], { ref: 'trunk' })
      expect(await due({ ref: 'trunk', q: 'rule-a0' })).toEqual({ a0: '2026-03-22T00:00:00.000Z' })
    },
  )

  it('is cleared by a fix, and counts again from when it is found again', async () => {
    const { scan, due, pass } = await service()
    await scan([finding('a'), finding('b')], { ref: 'main' })
    await scan([finding('b')], { ref: 'main' })
    expect(await due({ ref: 'main', status: 'fixed' })).toEqual({ a: undefined })
    pass(5)
    await scan([finding('a'), finding('b')], { ref: 'main' })
    expect(await due()).toEqual({ a: '2026-02-20T00:00:00.000Z', b: '2026-02-15T00:00:00.000Z' })
  })

  it('moves with the severity: raised to the earlier date, lowered to the date of the lower one', async () => {
    const { scan, due, pass } = await service()
    await scan([finding('a', 'ERROR')], { ref: 'main' })
    pass(3)
    await scan([finding('a', 'CRITICAL')], { ref: 'main' })
    expect(await due()).toEqual({ a: '2026-01-23T00:00:00.000Z' })
    await scan([finding('a', 'WARNING')], { ref: 'main' })
    expect(await due()).toEqual({ a: '2026-04-16T00:00:00.000Z' })
  })

  it('is cleared by ignoring, restored by undo, and counts from a reopening whatever comes after', async () => {
    const { scan, due, decide, undo, pass } = await service()
    await scan([finding('a')], { ref: 'main' })
    const found = { a: '2026-02-15T00:00:00.000Z' }
    await decide('a', 'reviewing')
    expect(await due()).toEqual(found)
    const ignored = await decide('a', 'ignored')
    expect(await due()).toEqual({ a: undefined })
    pass(0.5)
    await undo(ignored.body.change_id)
    expect(await due()).toEqual(found)
    // Neither is a reopening.
    pass(0.5)
    await decide('a', 'reopened')
    expect(await due()).toEqual(found)
    await decide('a', 'ignored')
    pass(3)
    const reopened = await decide('a', 'reopened')
    expect(await due()).toEqual({ a: '2026-02-19T00:00:00.000Z' })
    await undo(reopened.body.change_id)
    expect(await due()).toEqual({ a: undefined })
    await decide('a', 'fixing')
    pass(2)
    await decide('a', 'reviewing')
    expect(await due()).toEqual({ a: '2026-02-19T00:00:00.000Z' })
  })

  it('counts from the end of an ignore, however late the service reopens it', async () => {
    const { scan, due, decide, expire, pass } = await service()
    await scan([finding('a')], { ref: 'main' })
    await decide('a', 'ignored', { new_ignored_until: '2026-01-20T00:00:00.000Z' })
    pass(9)
    expect(await due()).toEqual({ a: undefined })
    await expire()
    expect(await due()).toEqual({ a: '2026-02-20T00:00:00.000Z' })
  })

  it('counts from when the code no longer suppresses it', async () => {
    const { scan, due, pass } = await service()
    await scan([finding('a', 'ERROR', { is_ignored: true }), finding('b')], { ref: 'main' })
    expect(await due()).toMatchObject({ a: undefined })
    pass(4)
    await scan([finding('a'), finding('b')], { ref: 'main' })
    expect(await due()).toMatchObject({ a: '2026-02-19T00:00:00.000Z' })
  })

  it('follows a bulk edit and its undo', async () => {
    const { scan, due, call, services, pass } = await service()
    await scan([finding('a'), finding('b')], { ref: 'main' })
    pass(31)
    const filter = { issue_type: 'sast', due: ['overdue'] }
    const body = { ...filter, new_triage_state: 'ignored', expected_count: 2 }
    const job = (await call(createTriageJob, { body })).body
    await services.jobs.settled()
    expect(await due()).toEqual({ a: undefined, b: undefined })
    await call(undoJob, { path: { id: 'id' in job ? job.id : '' } })
    await services.jobs.settled()
    expect(await due()).toEqual({ a: '2026-02-15T00:00:00.000Z', b: '2026-02-15T00:00:00.000Z' })
  })

  it('depends on the tags of the project: the shortest of several periods', async () => {
    const { scan, due, call, set } = await service()
    await scan([finding('a'), finding('b', 'INFO')], { ref: 'main' })
    const tags = (...names: string[]) =>
      call(patchProject, { path: { projectName: 'acme/shop' }, body: { tags: names } })
    await set({
      days,
      tags: [
        { tag: 'pci', days: { critical: 1, high: 5, medium: 9, low: 9 } },
        { tag: 'slow', days: { critical: 9, high: 60, medium: null, low: null } },
      ],
    })
    expect(await due()).toEqual({ a: '2026-02-15T00:00:00.000Z', b: undefined })
    await tags('slow')
    expect(await due()).toEqual({ a: '2026-03-17T00:00:00.000Z', b: undefined })
    await tags('slow', 'pci')
    expect(await due()).toEqual({ a: '2026-01-21T00:00:00.000Z', b: '2026-01-25T00:00:00.000Z' })
  })

  it('is never while the rule is disabled', async () => {
    const { scan, due, names, call } = await service()
    await scan([finding('a'), finding('b')], { ref: 'main' })
    const [policy] = (await call(listPolicies)).body.policies
    const modes = (policyMode: string) =>
      call(setRuleModes, {
        path: { policyId: policy?.id ?? '' },
        body: { changes: [{ rulePath: 'rule-a', policyMode }] },
      })
    expect((await modes('MODE_DISABLED')).status).toBe(200)
    expect(await due()).toEqual({ a: undefined, b: '2026-02-15T00:00:00.000Z' })
    expect(await names({ due: 'later' })).toEqual(['b'])
    await modes('MODE_MONITOR')
    expect(await names({ due: 'later' })).toHaveLength(2)
  })
})

describe('lists by due date', () => {
  it('change when the day ends, also for those who ask whether anything changed', async () => {
    const { scan, names, pass, call, clock } = await service()
    await scan([finding('a', 'CRITICAL'), finding('b', 'ERROR'), finding('c', 'INFO')], { ref: 'main' })
    expect(await names({ due: 'overdue' })).toEqual([])
    expect(await names({ due: 'week' })).toEqual([])
    expect(await names({ due: 'later', sort: 'due_at' })).toEqual(['a', 'b'])
    expect(await names({ sort: '-due_at' })).toEqual(['b', 'a', 'c'])
    pass(1)
    expect(await names({ due: 'week' })).toEqual(['a'])
    clock.now = Date.UTC(2026, 0, 22, 23, 59, 59)
    expect(await names({ due: 'week' })).toEqual(['a'])
    const before = await call(listFindings, { query: { due: 'overdue' } })
    expect(before.headers['x-total-count']).toBe('0')
    clock.now += 1000
    const headers = { 'if-none-match': String(before.headers['etag']) }
    const after = await call(listFindings, { query: { due: 'overdue' }, headers })
    expect([after.status, after.headers['x-total-count']]).toEqual([200, '1'])
    expect(await names({ due: 'week' })).toEqual([])
    const { facets } = (await call(findingFacets, { query: { issue_type: 'sast' } })).body
    expect(facets['due']).toEqual([
      { value: 'later', count: 1 },
      { value: 'none', count: 1 },
      { value: 'overdue', count: 1 },
    ])
  })

  it('have as many findings as the overview says, each secret once', async () => {
    const started = await service()
    const { call, pass } = started
    const build = new Build(started)
    const secret = { type: 'secrets', severity: 'critical', secretHash: 'a', secretType: 'AWS' } as const
    await build.add(
      { ...secret, key: 'one' },
      { ...secret, key: 'one', ref: 'refs/heads/feature' },
      { severity: 'critical' },
      { severity: 'high', triage: 'fixing' },
      { severity: 'critical', triage: 'ignored', reason: 'no_time' },
      { severity: 'critical', ref: 'refs/heads/feature' },
    )
    pass(5)
    const { types } = (await call(overview)).body
    expect([types.sast.due, types.sca.due, types.secrets.due]).toEqual([
      { overdue: 1, week: 0 },
      { overdue: 0, week: 0 },
      { overdue: 1, week: 0 },
    ])
    const secrets = await call(listSecrets, { query: { due: 'overdue', dedup: true } })
    expect(secrets.headers['x-total-count']).toBe('1')
    pass(16)
    expect((await call(overview)).body.types.sast.due).toEqual({ overdue: 1, week: 1 })
    const list = await call(listFindings, { query: { due: 'week', primary_ref: true } })
    expect(list.headers['x-total-count']).toBe('1')
  })
})

describe('fixed findings', () => {
  it('were fixed in time or late, by month and severity, and each number opens its list', async () => {
    const { scan, decide, pass, names, call } = await service()
    const all = ['a', 'b', 'c', 'd'].map((name) => finding(name))
    const warning = finding('w', 'WARNING')
    await scan([...all, warning], { ref: 'main' })
    await decide('d', 'ignored', { new_triage_reason: 'acceptable_risk' })
    pass(10)
    await scan([...all.slice(1), warning], { ref: 'main' })
    pass(21)
    // 15 February: those of severity high were due at the end of the day before.
    await scan([finding('c')], { ref: 'main' })
    const { body } = await call(overview)
    const months = body.types.sast.fixed_by_month ?? []
    expect(
      months.map(({ from, until, by_severity: of }) => [from, until, of.high, of.medium]).slice(-2),
    ).toEqual([
      ['2026-01-01', '2026-01-31', { met: 1, missed: 0 }, { met: 0, missed: 0 }],
      ['2026-02-01', '2026-02-28', { met: 0, missed: 1 }, { met: 1, missed: 0 }],
    ])
    const february = { fixed_on: '2026-02-01..2026-02-28' }
    expect(await names({ ...february, due: 'met' })).toEqual(['w'])
    expect(await names({ ...february, due: 'missed' })).toEqual(['b'])
    expect(await names({ due: 'met,missed', severities: 'high' })).toEqual(['b', 'a'])
    expect(await names({ due: 'overdue' })).toEqual(['c'])
    const { status, body: refused } = await call(listFindings, { query: 'fixed_on=february' })
    expect([status, JSON.stringify(refused)]).toEqual([400, expect.stringContaining('fixed_on')])

    // Found again, it is no longer fixed.
    await scan([finding('a'), finding('c')], { ref: 'main' })
    expect(await names({ due: 'met' })).toEqual(['w'])
  })
})

describe('the setting', () => {
  it('says before it is saved what becomes overdue', async () => {
    const { scan, call, pass, set, names } = await service(null)
    await scan([finding('a', 'CRITICAL'), finding('b', 'ERROR'), finding('c', 'INFO')], { ref: 'main' })
    pass(10)
    const preview = async (dueDates: DueDates | null) =>
      (await call(previewDueDates, { body: { dueDates } })).body.sast
    const nothing = { overdue: 0, week: 0, later: 0 }
    const set1 = { overdue: 1, week: 0, later: 1 }
    expect(await preview(setting)).toEqual({ now: nothing, after: set1, newly_overdue: 1 })
    expect(await names({ due: 'overdue' })).toEqual([])
    await set(setting)
    expect(await names({ due: 'overdue' })).toEqual(['a'])
    const shorter = { days: { ...days, high: 7 }, tags: [] }
    expect(await preview(shorter)).toEqual({
      now: set1,
      after: { overdue: 2, week: 0, later: 0 },
      newly_overdue: 1,
    })
    expect(await preview(null)).toEqual({ now: set1, after: nothing, newly_overdue: 0 })
    await set(null)
    expect(await names({ due: 'overdue' })).toEqual([])
  })

  it.each<[string, unknown, number, string]>([
    ['no days', { days: { ...days, high: 0 }, tags: [] }, 400, '/dueDates/days/high'],
    ['a missing severity', { days: { critical: 7 }, tags: [] }, 400, '/dueDates/days/high'],
    [
      'a later date for a worse finding',
      { days: { ...days, critical: 31 }, tags: [] },
      422,
      'critical must not be due later',
    ],
    [
      'no date for a worse finding',
      { days: { ...days, critical: null }, tags: [] },
      422,
      'critical must not be due later',
    ],
    ['a tag with a comma', { days, tags: [{ tag: 'a,b', days }] }, 400, 'contains a comma'],
    [
      'a tag twice',
      {
        days,
        tags: [
          { tag: 'a', days },
          { tag: ' a', days },
        ],
      },
      422,
      'occurs twice',
    ],
  ])('refuses %s', async (_, dueDates, status, detail) => {
    const { call } = await service()
    const refused = await call(updateSettings, { body: { dueDates } })
    expect([refused.status, refused.text]).toEqual([status, expect.stringContaining(detail)])
    const preview = await call(previewDueDates, { body: { dueDates } })
    expect(preview.status).toBe(status)
  })

  it('is for administrators, and in the audit log', async () => {
    const { call, mint, services } = await service()
    const token = await mint({ role: 'manager' })
    const body = { dueDates: null }
    expect((await call(updateSettings, { body, token })).status).toBe(403)
    expect((await call(previewDueDates, { body, token })).status).toBe(403)
    const rows = await services.database.read
      .selectFrom('audit_event')
      .select(['action', 'target', 'detail_json'])
      .where('target', '=', 'dueDates')
      .execute()
    expect(rows).toEqual([
      {
        action: 'settings.changed',
        target: 'dueDates',
        detail_json: JSON.stringify({ from: null, to: setting }),
      },
    ])
  })
})
