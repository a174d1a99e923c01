import { describe, expect, test } from 'vitest'
import { getFinding } from '#contract/operations/findings.ts'
import { evaluateGate, getGate, getScanGate, listGateVerdicts } from '#contract/operations/gate.ts'
import { resolveMatch } from '#contract/operations/matches.ts'
import { overview } from '#contract/operations/overview.ts'
import { listPolicies, policyImpact, setRuleModes } from '#contract/operations/policies.ts'
import { patchProject } from '#contract/operations/projects.ts'
import { searchScans } from '#contract/operations/scans.ts'
import { triage } from '#contract/operations/triage.ts'
import { wholeRef } from '#lib/text/ref-label.ts'
import { sarif } from '#server/scans/rescan/testing/hand-written.ts'
import { codeFindings, result, semgrep, upload } from '#server/scans/testing/upload.ts'
import { rowsOf } from '#server/testing/rows.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'

const xss = result('xss', 'app.py', 'render(name)', 10)
const sqli = result('sqli', 'db/query.py', 'execute(text)', 20)
const ssrf = result('ssrf', 'net.py', 'fetch(url)', 30)

const head = 'c0ffee'
const change = { ref: 'refs/pull/7/merge', commit: head }
const shop = { projectName: 'acme/shop' }

/** A project whose main branch has one finding of `xss`; findings of `xss` and `sqli` block, of `ssrf` comment. */
async function started() {
  const service = await startTestService()
  await upload(service, semgrep([xss]), { ref: 'main', commit: 'ba5e' })
  await upload(service, semgrep([xss, sqli, ssrf]), { ref: 'other' })
  await setModes(service, { xss: 'MODE_BLOCK', sqli: 'MODE_BLOCK', ssrf: 'MODE_COMMENT' })
  service.clock.now += 60_000
  return service
}

async function setModes(service: TestService, modes: Record<string, string>) {
  const { policies } = (await service.call(listPolicies)).body
  const [code] = policies
  const changes = Object.entries(modes).map(([rulePath, policyMode]) => ({ rulePath, policyMode }))
  const { status } = await service.call(setRuleModes, {
    path: { policyId: code?.id ?? '' },
    body: { changes },
  })
  expect(status).toBe(200)
}

const gate = async (service: TestService, query: Record<string, string> = {}) => {
  const { status, body } = await service.call(getGate, { path: shop, query: { commit: head, ...query } })
  expect(status).toBe(200)
  return body
}

const counted = (body: Awaited<ReturnType<typeof gate>>) =>
  body.findings.map(({ rule_name, effect, cause }) => `${rule_name} ${effect} ${cause}`)

const codes = (body: Awaited<ReturnType<typeof gate>>) => body.reasons.map(({ code }) => code)

