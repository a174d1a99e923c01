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
import { codeFindings, result, semgrep, supplyChainFindings, upload } from '#server/scans/testing/upload.ts'
import { startTestService } from '#server/testing/service.ts'
import { twoPeople } from '../approvals/testing/two-people.ts'

async function started() {
  const service = await startTestService()
  const { call, clock } = service
  const ignore = (type: 'sast' | 'sca' | 'secrets', ids: readonly number[], ends: string | null) =>
    call(triage, {
      body: {
        issue_type: type,
        issue_ids: ids,
        new_triage_state: 'ignored',
        new_triage_reason: 'no_time',
        new_note: 'Waits.',
        new_ignore_ends: ends,
      },
    })
  const read = async (id = 0) => (await call(getFinding, { path: { id } })).body
  const send = async (file: object, ref = 'main') => {
    clock.now += 60_000
    // No file is the same as an earlier one.
    expect((await upload(service, { ...file, made: clock.now }, { ref })).status).toBe(201)
  }
  return { ...service, service, build: new Build(service), ignore, read, send }
}

/** A finding whose fingerprint stays, whatever its code. */
function xss(text: string) {
  const one = result('xss', 'app.py', text, 10)
  return semgrep([{ ...one, extra: { ...one.extra, fingerprint: 'print of render' } }])
}

const trivy = (...fixed: (string | undefined)[]) => ({
  SchemaVersion: 2,
  ArtifactName: '.',
  ArtifactType: 'repository',
  Results: [
    {
      Target: 'package-lock.json',
      Class: 'lang-pkgs',
      Type: 'npm',
      Vulnerabilities: fixed.map((FixedVersion, at) => ({
        VulnerabilityID: `CVE-2026-000${at + 1}`,
        PkgName: `package-${at}`,
        InstalledVersion: '1.0.0',
        ...(FixedVersion ? { FixedVersion } : {}),
        Severity: 'LOW',
        Title: 'A vulnerability',
      })),
    },
  ],
})

describe('ignoring until the code changes', () => {
  it('ends when a scan of the primary branch finds other code, on all branches, and says why', async () => {
    const { service, ignore, read, send } = await started()
    await send(xss('render(name)'))
    await send(xss('render(name)'), 'feature')
    const [onMain] = await codeFindings(service, { ref: 'refs/heads/main' })
    const [onFeature] = await codeFindings(service, { ref: 'refs/heads/feature' })
    expect((await ignore('sast', [onMain?.id ?? 0], 'code_changed')).status).toBe(200)
    expect(await read(onMain?.id)).toMatchObject({ status: 'ignored', ignore_ends: 'code_changed' })
    // Neither the same code nor another branch ends it.
    await send(xss('render(name)'))
    await send(xss('render(name + 1)'), 'feature')
    expect((await read(onMain?.id)).status).toBe('ignored')
    await send(xss('render(escape(name))'))
    for (const id of [onMain?.id, onFeature?.id]) {
      const finding = await read(id)
      expect(finding).toMatchObject({ status: 'open', triage_state: 'reopened', triage_comment: 'Waits.' })
      expect(finding).not.toHaveProperty('ignore_ends')
      expect(finding.history.findLast(({ what }) => what === 'triaged')).toMatchObject({
        who: 'Gatehouse',
        to: 'reopened',
        ignore_ends: 'code_changed',
      })
    }
  })

  it('goes along to another branch', async () => {
    const { service, ignore, send } = await started()
    await send(xss('render(name)'))
    const [onMain] = await codeFindings(service)
    await ignore('sast', [onMain?.id ?? 0], 'code_changed')
    await send(xss('render(name)'), 'feature')
    const [onFeature] = await codeFindings(service, { ref: 'refs/heads/feature' })
    expect(onFeature).toMatchObject({ status: 'ignored', ignore_ends: 'code_changed' })
  })
})

