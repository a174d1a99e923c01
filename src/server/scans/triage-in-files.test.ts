import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listAudit } from '#contract/operations/audit.ts'
import { getFinding } from '#contract/operations/findings.ts'
import { acceptScan } from '#contract/operations/scans.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'
import { forced } from '#server/testing/stress/repetitions.ts'
import { reopenIgnored } from '#server/triage/decisions/reopen-ignored.ts'
import { codeFindings, result, semgrep, upload } from './testing/upload.ts'

const lacksScope = 'triage without permission (requires `findings:triage`)'
const inFuture = 'triage with a time in the future'
const beforeProject = 'triage from before the project existed'
const known = 'triage of existing findings'

/** A finding as another service answers it. */
const answered = (id: string, more: object = {}) => ({
  rule_name: 'xss',
  severity: 'high',
  match_based_id: id,
  location: { filePath: `${id}.py`, line: 1 },
  ...more,
})
const fileOf = (...findings: object[]) => ({ sastFindings: { findings } })
const ignored = { triage_state: 'ignored', triage_reason: 'false_positive', triage_comment: 'Not ours.' }

/** A service whose project `acme/shop` exists since its first moment. */
async function started() {
  const service = await startTestService()
  await upload(service, semgrep([result('other', 'other.py', 'other()')]))
  service.clock.now += 3600_000
  return service
}

const standing = async (service: TestService) =>
  new Map((await codeFindings(service)).map((each) => [each.match_based_id, each]))

const historyOf = async (service: TestService, id: number) =>
  (await service.call(getFinding, { path: { id: id } })).body.history ?? []

const triageEvents = async (service: TestService) =>
  (await service.call(listAudit, { query: { action: 'findings.triaged' } })).body.events

