import { describe, expect, test } from 'vitest'
import { getFinding } from '#contract/operations/findings.ts'
import { patchFinding } from '#contract/operations/ticket.ts'
import { triage } from '#contract/operations/triage.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'
import { codeFindings, result, sample, semgrep, upload } from './testing/upload.ts'

const xss = result('xss', 'app.py', 'render(name)', 10)
const sqli = result('sqli', 'db/query.py', 'execute(text)', 20)
const ssrf = result('ssrf', 'net.py', 'fetch(url)', 30)

/** What stands of each rule: `status state`. */
async function standing(service: TestService, query: Record<string, string> = {}) {
  const findings = await codeFindings(service, query)
  return Object.fromEntries(findings.map((each) => [each.rule_name, `${each.status} ${each.state}`]))
}

const named = async (service: TestService, rule: string, query: Record<string, string> = {}) => {
  const finding = (await codeFindings(service, query)).find((each) => each.rule_name === rule)
  if (!finding) throw new Error(`no finding of ${rule}`)
  return finding
}

const detail = async (service: TestService, id: number) =>
  (await service.call(getFinding, { path: { id } })).body

const decide = (service: TestService, id: number, state: string) =>
  service.call(triage, { body: { issue_type: 'sast', issue_ids: [id], new_triage_state: state } })

describe('a full scan', () => {
  test('fixes what its source no longer reports on the ref', async () => {
    const service = await startTestService()
    await upload(service, semgrep([xss, sqli]))
    const before = await named(service, 'sqli')
    service.clock.now += 60_000
    const { body } = await upload(service, semgrep([xss]))
    expect(body.report).toMatchObject({ read: 1, new: 0, fixed: 1, unchanged: 1, reopened: 0 })
    expect(await standing(service)).toEqual({ xss: 'open unresolved', sqli: 'fixed fixed' })
    const after = await named(service, 'sqli')
    expect(after.relevant_since).toBe(before.relevant_since)
    expect(after.state_updated_at).toBe(new Date(service.clock.now).toISOString())
    const { history } = await detail(service, after.id)
    expect(history.map((line) => [line.what, line.from, line.to, line.scan_id])).toContainEqual([
      'fixed',
      'unresolved',
      'fixed',
      body.id,
    ])
  })

  test('removes where it did not look, and leaves what it failed on or skipped', async () => {
    const service = await startTestService()
    const [big, broken] = [result('big', 'big.py', 'a()'), result('broken', 'broken.py', 'b()')]
    const all = [xss, sqli, ssrf, big, broken]
    const scanned = ['app.py', 'db/query.py', 'net.py', 'big.py', 'broken.py']
    await upload(service, semgrep(all, { scanned }))
    const gone = await named(service, 'ssrf')
    const { body } = await upload(
      service,
      semgrep([xss], {
        scanned: ['app.py', 'db/query.py', 'broken.py'],
        skipped: ['big.py'],
        failed: ['broken.py'],
      }),
    )
    expect(body.report).toMatchObject({ fixed: 1, unchanged: 1 })
    expect(await standing(service)).toEqual({
      xss: 'open unresolved',
      sqli: 'fixed fixed',
      big: 'open unresolved',
      broken: 'open unresolved',
    })
    const link = await detail(service, gone.id)
    expect(link.state).toBe('removed')
    expect(link.history.map((line) => line.what)).toContain('removed')

    await upload(service, semgrep(all, { scanned }))
    expect(await standing(service)).toMatchObject({ ssrf: 'open unresolved' })
  })

  test('leaves alone what another source, another ref or another project reported', async () => {
    const service = await startTestService()
    await upload(service, semgrep([xss]))
    await upload(service, semgrep([sqli]), { category: 'nightly' })
    await upload(service, semgrep([ssrf]), { ref: 'develop' })
    await upload(service, semgrep([xss]), { project: 'acme/api' })
    expect((await codeFindings(service)).map((each) => each.state)).toEqual(Array(4).fill('unresolved'))
    await upload(service, semgrep([]), { category: 'nightly' })
    expect(await standing(service, { repos: 'acme/shop' })).toEqual({
      xss: 'open unresolved',
      sqli: 'fixed fixed',
      ssrf: 'open unresolved',
    })
  })

  test('that did not finish fixes nothing', async () => {
    const service = await startTestService()
    const run = (results: unknown[], executionSuccessful: boolean) => ({
      version: '2.1.0',
      runs: [{ tool: { driver: { name: 'Tool' } }, invocations: [{ executionSuccessful }], results }],
    })
    const one = {
      ruleId: 'r',
      message: { text: 'Found.' },
      locations: [{ physicalLocation: { artifactLocation: { uri: 'a.c' }, region: { startLine: 3 } } }],
    }
    await upload(service, run([one], true))
    expect((await upload(service, run([], false))).body.report.fixed).toBe(0)
    expect((await upload(service, run([], true))).body.report.fixed).toBe(1)
  })
})