describe('the verdict on a commit', () => {
  test('says that the project was never scanned, with and without a commit', async () => {
    const service = await startTestService()
    const { services, deployment, clock } = service
    await rowsOf(services.database, deployment.id, clock.now).project({ name: 'acme/shop' })
    const asked = await gate(service)
    expect(asked).toMatchObject({ verdict: 'none', reasons: [{ code: 'no_scan' }] })
    expect(asked.reasons[0]?.message).toMatch('The project was never scanned.')
    const { body } = await service.call(getGate, { path: shop })
    expect(body.reasons).toMatchObject([{ code: 'no_commit' }])
    expect(body.reasons[0]?.message).toMatch('The project was never scanned.')
    // Another commit of a project with scans is another matter.
    await upload(service, semgrep([xss]), { ref: 'main', commit: 'ba5e' })
    expect((await gate(service)).reasons[0]?.message).not.toMatch('never scanned')
  })

  test('passes with what the base has', async () => {
    const service = await started()
    await upload(service, semgrep([xss]), change)
    const body = await gate(service)
    expect(body).toMatchObject({
      verdict: 'pass',
      project: 'acme/shop',
      commit: head,
      ref: 'refs/pull/7/merge',
      pull_request: '7',
      base_ref: 'refs/heads/main',
      reasons: [],
      findings: [],
      counts: { block: 0, comment: 0, inform: 0 },
      current: true,
    })
    expect(body.sources).toEqual([
      expect.objectContaining({ tool: 'Semgrep', base: expect.objectContaining({ commit: 'ba5e' }) }),
    ])
  })

  test('fails with a new finding of a rule that blocks, and says which one and why', async () => {
    const service = await started()
    await upload(service, semgrep([xss, sqli, ssrf]), change)
    const body = await gate(service)
    expect(body).toMatchObject({ verdict: 'fail', counts: { block: 1, comment: 1, inform: 0 } })
    expect(body.findings[0]).toMatchObject({
      rule_name: 'sqli',
      path: 'db/query.py',
      line: 20,
      mode: 'MODE_BLOCK',
      effect: 'block',
      cause: 'new',
      url: expect.stringMatching(/\/d\/main\/findings\/code\/\d+$/),
    })
    expect(counted(body)).toEqual(['sqli block new', 'ssrf comment new'])
  })

  test('passes by exception once what would block is ignored, and the overview counts and lists that', async () => {
    const service = await started()
    await upload(service, semgrep([xss, sqli, ssrf]), { ...change, pull_request_id: '7' })
    expect(await gate(service)).toMatchObject({ verdict: 'fail', counts: { block: 1 } })
    const counts = async () => {
      const { gate: verdicts } = (await service.call(overview, { query: 'period=30d' })).body
      const listed = async (verdict: 'pass' | 'excepted' | 'fail') => {
        const gate = { verdict, since: new Date(0).toISOString() }
        return (await service.call(searchScans, { body: { gate } })).body.scans.length
      }
      expect([verdicts.pass, verdicts.excepted, verdicts.fail]).toEqual([
        await listed('pass'),
        await listed('excepted'),
        await listed('fail'),
      ])
      return verdicts
    }
    expect(await counts()).toEqual({ fail: 1, pass: 0, none: 0, excepted: 0 })
    const ignore = async (rule: string) => {
      const found = (await codeFindings(service, { ref: change.ref })).find((one) => one.rule_name === rule)
      const body = { issue_type: 'sast', issue_ids: [found?.id], new_triage_state: 'ignored' }
      await service.call(triage, { body })
      service.clock.now += 1000
    }
    // One that only comments is no exception.
    await ignore('ssrf')
    expect((await gate(service)).excepted).toBeUndefined()
    await ignore('sqli')
    expect(await gate(service)).toMatchObject({ verdict: 'pass', excepted: 1 })
    expect(await counts()).toEqual({ fail: 0, pass: 1, none: 0, excepted: 1 })
    const { last_run: run } = (await service.call(listGateVerdicts, { path: shop })).body
    expect(run?.verdict).toBe('pass')
    await setModes(service, { sqli: 'MODE_COMMENT' })
    expect((await gate(service)).excepted).toBeUndefined()
    expect(await counts()).toEqual({ fail: 0, pass: 1, none: 0, excepted: 0 })
  })

  test('lists what is severe first', async () => {
    const service = await started()
    const mild = { ...sqli, extra: { ...sqli.extra, severity: 'INFO' } }
    const severe = result('sqli', 'z.py', 'execute(other)')
    await upload(service, semgrep([xss, mild, severe]), change)
    const { findings } = await gate(service)
    expect(findings.map(({ severity, path }) => `${severity} ${path}`)).toEqual([
      'high z.py',
      'low db/query.py',
    ])
  })

  test('changes with the modes and decisions of now, and each change is kept', async () => {
    const service = await started()
    await upload(service, semgrep([xss, sqli]), change)
    expect((await gate(service)).verdict).toBe('fail')
    expect((await gate(service)).verdict).toBe('fail')
    const found = (await codeFindings(service, { ref: change.ref })).find((each) => each.rule_name === 'sqli')
    const decide = (state: string) =>
      service.call(triage, {
        body: { issue_type: 'sast', issue_ids: [found?.id], new_triage_state: state },
      })
    await decide('reviewing')
    expect((await gate(service)).verdict).toBe('fail')
    await decide('ignored')
    expect((await gate(service)).verdict).toBe('pass')
    const until = new Date(service.clock.now + 60_000).toISOString()
    await service.call(triage, {
      body: {
        issue_type: 'sast',
        issue_ids: [found?.id ?? 0],
        new_triage_state: 'ignored',
        new_ignored_until: until,
      },
    })
    expect((await gate(service)).verdict).toBe('pass')
    service.clock.now += 60_000
    expect((await gate(service)).verdict).toBe('fail')
    await decide('ignored')
    expect(await gate(service)).toMatchObject({ verdict: 'pass', findings: [] })
    await setModes(service, { xss: 'MODE_MONITOR' })
    expect((await gate(service)).verdict).toBe('pass')
    const { body, headers } = await service.call(listGateVerdicts, { path: shop, query: { commit: head } })
    expect(body.verdicts.map(({ verdict }) => verdict)).toEqual(['pass', 'fail', 'pass', 'fail'])
    expect(headers['x-total-count']).toBe('4')
  })

  test('the last run is the newest scan with a commit, and its newest verdict', async () => {
    const service = await startTestService()
    await upload(service, semgrep([xss]))
    const lastRun = async () =>
      (await service.call(listGateVerdicts, { path: shop, query: { commit: 'other' } })).body.last_run
    expect(await lastRun()).toBeNull()
    service.clock.now += 60_000
    const { body: scan } = await upload(service, semgrep([xss]), change)
    const run = { scan_id: scan.id, commit: head, ref: wholeRef(change.ref), verdict: null }
    expect(await lastRun()).toMatchObject(run)
    service.clock.now += 60_000
    await upload(service, semgrep([xss]))
    await gate(service)
    expect(await lastRun()).toMatchObject({ ...run, verdict: 'pass' })
  })

  test('tells subscribers when a verdict is stored, and not when it says the same', async () => {
    const service = await started()
    await upload(service, semgrep([xss, sqli]), change)
    const events: string[] = []
    service.services.onChange((made) => events.push(...made.events.map(({ event }) => event)))
    await gate(service)
    expect(events).toEqual(['gate.evaluated'])
    await gate(service)
    expect(events).toEqual(['gate.evaluated'])
  })

  test('counts on the primary branch what was fixed before and comes back', async () => {
    const service = await started()
    await upload(service, semgrep([]), { ref: 'main', commit: 'f1x', accept_empty: 'true' })
    service.clock.now += 60_000
    await upload(service, semgrep([xss]), { ref: 'main', commit: head })
    expect(counted(await gate(service))).toEqual(['xss block returned'])
  })

  test('counts what was fixed in the base and comes back', async () => {
    const service = await started()
    await upload(service, semgrep([]), { ref: 'main', commit: 'f1x', accept_empty: 'true' })
    await upload(service, semgrep([xss]), change)
    expect(counted(await gate(service))).toEqual(['xss block returned'])
  })

  test('counts of equal matches only those beyond the number of the base', async () => {
    const service = await started()
    const twin = (line: number) => ({ ...xss, start: { line, col: 1 }, end: { line, col: 13 } })
    await upload(service, semgrep([twin(3), twin(50), twin(80)]), change)
    expect(await gate(service)).toMatchObject({ verdict: 'fail', counts: { block: 2 } })
  })

  test.each([
    ['a change', change],
    ['the primary branch', { ref: 'main', commit: head }],
  ])('counts on %s of uncertain matches only those beyond the number of the base', async (_, place) => {
    const service = await startTestService()
    // Without code or fingerprint, which of them is which cannot be told once they move apart.
    const at = (...lines: number[]) => sarif(lines.map((line) => ({ rule: 'xss', path: 'app.py', line })))
    await upload(service, at(10, 40), { ref: 'main', commit: 'ba5e' })
    await setModes(service, { xss: 'MODE_BLOCK' })
    // What was decided makes matches uncertain that may be the same.
    const decided = (await codeFindings(service)).map(({ id }) => id)
    const body = { issue_type: 'sast', issue_ids: decided, new_triage_state: 'ignored' } as const
    await service.call(triage, { body: { ...body, new_triage_reason: 'false_positive' } })
    service.clock.now += 60_000
    await upload(service, at(200, 310, 530), place)
    const rows = await codeFindings(service, { include: 'marks', 'ref[]': wholeRef(place.ref) })
    const uncertain = rows.filter(({ state, marks }) => state === 'unresolved' && marks?.uncertain)
    expect(uncertain.length).toBeGreaterThan(1)
    expect(await gate(service)).toMatchObject({ verdict: 'fail', counts: { block: 1 } })
    service.clock.now += 60_000
    await upload(service, at(205, 315), { ...place, commit: 'cafe' })
    expect(await gate(service, { commit: 'cafe' })).toMatchObject({ verdict: 'pass', counts: { block: 0 } })
  })

  test('counts what somebody said is not the finding that is ignored on the base', async () => {
    const service = await startTestService()
    const at = (...lines: number[]) => sarif(lines.map((line) => ({ rule: 'xss', path: 'app.py', line })))
    await upload(service, at(10), { ref: 'main', commit: 'ba5e' })
    await setModes(service, { xss: 'MODE_BLOCK' })
    const [decided] = await codeFindings(service)
    const body = { issue_type: 'sast', issue_ids: [decided?.id ?? 0], new_triage_state: 'ignored' } as const
    await service.call(triage, { body: { ...body, new_triage_reason: 'false_positive' } })
    service.clock.now += 60_000
    await upload(service, at(200, 310), change)
    for (const { id } of await codeFindings(service, { 'ref[]': change.ref })) {
      const { matches } = (await service.call(getFinding, { path: { id } })).body
      for (const { id: matchId, kind, state } of matches)
        if (kind === 'candidate' && state === 'open')
          await service.call(resolveMatch, { path: { id, matchId }, body: { same: false } })
    }
    expect(await gate(service)).toMatchObject({ verdict: 'fail', counts: { block: 2 } })
  })

  test('counts a suppression that the base does not have', async () => {
    const service = await started()
    await upload(service, semgrep([{ ...xss, extra: { ...xss.extra, is_ignored: true } }]), change)
    expect(counted(await gate(service))).toEqual(['xss block suppressed_in_change'])
  })

  test('does not block for a rule that the base scan did not know, in a file that the change leaves alone', async () => {
    const service = await started()
    await upload(service, semgrep([xss, result('fresh', 'app.py', 'old()', 90)]), change)
    await setModes(service, { fresh: 'MODE_BLOCK' })
    expect(counted(await gate(service))).toEqual(['fresh block new'])
    const evaluate = async (changed_files: string[]) => {
      const body = { commit: head, changed_files }
      return (await service.call(evaluateGate, { path: shop, body })).body
    }
    expect(counted(await evaluate(['net.py']))).toEqual(['fresh inform newly_detected'])
    expect((await evaluate(['net.py'])).verdict).toBe('pass')
    expect(counted(await evaluate(['app.py']))).toEqual(['fresh block new'])
    await evaluate(['net.py'])
    expect(counted(await gate(service))).toEqual(['fresh inform newly_detected'])
    service.clock.now += 60_000
    await upload(service, semgrep([xss]), { ref: 'main', commit: 'ba5e2' })
    expect(counted(await gate(service))).toEqual(['fresh block new'])
  })

  test('is not stored by a dry run', async () => {
    const service = await started()
    await upload(service, semgrep([xss, sqli]), change)
    const body = { commit: head, dry_run: true }
    const dry = await service.call(evaluateGate, { path: shop, body })
    expect(dry.body).toMatchObject({ id: null, verdict: 'fail', current: true })
    expect((await service.call(listGateVerdicts, { path: shop })).body.verdicts).toEqual([])
  })
})