describe('triage in a file', () => {
  test.each([
    ['a state', ignored],
    ['a state that only the status tells', { status: 'ignored' }],
    ['a state in the words of the secrets listing', { status: 'FINDING_STATUS_IGNORED' }],
    ['a state with a time long ago', { ...ignored, triaged_at: '2020-01-01T00:00:00Z' }],
    ['only a note', { triage_comment: 'Nothing to see here.' }],
  ])('counts for nothing from a token without the scope: %s', async (_, triage) => {
    const service = await started()
    const ci = await service.mint({ role: 'ci', person: null, name: 'pipeline' })
    const { body } = await upload(service, fileOf(answered('a', triage), answered('b')), {}, { token: ci })
    expect(body.report).toMatchObject({ new: 2, left_out: [{ reason: lacksScope, count: 1 }] })
    const finding = (await standing(service)).get('a')
    expect(finding).toMatchObject({
      status: 'open',
      triage_state: 'untriaged',
      triage_reason: null,
      triage_comment: null,
      triaged_at: null,
    })
    expect(await historyOf(service, finding?.id ?? 0)).toMatchObject([{ what: 'found' }])
    expect(await triageEvents(service)).toEqual([])
  })

  test('is recorded with the person and the file from a token with the scope', async () => {
    const service = await started()
    const scopes = ['scans:write', 'findings:triage'] as const
    const token = await service.mint({ role: null, scopes, person: 'Ann Alyst' })
    const at = '2026-01-15T12:30:00.000Z'
    const findings = fileOf(
      answered('a', { ...ignored, triaged_at: at }),
      answered('b', { status: 'fixing' }),
      answered('c', { triage_comment: 'Looks odd.' }),
    )
    const { body } = await upload(service, findings, {}, { token })
    expect(body.report).toMatchObject({ new: 3, left_out: [] })
    const listed = await standing(service)
    expect(listed.get('a')).toMatchObject({
      status: 'ignored',
      triage_reason: 'false_positive',
      triage_comment: 'Not ours.',
      triaged_at: at,
    })
    const scan = { who: 'Ann Alyst', scan_id: body.id, file: expect.stringMatching(/^[0-9a-f]{64}$/) }
    const history = (id: string) => historyOf(service, listed.get(id)?.id ?? 0)
    expect(await history('a')).toMatchObject([
      { what: 'found' },
      { what: 'triaged', at, to: 'ignored', reason: 'false_positive', note: 'Not ours.', ...scan },
    ])
    expect(await history('b')).toMatchObject([{ what: 'found' }, { what: 'triaged', to: 'fixing', ...scan }])
    expect(await history('c')).toMatchObject([
      { what: 'found' },
      { what: 'noted', note: 'Looks odd.', ...scan },
    ])
    const mine = await service.call(getFinding, { path: { id: listed.get('a')?.id ?? 0 } })
    const { file } = mine.body.history?.at(-1) ?? {}
    const detail = { issue_type: 'sast', count: 1, scanId: body.id, file }
    expect(await triageEvents(service)).toMatchObject([
      { actor: 'Ann Alyst', target: 'acme/shop', detail: { ...detail, to: null, reason: null } },
      { actor: 'Ann Alyst', target: 'acme/shop', detail: { ...detail, to: 'fixing', reason: null } },
      {
        actor: 'Ann Alyst',
        target: 'acme/shop',
        detail: { ...detail, to: 'ignored', reason: 'false_positive' },
      },
    ])
  })

  test('ends when the file says so', async () => {
    const service = await started()
    const until = '2026-02-01T00:00:00.000Z'
    await upload(service, fileOf(answered('a', { ...ignored, ignored_until: until }), answered('b', ignored)))
    const listed = await standing(service)
    expect([listed.get('a')?.ignored_until, listed.get('b')?.ignored_until]).toEqual([until, undefined])
    const history = await historyOf(service, listed.get('a')?.id ?? 0)
    expect(history.at(-1)).toMatchObject({ what: 'triaged', to: 'ignored', ignored_until: until })
    service.clock.now = Date.parse(until)
    await reopenIgnored(service.services, true)
    expect((await standing(service)).get('a')?.status).toBe('open')
  })

  test('is left out where its time cannot be', async () => {
    const service = await started()
    const file = fileOf(
      answered('a', { ...ignored, triaged_at: '2020-01-01T00:00:00Z', created_at: '2019-01-01T00:00:00Z' }),
      answered('b', { ...ignored, triaged_at: '2026-01-15T14:00:00Z' }),
      answered('c', { ...ignored, triaged_at: '2026-01-15T12:00:00Z' }),
      // The clock of the other service runs ahead a little.
      answered('d', { ...ignored, triaged_at: '2026-01-15T13:01:00Z' }),
    )
    const { body } = await upload(service, file)
    expect(body.report.left_out).toEqual([
      { reason: beforeProject, count: 1 },
      { reason: inFuture, count: 1 },
    ])
    const listed = await standing(service)
    expect(['a', 'b', 'c', 'd'].map((id) => listed.get(id)?.triaged_at)).toEqual([
      null,
      null,
      '2026-01-15T12:00:00.000Z',
      '2026-01-15T13:00:00.000Z',
    ])
  })

  test('comes along with a project that the same file makes, as old as its findings', async () => {
    const service = await startTestService()
    const old = { created_at: '2024-02-01T00:00:00Z' }
    const file = fileOf(
      answered('a', { ...ignored, ...old, triaged_at: '2024-02-02T00:00:00Z' }),
      answered('b', { ...ignored, triaged_at: '2024-01-31T00:00:00Z' }),
    )
    const ci = await service.mint({ role: 'ci', person: null })
    await upload(service, file, { project: 'acme/pipeline' }, { token: ci })
    const later = fileOf(answered('c', { ...ignored, triaged_at: '2024-02-02T00:00:00Z' }))
    const query = { project: 'acme/pipeline', kind: 'diff' }
    expect((await upload(service, later, query)).body.report.left_out).toEqual([
      { reason: beforeProject, count: 1 },
    ])
    const { body } = await upload(service, file)
    expect(body.report.left_out).toEqual([{ reason: beforeProject, count: 1 }])
    const listed = await codeFindings(service, { repos: 'acme/shop', status: 'ignored' })
    expect(listed).toMatchObject([{ match_based_id: 'a', triaged_at: '2024-02-02T00:00:00.000Z' }])
  })

  test('of a finding that is already here changes nothing, and is listed where it says otherwise', async () => {
    const service = await started()
    await upload(service, fileOf(answered('a', ignored), answered('b'), answered('c', { status: 'fixing' })))
    const file = fileOf(
      answered('a', ignored),
      answered('b', { status: 'reviewing' }),
      answered('c', { ...ignored, triage_comment: 'No.' }),
    )
    const { body } = await upload(service, file, { commit: 'c0ffee' })
    expect(body.report).toMatchObject({ unchanged: 3, left_out: [{ reason: known, count: 2 }] })
    const ci = await service.mint({ role: 'ci', person: null })
    const again = await upload(service, file, { commit: 'c0ffee2' }, { token: ci })
    expect(again.body.report).toMatchObject({ left_out: [{ reason: lacksScope, count: 2 }] })
    const listed = await standing(service)
    expect(['a', 'b', 'c'].map((id) => listed.get(id)?.status)).toEqual(['ignored', 'open', 'fixing'])
  })

  test('stays with who sent it: in parts of one scan, and in a scan that somebody else accepts', async () => {
    const service = await started()
    const ci = await service.mint({ role: 'ci', person: null })
    const ann = await service.mint({ role: 'admin', person: 'Ann Alyst' })
    const part = (number: number) => ({ part: `${number}/2`, upload: 'upload-of-two' })
    await upload(service, fileOf(answered('a', ignored)), part(1), { token: ci })
    const { body } = await upload(service, fileOf(answered('b', ignored)), part(2), { token: ann })
    expect(body.report.left_out).toEqual([{ reason: lacksScope, count: 1 }])
    const listed = await standing(service)
    expect(['a', 'b'].map((id) => listed.get(id)?.status)).toEqual(['open', 'ignored'])

    const many = ['c', 'd', 'e', 'f', 'g', 'h'].map((id) => answered(id))
    await upload(service, fileOf(...many), { ref: 'other' })
    const hidden = fileOf(answered('x', ignored))
    const held = await upload(service, hidden, { ref: 'other' }, { token: ci })
    expect(held.body.hold).not.toBeNull()
    const accepted = await service.call(acceptScan, { path: { scanId: held.body.id }, token: ann })
    expect(accepted.body.report.left_out).toEqual([{ reason: lacksScope, count: 1 }])
    const own = await upload(service, fileOf(...many), { ref: 'third' })
    expect(own.status).toBe(201)
    const mine = await upload(service, fileOf(answered('y', ignored)), { ref: 'third' }, { token: ann })
    await service.call(acceptScan, { path: { scanId: mine.body.id } })
    const y = (await codeFindings(service, { ref: 'third', status: 'ignored' }))[0]
    expect(await historyOf(service, y?.id ?? 0)).toMatchObject([{}, { what: 'triaged', who: 'Ann Alyst' }])
  })

  test('never reaches the next real scan, whatever an answer of a pipeline holds', async () => {
    const service = await startTestService()
    const ci = await service.mint({ role: 'ci', person: null })
    const word = fc.constantFrom(
      'ignored',
      'Ignored',
      'FINDING_STATUS_IGNORED',
      'reviewing',
      'fixing',
      'reopened',
      'muted',
      'fixed',
      'removed',
      'open',
    )
    const time = fc.constantFrom('2020-01-01T00:00:00Z', '2026-01-15T12:00:00Z', '2030-01-01T00:00:00Z')
    const hostile = fc.record(
      {
        status: word,
        state: word,
        triage_state: word,
        triageState: word,
        triage_reason: fc.constantFrom('false_positive', 'acceptable_risk'),
        triage_comment: fc.constant('Approved by security.'),
        triaged_at: time,
        created_at: time,
      },
      { requiredKeys: [] },
    )
    let turn = 0
    await fc.assert(
      fc.asyncProperty(hostile, async (more) => {
        turn += 1
        const project = `acme/${turn}`
        const real = semgrep([result('xss', 'app.py', 'render(name)', 3)])
        await upload(service, real, { project: `${project}-guess` })
        const [guess] = await codeFindings(service, { repos: `${project}-guess` })
        const { match_based_id, rule_name } = guess ?? {}
        const file = fileOf({ ...answered('a', more), match_based_id, rule_name, location: guess?.location })
        await upload(service, file, { project, ref: 'main' }, { token: ci })
        await upload(service, file, { project, ref: 'feature', kind: 'diff' }, { token: ci })
        await upload(service, real, { project }, { token: ci })
        const { read } = service.services.database
        const rows = await read
          .selectFrom('finding')
          .innerJoin('project', 'project.id', 'finding.project_id')
          .select(['triage_state', 'triage_reason', 'triage_comment', 'triaged_at', 'triaged_by'])
          .where('project.name', '=', project)
          .execute()
        const untouched = { triage_state: 0, triage_reason: null, triage_comment: null, triaged_at: null }
        expect(rows).toEqual(rows.map(() => ({ ...untouched, triaged_by: null })))
        const matches = await codeFindings(service, { repos: project, rules: 'xss', status: 'open' })
        expect(matches.length).toBeGreaterThan(0)
      }),
      { numRuns: forced(15) },
    )
  })
})