describe('ignoring until a fix is available', () => {
  it('ends when a scan knows a version with a fix: those that end together are one change', async () => {
    const { service, ignore, read, send, call } = await started()
    await send(trivy(undefined, undefined, undefined))
    const ids = (await supplyChainFindings(service)).map(({ id }) => id).sort((a, b) => a - b)
    expect((await ignore('sca', ids, 'fix_available')).body.num_triaged).toBe(3)
    await send(trivy(undefined, undefined, undefined))
    expect((await read(ids[0])).status).toBe('ignored')
    await send(trivy('1.0.1', '2.0.0', undefined))
    const found = await supplyChainFindings(service)
    expect(found.filter(({ status }) => status === 'open')).toHaveLength(2)
    const { changes } = (await call(listTriageChanges)).body
    expect(changes[0]).toMatchObject({
      by: 'Gatehouse',
      to_state: 'reopened',
      count: 2,
      ignore_ends: 'fix_available',
    })
    const { events } = (await call(listAudit, { query: { action: 'findings.triaged' } })).body
    expect(events[0]?.detail).toMatchObject({ count: 2, ignore_ends: 'fix_available' })
    // It can be undone, which ignores them as before, until the next scan.
    expect((await call(undoTriage, { path: { change_id: changes[0]?.id ?? '' } })).body.num_undone).toBe(2)
    expect(await read(ids[0])).toMatchObject({ ignore_ends: 'fix_available' })
  })

  it('ends also where a branch has the package for the first time', async () => {
    const { service, ignore, read, send } = await started()
    await send(trivy(undefined))
    const [onMain] = await supplyChainFindings(service)
    await ignore('sca', [onMain?.id ?? 0], 'fix_available')
    await send(trivy('1.0.1'), 'feature')
    const [onFeature] = await supplyChainFindings(service, { ref: 'refs/heads/feature' })
    expect(onFeature?.status).toBe('open')
    expect((await read(onMain?.id)).status).toBe('open')
  })

  it('ends on all branches, whatever else the scan changes', async () => {
    const { service, ignore, read, send, call, mint } = await started()
    await mint({ name: 'max', person: 'Max', role: 'manager' })
    await send(trivy(undefined))
    await send(trivy(undefined), 'feature')
    const [onMain] = await supplyChainFindings(service, { ref: 'refs/heads/main' })
    const [onFeature] = await supplyChainFindings(service, { ref: 'refs/heads/feature' })
    await ignore('sca', [onMain?.id ?? 0], 'fix_available')
    expect((await call(updateSettings, { body: { requireApproval: true } })).status).toBe(200)
    const raised = trivy('1.0.1')
    for (const one of raised.Results[0]?.Vulnerabilities ?? []) one.Severity = 'CRITICAL'
    await send(raised)
    expect((await read(onMain?.id)).status).toBe('open')
    expect((await read(onFeature?.id)).status).toBe('open')
  })

  it('is refused for what it does not apply to', async () => {
    const { build, ignore, call } = await started()
    const [code = 0, library = 0] = await build.add({}, { type: 'sca', rule: 'cve' })
    expect((await ignore('sast', [code], 'fix_available')).text).toContain('/new_ignore_ends')
    expect((await ignore('sca', [library], 'code_changed')).status).toBe(400)
    expect((await ignore('sca', [library], 'whenever')).status).toBe(400)
    const body = { issue_type: 'sca', issue_ids: [library], new_triage_state: 'fixing' }
    expect((await call(triage, { body: { ...body, new_ignore_ends: 'fix_available' } })).status).toBe(400)
  })
})

describe('what else ends an ignore', () => {
  it('is changed, undone, exported and done by a job', async () => {
    const { build, ignore, read, call, services } = await started()
    const [id = 0, other = 0] = await build.add({}, {})
    await ignore('sast', [id], null)
    const { change_id } = (await ignore('sast', [id], 'code_changed')).body
    expect((await ignore('sast', [id], 'code_changed')).body.num_triaged).toBe(0)
    await call(undoTriage, { path: { change_id } })
    expect(await read(id)).not.toHaveProperty('ignore_ends')
    const body = {
      issue_type: 'sast' as const,
      issue_ids: [id, other],
      new_triage_state: 'ignored' as const,
      new_triage_reason: 'no_time' as const,
      new_ignore_ends: 'code_changed' as const,
      expected_count: 2,
    }
    const { body: job } = await call(createTriageJob, { body })
    await services.jobs.settled()
    const done = (await call(getJob, { path: { id: String('id' in job ? job.id : '') } })).body
    expect(done).toMatchObject({ state: 'done', done: 2, ignore_ends: 'code_changed' })
    const { text } = await call(exportFindings, { query: { columns: 'id,ignore_ends', sort: 'severity' } })
    expect(text).toContain(`${other},code_changed\r\n`)
  })

  it('is part of a request for approval', async () => {
    const { build, ignore, approve, list, read } = await twoPeople()
    const [id = 0] = await build.add({ severity: 'high' })
    const { body } = await ignore([id], { new_ignore_ends: 'code_changed' })
    expect((await list())[0]).toMatchObject({ ignore_ends: 'code_changed' })
    expect((await read(id)).history.at(-1)).toMatchObject({ ignore_ends: 'code_changed' })
    await approve(body.approval_id)
    expect(await read(id)).toMatchObject({ status: 'ignored', ignore_ends: 'code_changed' })
    // Another end has to be approved as well.
    expect((await ignore([id])).body.requested_issues).toEqual([id])
  })
})