describe('without a verdict', () => {
  test('no scan of the commit has arrived', async () => {
    const service = await started()
    expect(await gate(service, { commit: 'dead' })).toMatchObject({ id: null, verdict: 'none' })
    expect(codes(await gate(service, { commit: 'dead' }))).toEqual(['other_commit'])
    const { body } = await service.call(listGateVerdicts, { path: shop })
    expect(body.verdicts).toEqual([])
  })

  test('no scan names a commit', async () => {
    const service = await startTestService()
    const { body: scan } = await upload(service, semgrep([xss]))
    const { body } = await service.call(getScanGate, { path: { scanId: scan.id } })
    expect(body).toMatchObject({ id: null, verdict: 'none', commit: null, reasons: [{ code: 'no_commit' }] })
  })

  test('without a commit, the newest one of the ref is meant', async () => {
    const service = await started()
    await upload(service, semgrep([xss]), change)
    const { body } = await service.call(getGate, { path: shop, query: { ref: change.ref } })
    expect(body).toMatchObject({ verdict: 'pass', commit: head })
  })

  test('a scan that is held keeps the commit from passing', async () => {
    const service = await started()
    const many = Array.from({ length: 6 }, (_, at) => result('ssrf', `src/${at}.py`, `fetch(a${at})`))
    await upload(service, semgrep(many), { ...change, commit: 'first' })
    service.clock.now += 60_000
    await upload(service, semgrep([]), change)
    expect(await gate(service)).toMatchObject({ verdict: 'none' })
    expect(codes(await gate(service))).toEqual(['held'])
  })

  test('nothing blocks without a baseline, unless it is strict', async () => {
    const service = await startTestService()
    await upload(service, semgrep([xss]), change)
    await setModes(service, { xss: 'MODE_BLOCK' })
    const body = await gate(service)
    expect(body).toMatchObject({ verdict: 'pass', findings: [] })
    expect(codes(body)).toEqual(['no_baseline'])
    const strict = await gate(service, { strict: 'true' })
    expect(strict).toMatchObject({ verdict: 'fail', counts: { block: 1 } })
  })

  test('another base informs, and does not pass', async () => {
    const service = await started()
    await upload(service, semgrep([xss, sqli]), change)
    const { id } = await gate(service)
    const body = await gate(service, { base: 'other' })
    expect(body).toMatchObject({ id: null, verdict: 'none', base_ref: 'refs/heads/other', findings: [] })
    expect(codes(body)).toEqual(['base_not_protected'])
    expect(await gate(service, { base: 'gone' })).toMatchObject({ id: null, verdict: 'none' })
    const { body: stored } = await service.call(listGateVerdicts, { path: shop })
    expect(stored.verdicts.map((verdict) => verdict.id)).toEqual([id])
  })

  test('another comparison does not replace the stored verdict', async () => {
    const service = await started()
    const body = { gate: { protected_refs: ['other'] } }
    await service.call(patchProject, { path: shop, body })
    await upload(service, semgrep([xss, sqli]), change)
    const { id } = await gate(service)
    expect((await gate(service, { base: 'other' })).verdict).toBe('pass')
    service.clock.now += 60_000
    await upload(service, semgrep([xss]), { ...change, commit: 'next' })
    expect(await gate(service)).toMatchObject({ id, verdict: 'fail', current: false })
    expect(await gate(service, { base: 'other' })).toMatchObject({ verdict: 'pass', current: false })
  })

  test('parts of a scan are waited for until they expire', async () => {
    const service = await started()
    await upload(service, semgrep([xss]), { ...change, part: '1/2' })
    expect(codes(await gate(service))).toEqual(['importing'])
    service.clock.now += 3601_000
    expect(codes(await gate(service))).toEqual(['other_commit'])
  })

  test('a later scan of the ref replaced the findings: the stored verdict is the answer', async () => {
    const service = await started()
    await upload(service, semgrep([xss, sqli]), change)
    const { id } = await gate(service)
    service.clock.now += 60_000
    await upload(service, semgrep([xss]), { ...change, commit: 'next' })
    expect(await gate(service)).toMatchObject({ id, verdict: 'fail', current: false })
    expect(await gate(service, { commit: 'next' })).toMatchObject({ verdict: 'pass', current: true })
  })
})