describe('a diff scan', () => {
  test('never fixes what it did not look at', async () => {
    const service = await startTestService()
    await upload(service, semgrep([xss, sqli]))
    const unlisted = await upload(service, semgrep([ssrf]), { kind: 'diff' })
    expect(unlisted.body.report).toMatchObject({ new: 1, fixed: 0 })
    const listed = await upload(service, semgrep([], { scanned: ['app.py'] }), { kind: 'diff' })
    expect(listed.body.report).toMatchObject({ new: 0, fixed: 1 })
    expect(await standing(service)).toEqual({
      xss: 'fixed fixed',
      sqli: 'open unresolved',
      ssrf: 'open unresolved',
    })
  })
})

describe('a finding that is reported again', () => {
  test('comes back as open, dated from that scan', async () => {
    const service = await startTestService()
    await upload(service, semgrep([xss]))
    const { id, created_at } = await named(service, 'xss')
    await upload(service, semgrep([]))
    service.clock.now += 3600_000
    const { body } = await upload(service, semgrep([xss]))
    expect(body.report).toMatchObject({ new: 0, unchanged: 0, reopened: 1 })
    const back = await named(service, 'xss', { include: 'marks' })
    expect(back).toMatchObject({
      id,
      status: 'open',
      state: 'unresolved',
      created_at,
      relevant_since: new Date(service.clock.now).toISOString(),
      marks: { reappeared: 1 },
    })
    const { history } = await detail(service, id)
    expect(history.map((line) => line.what)).toEqual(expect.arrayContaining(['found', 'fixed', 'reappeared']))
  })

  test.each([
    ['ignored', 'ignored', 'ignored'],
    ['reviewing', 'reopened', 'open'],
    ['fixing', 'reopened', 'open'],
  ])('was %s, and is then %s', async (decided, then, status) => {
    const service = await startTestService()
    await upload(service, semgrep([xss]))
    const { id } = await named(service, 'xss')
    await decide(service, id, decided)
    await upload(service, semgrep([]))
    expect((await named(service, 'xss')).status).toBe('fixed')
    await upload(service, semgrep([xss]))
    expect(await named(service, 'xss')).toMatchObject({ triage_state: then, status, state: 'unresolved' })
  })
})

test('what the scanner itself suppresses is muted, and no longer once it stops', async () => {
  const service = await startTestService()
  await upload(service, sample('suppression_test.sarif'))
  const states = (await codeFindings(service)).map((each) => `${each.status} ${each.state}`)
  expect(states).toContain('ignored muted')
  expect(states).toContain('open unresolved')

  const muted = { ...xss, extra: { ...xss.extra, is_ignored: true } }
  await upload(service, semgrep([muted]))
  expect((await standing(service))['xss']).toBe('ignored muted')
  await upload(service, semgrep([xss]))
  expect((await standing(service))['xss']).toBe('open unresolved')
  await upload(service, semgrep([muted]))
  const { history } = await detail(service, (await named(service, 'xss')).id)
  const told = history.map((line) => line.what)
  expect(told.filter((what) => what === 'muted')).toHaveLength(2)
  expect(told).toContain('unmuted')
})

