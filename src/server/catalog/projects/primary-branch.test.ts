import { describe, expect, it } from 'vitest'
import { getGate } from '#contract/operations/gate.ts'
import { getProject, listProjects, listRefs, patchProject } from '#contract/operations/projects.ts'
import { describeSbom } from '#contract/operations/sbom.ts'
import { exportVex } from '#contract/operations/vex.ts'
import { codeFindings, result, semgrep, upload } from '#server/scans/testing/upload.ts'
import { startTestService } from '#server/testing/service.ts'

const shop = { path: { projectName: 'acme/shop' } }
const xss = result('xss', 'app.py', 'render(name)')
const sqli = result('sqli', 'db.py', 'execute(text)')
const ssrf = result('ssrf', 'net.py', 'fetch(url)')

async function started() {
  const service = await startTestService()
  await upload(service, semgrep([xss, sqli]), { ref: 'main' })
  const setPrimary = (primary_branch: string) =>
    service.call(patchProject, { ...shop, body: { primary_branch } })
  /** The rules of the findings in the default list. */
  const shown = async () =>
    (await codeFindings(service, { primary_ref: 'true' })).map((one) => one.rule_name).sort()
  const primaries = async () => {
    const { refs } = (await service.call(listRefs, { query: { repository_id: 1 } })).body
    return refs.filter(({ primary }) => primary).map(({ name }) => name)
  }
  return { ...service, service, setPrimary, shown, primaries }
}

describe('a primary branch that is not scanned yet', () => {
  it('is set, and the branch before stays in the lists until its first full scan', async () => {
    const { service, call, setPrimary, shown, primaries } = await started()
    const response = await setPrimary('next')
    expect([response.status, response.body.project.primary_branch]).toEqual([200, 'refs/heads/next'])
    expect((await call(getProject, shop)).body.project.primary_branch).toBe('refs/heads/next')
    expect(await shown()).toEqual(['sqli', 'xss'])
    const { projects } = (await call(listProjects, { query: { include: 'summary' } })).body
    expect(projects[0]?.open?.['high']?.['sast']).toBe(2)
    await upload(service, semgrep([xss]), { ref: 'next', kind: 'diff' })
    expect([await primaries(), await shown()]).toEqual([['refs/heads/main'], ['sqli', 'xss']])
    await upload(service, semgrep([xss, ssrf]), { ref: 'next' })
    expect([await primaries(), await shown()]).toEqual([['refs/heads/next'], ['ssrf', 'xss']])
    await upload(service, semgrep([xss, sqli]), { ref: 'main' })
    expect(await primaries()).toEqual(['refs/heads/next'])
  })

  it('receives the scans that name no ref', async () => {
    const { service, setPrimary, shown, primaries } = await started()
    await setPrimary('trunk')
    await upload(service, semgrep([ssrf]))
    expect([await primaries(), await shown()]).toEqual([['refs/heads/trunk'], ['ssrf']])
  })

  it('is no fault for the gate and exports, which compare with the branch before', async () => {
    const { service, call, setPrimary } = await started()
    await setPrimary('next')
    await upload(service, semgrep([xss, ssrf]), { ref: 'refs/pull/7/merge', commit: 'c0ffee' })
    const gate = async (query: object) =>
      (await call(getGate, { ...shop, query: { commit: 'c0ffee', ...query } })).body
    expect(await gate({})).toMatchObject({ base_ref: 'refs/heads/main' })
    const { verdict, reasons } = await gate({ base: 'next' })
    expect([verdict, reasons.map(({ code }) => code)]).toEqual(['none', ['no_base_ref', 'no_baseline']])
    const subject = await call(describeSbom, { query: { repositoryId: '1' } })
    expect(subject.body).toMatchObject({ ref: 'refs/heads/main' })
    const vex = (project: string) => call(exportVex, { query: { project, format: 'openvex' } })
    expect((await vex('acme/shop')).text).toContain('no supply-chain finding of the ref')
  })

  it('can be taken back, and set for a project of pull requests alone', async () => {
    const { service, call, setPrimary, shown, primaries } = await started()
    await setPrimary('next')
    expect((await setPrimary('main')).status).toBe(200)
    await upload(service, semgrep([ssrf]), { ref: 'next' })
    expect([await primaries(), await shown()]).toEqual([['refs/heads/main'], ['sqli', 'xss']])

    await upload(service, semgrep([xss]), { project: 'acme/new', ref: 'refs/pull/1/head' })
    const fresh = { path: { projectName: 'acme/new' } }
    await call(patchProject, { ...fresh, body: { primary_branch: 'dev' } })
    const subject = await call(describeSbom, { query: { repositoryId: '2' } })
    expect(subject.body).toMatchObject({
      ref: 'refs/heads/dev',
      reason: expect.stringContaining('not scanned yet'),
    })
    const vex = await call(exportVex, { query: { project: 'acme/new', format: 'openvex' } })
    expect([vex.status, vex.text.includes('not scanned yet')]).toEqual([422, true])
    await upload(service, semgrep([ssrf]), { project: 'acme/new', ref: 'dev', kind: 'diff' })
    expect(await shown()).toEqual(['sqli', 'ssrf', 'xss'])
  })

  it.each([
    'refs/pull/1/head',
    'refs/tags/v1',
    'a..b',
    'a b',
    'release/*',
    'x/',
    'gh-readonly-queue/main/pr-1',
  ])('is no branch named %s', async (name) => {
    const { call, setPrimary } = await started()
    expect((await setPrimary(name)).status).toBe(400)
    expect((await call(getProject, shop)).body.project.primary_branch).toBe('refs/heads/main')
  })
})