describe('an upload that asks for the verdict', () => {
  test('has it in its response, and 409 with it where the commit fails', async () => {
    const service = await started()
    const passed = await upload(service, semgrep([xss]), { ...change, gate: 'fail' })
    expect(passed).toMatchObject({ status: 201, body: { gate: { verdict: 'pass' } } })
    const next = { ...change, commit: 'next' }
    const told = await upload(service, semgrep([xss, sqli]), { ...next, gate: 'true' })
    expect(told).toMatchObject({ status: 201, body: { gate: { verdict: 'fail' } } })
    const refused = await upload(service, semgrep([xss, sqli]), { ...next, gate: 'fail' })
    expect(refused).toMatchObject({
      status: 409,
      body: {
        detail: '1 finding blocks this commit.',
        gate: { counts: { block: 1 } },
        scan_id: told.body.id,
      },
    })
    const { status, text } = await upload(service, semgrep([]), { gate: 'true' })
    expect([status, text]).toEqual([400, expect.stringContaining('needs `commit`')])
  })
})

describe('what a project requires', () => {
  const settings = (service: TestService, gate: object) =>
    service.call(patchProject, { path: shop, body: { gate } })

  test('a commit waits for its required sources', async () => {
    const service = await started()
    const { body } = await settings(service, { required_sources: [{ tool: 'Trivy' }, { tool: 'semgrep' }] })
    expect(body.project.gate).toEqual({
      required_sources: [
        { tool: 'Trivy', category: null },
        { tool: 'semgrep', category: null },
      ],
      protected_refs: [],
      count_suppressed: true,
      failed_runs: 'none',
    })
    await upload(service, semgrep([xss]), change)
    expect(await gate(service)).toMatchObject({
      verdict: 'none',
      reasons: [{ code: 'waiting', message: 'Waiting for Trivy, which the project requires.' }],
    })
    await settings(service, { required_sources: [] })
    expect((await gate(service)).verdict).toBe('pass')
  })

  test('a protected ref is a base that may pass', async () => {
    const service = await started()
    await settings(service, { protected_refs: ['other'] })
    await upload(service, semgrep([xss, sqli]), change)
    expect((await gate(service, { base: 'other' })).verdict).toBe('pass')
    expect((await gate(service)).verdict).toBe('fail')
  })

  test('suppressions of the change do not count where the project says so', async () => {
    const service = await started()
    await settings(service, { count_suppressed: false })
    await upload(service, semgrep([{ ...xss, extra: { ...xss.extra, is_ignored: true } }]), change)
    expect((await gate(service)).verdict).toBe('pass')
  })

  test('a branch of a merge queue is compared with its target', async () => {
    const service = await started()
    await settings(service, { protected_refs: ['other'] })
    const queued = { commit: head, ref: 'refs/heads/gh-readonly-queue/other/pr-7-c0ffee' }
    await upload(service, semgrep([xss, sqli]), queued)
    expect(await gate(service)).toMatchObject({ verdict: 'pass', base_ref: 'refs/heads/other' })
  })
})

