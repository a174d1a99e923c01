import { describe, expect, it } from 'vitest'
import { listAudit } from '#contract/operations/audit.ts'
import { listDependencies } from '#contract/operations/dependencies.ts'
import { findingTrend, getFinding } from '#contract/operations/findings.ts'
import { deleteProject, patchProject } from '#contract/operations/projects.ts'
import { listSources, restoreSource, retireSource } from '#contract/operations/sources.ts'
import { triage } from '#contract/operations/triage.ts'
import { codeFindings, result, semgrep, upload } from '#server/scans/testing/upload.ts'
import { startTestService } from '#server/testing/service.ts'

const day = 24 * 3600_000
const repo = 'acme/shop'
const nightly = { repo, tool: 'Semgrep', category: 'nightly' }
const next = { ref: 'refs/heads/next' }

const [xss, sqli] = [result('xss', 'app.py', 'render(name)'), result('sqli', 'query.py', 'execute(text)')]

/** A Semgrep file with the packages that a lockfile names. */
const locked = (results: Parameters<typeof semgrep>[0], path: string, ...names: string[]) => ({
  ...semgrep(results),
  dependencies: { [path]: names.map((name) => ({ package: name, version: '1.0.0', ecosystem: 'npm' })) },
})

async function started() {
  const service = await startTestService()
  const { call, clock } = service
  let commit = 0
  const send = (file: unknown, query: Record<string, string> = {}) => {
    clock.now += 60_000
    return upload(service, file, { commit: String(++commit), ...query })
  }
  const sources = async () => (await call(listSources, { query: { repo } })).body.sources
  const states = async () => {
    const matches = await codeFindings(service)
    return matches.map((one) => `${one.rule_name} ${one.ref?.split('/').at(-1)} ${one.status}`).toSorted()
  }
  const packages = async () => {
    const { dependencies } = (await call(listDependencies, { body: { pageSize: 100 } })).body
    return dependencies.map((one) => `${one.id} ${one.lockfilePath} ${one.package?.name}`)
  }
  const read = async (id: number) => (await call(getFinding, { path: { id } })).body
  const find = (query: Record<string, string> = {}) => codeFindings(service, query)
  return { ...service, send, sources, states, packages, read, find }
}

describe('the sources of a project', () => {
  it('are its tools and categories, with their newest scan and what they have open', async () => {
    const { send, sources } = await started()
    await send(semgrep([xss, sqli]))
    await send(semgrep([xss]), next)
    const last = await send(semgrep([xss]), { ...next, category: 'nightly' })
    expect(await sources()).toEqual([
      {
        tool: 'Semgrep',
        category: null,
        last_scan: expect.objectContaining({ ref: 'refs/heads/next', status: 'SCAN_STATUS_COMPLETED' }),
        scans: 2,
        open_findings: 2,
        silent: false,
        retired: null,
      },
      {
        tool: 'Semgrep',
        category: 'nightly',
        last_scan: {
          id: last.body.id,
          at: last.body.started_at,
          ref: 'refs/heads/next',
          status: 'SCAN_STATUS_COMPLETED',
        },
        scans: 1,
        open_findings: 0,
        silent: false,
        retired: null,
      },
    ])
  })

  it('are pointed out where they fell silent while others still report', async () => {
    const { send, sources, clock } = await started()
    await send(semgrep([xss]))
    await send(semgrep([xss]), { category: 'nightly' })
    clock.now += 8 * day
    await send(semgrep([xss]), { ...next, category: 'other' })
    expect((await sources()).map(({ silent }) => silent)).toEqual([false, false, false])
    await send(semgrep([xss]))
    expect((await sources()).map(({ category, silent }) => [category, silent])).toEqual([
      [null, false],
      ['nightly', true],
      ['other', false],
    ])
  })

  it('need a project that is there', async () => {
    const { call } = await started()
    expect((await call(listSources)).status).toBe(400)
    expect((await call(listSources, { query: { repo: 'acme/none' } })).status).toBe(404)
  })
})

