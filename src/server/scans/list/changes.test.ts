import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getFinding } from '#contract/operations/findings.ts'
import { resolveMatch } from '#contract/operations/matches.ts'
import { getScan, scanChangeKinds, scanChanges } from '#contract/operations/scans.ts'
import { retireSource } from '#contract/operations/sources.ts'
import { triage } from '#contract/operations/triage.ts'
import { runsOnEngine } from '#server/testing/database.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'
import { codeFindings, result, semgrep, upload } from '../testing/upload.ts'

type Kind = (typeof scanChangeKinds)[number]

const listOf = async (service: TestService, scanId: number, what: Kind, query: object = {}) =>
  service.call(scanChanges, { path: { scanId }, query: { what, page_size: 500, ...query } })

/** The numbers of a scan's report, and of its lists. */
async function numbersOf(service: TestService, scanId: number) {
  const { summary } = (await service.call(getScan, { path: { scanId }, query: { include: 'summary' } })).body
  const numbers: [Kind, number | undefined, number, number][] = []
  for (const what of scanChangeKinds) {
    const { headers, body } = await listOf(service, scanId, what)
    numbers.push([what, summary?.report?.[what], Number(headers['x-total-count']), body.changes.length])
  }
  return numbers
}

async function expectAgreement(service: TestService, scanId: number) {
  for (const [what, text, total, length] of await numbersOf(service, scanId))
    expect([what, total, length]).toEqual([what, text, text])
}

/** A result whose code identifies it, without a fingerprint. */
function coded(path: string, text: string, line: number) {
  const one = result('r', path, text, line)
  return { ...one, extra: { ...one.extra, fingerprint: 'requires login' } }
}

async function started() {
  const service = await startTestService()
  let commit = 0
  const send = async (file: unknown, query: Record<string, string> = {}) => {
    service.clock.now += 60_000
    return (await upload(service, file, { commit: String(++commit), ...query })).body
  }
  const decide = (ids: number[], state = 'ignored') =>
    service.call(triage, { body: { issue_type: 'sast', issue_ids: ids, new_triage_state: state } })
  return { service, send, decide }
}