test('the impact of a mode counts what is new in the verdicts of pull requests', async () => {
  const service = await started()
  await upload(service, semgrep([xss, ssrf]), change)
  const { policies } = (await service.call(listPolicies)).body
  const blocked = async () => {
    const path = { policyId: policies[0]?.id ?? '' }
    const body = { rulePaths: ['ssrf'], policyMode: 'MODE_BLOCK' }
    return (await service.call(policyImpact, { path, body })).body.pullRequests.blocked
  }
  expect(await blocked()).toBe(1)
  await gate(service)
  expect(await blocked()).toBe(1)
  const found = (await codeFindings(service, { ref: change.ref })).find((each) => each.rule_name === 'ssrf')
  const decision = { issue_ids: [found?.id ?? 0], new_triage_state: 'ignored' as const }
  await service.call(triage, { body: { issue_type: 'sast', ...decision } })
  await gate(service)
  expect(await blocked()).toBe(0)
})

describe('who may ask', () => {
  test('a token that only sends scans reads verdicts, without code', async () => {
    const service = await started()
    const { body: scan } = await upload(service, semgrep([xss, sqli]), change)
    const token = await service.mint({ scopes: ['scans:write'] })
    const { status, body, text } = await service.call(getScanGate, { path: { scanId: scan.id }, token })
    expect(status).toBe(200)
    expect(body).toMatchObject({ verdict: 'fail', commit: head })
    expect(text).not.toContain('execute(text)')
    expect((await service.call(listGateVerdicts, { path: shop, token })).status).toBe(403)
  })

  test('an unknown project or scan is told', async () => {
    const service = await started()
    const unknown = { path: { projectName: 'acme/nothing' }, query: { commit: head } }
    expect((await service.call(getGate, unknown)).status).toBe(404)
    expect((await service.call(getScanGate, { path: { scanId: 4711 } })).status).toBe(404)
  })
})