describe('a source that is retired', () => {
  it('has its findings removed on all refs, with that reason, and those of others stay', async () => {
    const { call, send, sources, states, read, find, clock } = await started()
    await send(semgrep([xss]))
    await send(semgrep([result('path', 'path.py', 'open(name)'), sqli]), { category: 'nightly' })
    await send(semgrep([sqli]), { ...next, category: 'nightly' })
    await send(semgrep([sqli]), { project: 'acme/api', category: 'nightly' })
    const gone = (await find({ repos: repo, rules: 'sqli', ref: 'main' }))[0]
    const { status, body } = await call(retireSource, { body: { ...nightly, tool: 'Semgrep OSS' } })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      findings: 3,
      source: {
        category: 'nightly',
        open_findings: 0,
        retired: {
          at: new Date(clock.now).toISOString(),
          by: 'Tess Ter',
          restore_until: new Date(clock.now + day).toISOString(),
        },
      },
    })
    expect(await states()).toEqual(['sqli main open', 'xss main open'])
    expect((await sources())[1]?.retired).toEqual(body.source.retired)
    const finding = await read(gone?.id ?? 0)
    expect(finding).toMatchObject({ state: 'removed' })
    expect(finding.history.at(-1)).toMatchObject({
      what: 'retired',
      who: 'Tess Ter',
      from: 'unresolved',
      to: 'removed',
      reason: 'source_retired',
      scan_id: null,
    })
    const { events } = (await call(listAudit)).body
    expect(events[0]).toMatchObject({
      action: 'source.retired',
      target: repo,
      detail: { category: 'nightly', findings: 3 },
    })
    expect((await call(retireSource, { body: nightly })).status).toBe(409)
    expect((await call(retireSource, { body: { ...nightly, category: 'none' } })).status).toBe(404)
    expect((await call(retireSource, { body: { ...nightly, repo: 'acme/web' } })).status).toBe(404)
  })

  it('is restored with exactly what was removed, as it stood, and what was decided since', async () => {
    const { call, send, states, read, find, clock, packages } = await started()
    const muted = { ...sqli, extra: { ...sqli.extra, is_ignored: true } }
    await send(locked([xss, muted, result('old', 'old.py', 'a()')], 'a.lock', 'one', 'two'))
    await send(locked([xss, muted, result('off', 'off.py', 'b()')], 'a.lock', 'one', 'two'))
    const all = await states()
    const listed = await packages()
    expect(listed).toHaveLength(2)
    const source = { repo, tool: 'Semgrep' }
    expect((await call(retireSource, { body: source })).body.findings).toBe(3)
    expect(await packages()).toEqual([])
    expect(await states()).toEqual(['old main fixed'])
    const { days } = (await call(findingTrend, { query: { days: 2 } })).body
    expect(days.at(-1)).toMatchObject({ open: 0 })

    clock.now += day
    const { body } = await call(restoreSource, { body: source })
    expect(body).toMatchObject({ findings: 3, source: { retired: null, open_findings: 2 } })
    expect(await states()).toEqual(all)
    expect(await packages()).toEqual(listed)
    const [back] = await find({ rules: 'xss' })
    const { history, ...finding } = await read(back?.id ?? 0)
    expect(finding).toMatchObject({ state: 'unresolved', relevant_since: finding.created_at })
    expect(history.slice(-2)).toMatchObject([
      { what: 'retired', from: 'unresolved', to: 'removed' },
      { what: 'restored', who: 'Tess Ter', from: 'removed', to: 'unresolved' },
    ])
    const after = (await call(findingTrend, { query: { days: 3 } })).body.days
    expect(after.map(({ open }) => open)).toEqual([0, 0, 2])
    expect((await call(listAudit)).body.events[0]).toMatchObject({ action: 'source.restored' })
    expect((await call(restoreSource, { body: source })).status).toBe(409)
    expect((await call(retireSource, { body: source })).body.findings).toBe(3)
    expect((await call(restoreSource, { body: source })).body.findings).toBe(3)
    expect(await states()).toEqual(all)
  })

  it('keeps a decision that was made of it meanwhile', async () => {
    const { call, send, states, find } = await started()
    await send(semgrep([xss]))
    const [one] = await find()
    await call(retireSource, { body: { repo, tool: 'semgrep' } })
    const decision = { issue_type: 'sast', issue_ids: [one?.id], new_triage_state: 'ignored' }
    await call(triage, { body: decision })
    await call(restoreSource, { body: { repo, tool: 'semgrep' } })
    expect(await states()).toEqual(['xss main ignored'])
  })

  it('cannot be restored after a day, nor once it reports again: then what it reports comes back', async () => {
    const { call, send, states, sources, clock, packages } = await started()
    await send(locked([xss, sqli], 'a.lock', 'one'))
    await call(retireSource, { body: { repo, tool: 'Semgrep' } })
    clock.now += day + 1
    expect((await sources())[0]?.retired).toMatchObject({ restore_until: null })
    expect((await call(restoreSource, { body: { repo, tool: 'Semgrep' } })).status).toBe(409)

    const { body } = await send(locked([xss], 'b.lock', 'two'))
    expect(body.report).toMatchObject({ reopened: 1, new: 0, fixed: 0 })
    expect(await states()).toEqual(['xss main open'])
    expect((await packages()).map((one) => one.replace(/^\d+ /, ''))).toEqual(['b.lock two'])
    expect((await sources())[0]).toMatchObject({ retired: null, scans: 2 })
    const refused = await call(restoreSource, { body: { repo, tool: 'Semgrep' } })
    expect([refused.status, Object(refused.body).detail]).toEqual([409, 'This source is not retired.'])
  })

  it('gives its lockfiles back to the branch that is primary by then, but for those of another source', async () => {
    const { call, send, packages } = await started()
    await send(locked([], 'a.lock', 'one'))
    await send(locked([], 'b.lock', 'two'))
    await send(locked([], 'a.lock', 'three'), next)
    await send(locked([], 'c.lock', 'four'), next)
    await call(retireSource, { body: { repo, tool: 'Semgrep' } })
    await send(locked([], 'c.lock', 'other'), { ...next, category: 'nightly' })
    const path = { projectName: repo }
    await call(patchProject, { path, body: { primary_branch: next.ref } })
    await call(restoreSource, { body: { repo, tool: 'Semgrep' } })
    expect((await packages()).map((one) => one.replace(/^\d+ /, ''))).toEqual(['c.lock other'])
    await call(patchProject, { path, body: { primary_branch: 'refs/heads/main' } })
    expect((await packages()).map((one) => one.replace(/^\d+ /, ''))).toEqual(['b.lock two'])
  })

  it('leaves nothing behind when its project is deleted', async () => {
    const { call, send, services } = await started()
    await send(locked([xss], 'a.lock', 'one'))
    await call(retireSource, { body: { repo, tool: 'Semgrep' } })
    await call(deleteProject, { path: { projectName: repo } })
    const { read } = services.database
    for (const table of ['retired_source', 'stored_report', 'finding_evidence', 'finding_match'] as const)
      expect([table, await read.selectFrom(table).selectAll().execute()]).toEqual([table, []])
  })
})