describe('the changes of a scan', () => {
  it('name each finding with where it stands, and what became of it', async () => {
    const { service, send, decide } = await started()
    const first = await send(semgrep([coded('a.py', 'call(a, b)', 10), coded('b.py', 'other(c)', 3)]))
    const made = (await listOf(service, first.id, 'new')).body.changes
    expect(made).toMatchObject([
      {
        issue_type: 'sast',
        rule_name: 'r',
        severity: 'high',
        status: 'open',
        path: 'a.py',
        line: 10,
        from: null,
        to: null,
        basis: null,
      },
      { path: 'b.py', line: 3 },
    ])
    await decide([made[0]?.finding_id ?? 0])
    const second = await send(semgrep([coded('c.py', 'call(a, b)', 12)]))
    expect((await listOf(service, second.id, 'moved')).body.changes).toMatchObject([
      {
        finding_id: made[0]?.finding_id,
        status: 'ignored',
        path: 'c.py',
        from: 'a.py:10',
        to: 'c.py:12',
        basis: 'renamed',
      },
    ])
    expect((await listOf(service, second.id, 'fixed')).body.changes).toMatchObject([
      { finding_id: made[1]?.finding_id, state: 'fixed', from: 'unresolved', to: 'fixed' },
    ])
    const third = await send(semgrep([coded('b.py', 'other(c)', 3), coded('c.py', 'query(1, "x")', 12)]))
    expect((await listOf(service, third.id, 'reopened')).body.changes).toMatchObject([
      { finding_id: made[1]?.finding_id, from: 'fixed', to: 'unresolved' },
    ])
    expect((await listOf(service, third.id, 'uncertain')).body.changes).toMatchObject([
      { path: 'c.py', status: 'open' },
    ])
    for (const { id } of [first, second, third]) await expectAgreement(service, id)
  })

  it('come in pages, with the number of all and the pages beside it', async () => {
    const { service, send } = await started()
    const { id } = await send(semgrep([1, 2, 3].map((line) => result('r', `${line}.py`, `f${line}()`))))
    const page = await listOf(service, id, 'new', { page: 1, page_size: 2 })
    expect(page.body.changes.map(({ path }) => path)).toEqual(['3.py'])
    expect(page.headers['x-total-count']).toBe('3')
    expect(page.headers['link']).toContain('page=0')
    expect((await listOf(service, id, 'new', { page: 9 })).body.changes).toEqual([])
    expect((await service.call(scanChanges, { path: { scanId: id } })).status).toBe(400)
    expect((await listOf(service, id + 1, 'new')).status).toBe(404)
  })

  it('are those of its own source, where a file has several', async () => {
    const { service, send } = await started()
    const run = (tool: string, ...paths: string[]) => ({
      tool: { driver: { name: tool } },
      results: paths.map((uri) => ({
        ruleId: 'r',
        message: { text: 'Found.' },
        locations: [{ physicalLocation: { artifactLocation: { uri }, region: { startLine: 3 } } }],
      })),
    })
    const file = (...runs: ReturnType<typeof run>[]) => ({ version: '2.1.0', runs })
    const first = await send(file(run('One', 'a.c'), run('Two', 'b.c', 'c.c'), run('Three', 'd.c')))
    expect(first.report).toMatchObject({ new: 4 })
    await expectAgreement(service, first.id)
    await expectAgreement(service, first.id + 1)
    const paths = async (id: number, what: Kind = 'new') =>
      (await listOf(service, id, what)).body.changes.map(({ path }) => path)
    expect(await paths(first.id)).toEqual(['a.c'])
    expect(await paths(first.id + 1)).toEqual(['b.c', 'c.c'])
    const second = await send(file(run('One'), run('Two', 'b.c'), run('Three', 'd.c')))
    await expectAgreement(service, second.id)
    expect(await paths(second.id, 'fixed')).toEqual(['a.c'])
    expect(await paths(second.id + 1, 'fixed')).toEqual(['c.c'])
    // The first file again is a file of its own.
    const third = await send(file(run('One', 'a.c'), run('Two', 'b.c', 'c.c'), run('Three', 'd.c')))
    await expectAgreement(service, third.id)
    await expectAgreement(service, first.id)
    expect(await paths(third.id, 'reopened')).toEqual(['a.c'])
  })

  it('count what a file gives as fixed or muted as new alone', async () => {
    const { service, send } = await started()
    const input = (path: string, state: string) => ({
      rule_name: 'r',
      severity: 'high',
      state,
      status: state === 'unresolved' ? 'open' : state,
      match_based_id: `${path}_0`,
      location: { file_path: path, line: 3 },
    })
    const first = await send({
      findings: [
        input('a.c', 'fixed'),
        input('b.c', 'removed'),
        input('c.c', 'muted'),
        input('d.c', 'unresolved'),
      ],
    })
    expect(first.report).toMatchObject({ new: 4, fixed: 0, removed: 0, reopened: 0 })
    await expectAgreement(service, first.id)
    const second = await send({ findings: [input('a.c', 'muted'), input('d.c', 'fixed')] })
    await expectAgreement(service, second.id)
  })

  it('name a finding whose decision ended with its code, which is on offer to it', async () => {
    const { service, send, decide } = await started()
    await send(semgrep([coded('b.py', 'call(a, b)', 1)]))
    const [one] = await codeFindings(service)
    await decide([one?.id ?? 0])
    const scan = await send(semgrep([coded('b.py', 'call(a, c)', 1)]))
    expect(scan.report).toMatchObject({ new: 0, uncertain: 1 })
    await expectAgreement(service, scan.id)
    expect((await listOf(service, scan.id, 'uncertain')).body.changes).toMatchObject([
      { finding_id: one?.id },
    ])
  })

  it('stay what they were when a person parts what the scan matched, or retires the source', async () => {
    const { service, send, decide } = await started()
    await send(semgrep([coded('a.py', 'call(a, b)', 10)]))
    const [one] = await codeFindings(service)
    await decide([one?.id ?? 0])
    const renamed = await send(semgrep([coded('b.py', 'call(a, b)', 10)]))
    const [match] = (await service.call(getFinding, { path: { id: one?.id ?? 0 } })).body.matches
    const path = { id: one?.id ?? 0, matchId: match?.id ?? '' }
    expect((await service.call(resolveMatch, { path, body: { same: false } })).status).toBe(200)
    expect(renamed.report).toMatchObject({ new: 0, fixed: 0, moved: 1 })
    await expectAgreement(service, renamed.id)
    await service.call(retireSource, { body: { repo: 'acme/shop', tool: 'Semgrep' } })
    await expectAgreement(service, renamed.id)
    expect((await listOf(service, renamed.id, 'moved')).body.changes).toMatchObject([{ state: 'fixed' }])
  })
})

const reported = fc.record({
  path: fc.constantFrom('a.py', 'b.py', 'c.py'),
  text: fc.constantFrom('call(a, b)', 'other(c)', 'call(a, c)'),
  line: fc.integer({ min: 1, max: 40 }),
  muted: fc.boolean(),
})
const step = fc.record({
  results: fc.array(reported, { maxLength: 6 }),
  ref: fc.constantFrom('refs/heads/main', 'refs/heads/next'),
  listed: fc.boolean(),
  decide: fc.constantFrom(null, 'ignored', 'reviewing'),
})

it('agree with the numbers of the report, whatever was scanned and decided', async () => {
  const { service, send, decide } = await started()
  let project = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
      const name = `acme/${++project}`
      for (const { results, ref, listed, decide: state } of steps) {
        const file = semgrep(
          results.map(({ path, text, line, muted }) => {
            const one = coded(path, text, line)
            return muted ? { ...one, extra: { ...one.extra, is_ignored: true } } : one
          }),
          listed ? { scanned: ['a.py', 'b.py'] } : {},
        )
        const scan = await send(file, { project: name, ref })
        await expectAgreement(service, scan.id)
        const open = await codeFindings(service, { repos: name, status: 'open' })
        if (state !== null && open.length > 0)
          await decide(
            open.slice(0, 2).map(({ id }) => id),
            state,
          )
      }
    }),
    { numRuns: runsOnEngine(25) },
  )
})