test('a finding stays the same when it moves, and takes its new place', async () => {
  const service = await startTestService()
  await upload(service, semgrep([xss, sqli]))
  const before = await named(service, 'xss')
  await upload(service, semgrep([sqli, result('xss', 'app.py', 'render(name)', 15)]))
  const after = await named(service, 'xss')
  expect(after).toEqual({
    ...before,
    location: { ...before.location, line: 15, endLine: 15 },
  })
})

test('the finding of the three reports moves, then has another fingerprint', async () => {
  const service = await startTestService()
  const send = async (name: string) => (await upload(service, sample(name))).body.report
  expect(await send('close_old_findings_report_line31.json')).toMatchObject({ new: 1, fixed: 0 })
  const [first] = await codeFindings(service)
  expect(await send('close_old_findings_report_second_run_line24.json')).toMatchObject({
    new: 0,
    fixed: 0,
    unchanged: 1,
  })
  expect(await codeFindings(service)).toMatchObject([{ id: first?.id, location: { line: 24 } }])
  expect(await send('close_old_findings_report_third_run_different_unique_id.json')).toMatchObject({
    new: 0,
    fixed: 0,
    unchanged: 1,
    moved: 1,
  })
  expect(await codeFindings(service)).toMatchObject([{ id: first?.id, location: { line: 24 } }])
})

test('a line inserted above and results in another order change no finding', async () => {
  const service = await startTestService()
  await upload(service, sample('semgrep_version_1_30_0_line_26.json'))
  const before = await codeFindings(service)
  const file = JSON.parse(sample('semgrep_version_1_30_0_line_26.json').toString())
  file.results.reverse()
  const { body } = await upload(service, file)
  expect(body.report).toMatchObject({ new: 0, fixed: 0, unchanged: 5 })
  expect(await codeFindings(service)).toEqual(before)
  for (const each of file.results) {
    each.start.line += 1
    each.end.line += 1
  }
  expect((await upload(service, file)).body.report).toMatchObject({ new: 0, fixed: 0, unchanged: 5 })
  expect((await codeFindings(service)).map((each) => each.id)).toEqual(before.map((each) => each.id))
})

describe('a moved file', () => {
  const inFile = (path: string, line = 10) => ({
    ...xss,
    path,
    start: { line, col: 1 },
    end: { line, col: 13 },
  })
  const ignoring = async (service: TestService, id: number) =>
    service.call(triage, {
      body: {
        issue_type: 'sast',
        issue_ids: [id],
        new_triage_state: 'ignored',
        new_triage_reason: 'false_positive',
        new_note: 'The name is escaped.',
      },
    })

  test.each([
    ['with a list of files', ['db/query.py', 'web/app.py']],
    ['without one', undefined],
  ])('keeps the decision where rule and code are the same, in a scan %s', async (_, scanned) => {
    const service = await startTestService()
    await upload(service, semgrep([xss, sqli]))
    const before = await named(service, 'xss')
    await ignoring(service, before.id)
    const { body } = await upload(
      service,
      semgrep([inFile('web/app.py', 40), sqli], scanned ? { scanned } : {}),
    )
    expect(body.report).toMatchObject({ new: 0, unchanged: 2, moved: 1 })
    const [after] = await codeFindings(service, { path: 'web/app.py' })
    expect(after).toMatchObject({
      id: before.id,
      status: 'ignored',
      triage_state: 'ignored',
      triage_reason: 'false_positive',
      triage_comment: 'The name is escaped.',
    })
    expect((await detail(service, before.id)).history).toContainEqual(
      expect.objectContaining({ what: 'matched', from: 'app.py:10', to: 'web/app.py:40', reason: 'renamed' }),
    )
  })

  test('keeps that somebody is at work on it, and its ticket', async () => {
    const service = await startTestService()
    await upload(service, semgrep([xss]))
    const { id } = await named(service, 'xss')
    await decide(service, id, 'fixing')
    const ticket = { externalSlug: 'SEC-7', url: 'https://tracker.example/SEC-7' }
    await service.call(patchFinding, { path: { id }, body: { external_ticket: ticket } })
    await upload(service, semgrep([inFile('web/app.py')]))
    const [after] = await codeFindings(service, { path: 'web/app.py' })
    expect(after).toMatchObject({ triage_state: 'fixing', external_ticket: ticket })
  })

  test('tells alike findings apart by their lines', async () => {
    const service = await startTestService()
    await upload(service, semgrep([inFile('app.py', 10), inFile('app.py', 20)]))
    const second = (await codeFindings(service)).find(({ location }) => location?.line === 20)
    await decide(service, second?.id ?? 0, 'ignored')
    await upload(service, semgrep([inFile('web/app.py', 12), inFile('web/app.py', 22)]))
    const after = await codeFindings(service, { path: 'web/app.py' })
    expect(Object.fromEntries(after.map(({ location, status }) => [location?.line, status]))).toEqual({
      12: 'open',
      22: 'ignored',
    })
  })

  test.each([
    ['the code is another', [{ ...inFile('web/app.py'), extra: result('xss', '', 'render(other)').extra }]],
    ['there are two copies of it', [inFile('web/app.py'), inFile('api/app.py')]],
  ])('is a new finding where %s', async (_, results) => {
    const service = await startTestService()
    await upload(service, semgrep([xss]))
    await ignoring(service, (await named(service, 'xss')).id)
    await upload(service, semgrep(results))
    const moved = (await codeFindings(service)).filter(({ status }) => status !== 'fixed')
    expect(moved.map(({ status }) => status)).toEqual(results.map(() => 'open'))
  })
})

describe('a fingerprint on a new ref', () => {
  test.each(['full', 'diff'])('inherits its triage, in a %s scan', async (kind) => {
    const service = await startTestService()
    await upload(service, semgrep([xss, sqli]))
    const source = await named(service, 'xss')
    await service.call(triage, {
      body: {
        issue_type: 'sast',
        issue_ids: [source.id],
        new_triage_state: 'ignored',
        new_triage_reason: 'false_positive',
        new_note: 'The name is escaped.',
      },
    })
    await decide(service, (await named(service, 'sqli')).id, 'reviewing')
    await upload(service, semgrep([xss, sqli]), { ref: 'refs/pull/7/merge', kind })
    const query = { ref: 'refs/pull/7/merge' }
    expect(await standing(service, query)).toEqual({
      xss: 'ignored unresolved',
      sqli: 'reviewing unresolved',
    })
    const inherited = await named(service, 'xss', query)
    expect(inherited).toMatchObject({
      triage_reason: 'false_positive',
      triage_comment: 'The name is escaped.',
    })
    const { history } = await detail(service, inherited.id)
    expect(history.find((line) => line.what === 'inherited')).toMatchObject({
      to: 'ignored',
      reason: 'false_positive',
      ref: 'refs/heads/main',
    })
  })

  test('does not inherit from another project', async () => {
    const service = await startTestService()
    await upload(service, semgrep([xss]))
    await decide(service, (await named(service, 'xss')).id, 'ignored')
    await upload(service, semgrep([xss]), { project: 'acme/api' })
    expect(await standing(service, { repos: 'acme/api' })).toEqual({ xss: 'open unresolved' })
  })
})

test('a decision taken over by a scan is not undone with it', async () => {
  const service = await startTestService()
  await upload(service, semgrep([xss]))
  const { id } = await named(service, 'xss')
  const { body } = await decide(service, id, 'fixing')
  await upload(service, semgrep([]))
  await upload(service, semgrep([xss]))
  const undone = await service.send(
    'POST',
    `/api/v1/deployments/main/triage/changes/${body.change_id}/undo`,
    { body: {} },
  )
  expect(undone.body).toMatchObject({ num_undone: 0, skipped: [{ id }] })
  expect((await named(service, 'xss')).triage_state).toBe('reopened')
})

test('a scanner that explains more than before changes the finding, not who it is', async () => {
  const service = await startTestService()
  await upload(service, semgrep([xss]))
  const before = await named(service, 'xss')
  const told = { ...xss, extra: { ...xss.extra, severity: 'WARNING', message: 'Names reach the page.' } }
  await upload(service, semgrep([told]))
  expect(await named(service, 'xss')).toMatchObject({
    id: before.id,
    severity: 'medium',
    rule_message: 'Names reach the page.',
    relevant_since: before.relevant_since,
  })
})
