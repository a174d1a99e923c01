import { describe, expect, it } from 'vitest'
import { getGate } from '#contract/operations/gate.ts'
import { getProject, patchProject } from '#contract/operations/projects.ts'
import { referenceRefs } from '#server/records/projects/writes.ts'
import { result, semgrep, upload } from '#server/scans/testing/upload.ts'
import { startTestService } from '#server/testing/service.ts'

const shop = { path: { projectName: 'acme/shop' } }
const report = semgrep([result('xss', 'app.py', 'render(name)')])

async function started() {
  const service = await startTestService()
  await upload(service, report, { ref: 'main' })
  const patch = (body: object) => service.call(patchProject, { ...shop, body })
  const { read } = service.services.database
  /** The names of the refs that those of other refs are compared with. */
  const references = async () => {
    const ids = await referenceRefs(read, { deploymentId: service.deployment.id, projectId: 1 })
    const rows = await read.selectFrom('ref').select(['id', 'name']).orderBy('name').execute()
    return rows.filter(({ id }) => ids.has(id)).map(({ name }) => name)
  }
  const audited = async () => {
    const rows = await read.selectFrom('audit_event').select(['action', 'detail_json']).execute()
    return rows.filter(({ action }) => action === 'project.changed').map((row) => row.detail_json ?? '')
  }
  return { ...service, service, patch, references, audited }
}

describe('protected refs', () => {
  it('are names and patterns, each once, shown with the project and in the audit log', async () => {
    const { call, patch, audited } = await started()
    expect((await call(getProject, shop)).body.project.protected_refs).toEqual([])
    const body = { protected_refs: ['release/*', 'refs/tags/v**', 'next', ' refs/heads/next '] }
    const expected = ['refs/heads/release/*', 'refs/tags/v**', 'refs/heads/next']
    expect((await patch(body)).body.project).toMatchObject({ protected_refs: expected })
    const { project } = (await call(getProject, shop)).body
    expect(project).toMatchObject({ protected_refs: expected, gate: { protected_refs: expected } })
    expect((await audited()).map((line) => JSON.parse(line))).toMatchObject([
      { from: { gate: { protected_refs: [] } }, to: { gate: { protected_refs: expected } } },
    ])
    await patch({ protected_refs: expected })
    expect(await audited()).toHaveLength(1)
    expect((await patch({ protected_refs: [] })).body.project.protected_refs).toEqual([])
  })

  it.each([
    ['an empty name', ['main', '']],
    [
      'what no ref is called',
      ['rel ease', 'a..b', 'a//b', '/a', 'a/', 'a.lock', '.a', 'a~1', 'a^', 'a:b', 'a\\b'],
    ],
    ['other wildcards', ['release/?', 'release/[0-9]']],
    ['invisible characters', ['ma\u200bin', 'a\u0007b']],
    ['a long name', ['x'.repeat(201)]],
    ['many names', Array.from({ length: 51 }, (_, index) => `r${index}`)],
  ])('are refused with %s', async (_, names) => {
    const { call, patch } = await started()
    for (const list of names.length > 50 ? [names] : names.slice(-11).map((name) => [name])) {
      if (list[0] === 'main') continue
      expect([list[0], (await patch({ protected_refs: list })).status]).toEqual([list[0], 400])
      expect((await patch({ gate: { protected_refs: list } })).status).toBe(400)
    }
    expect((await call(getProject, shop)).body.project.protected_refs).toEqual([])
  })

  it('are one list, also for the gate', async () => {
    const { patch, service } = await started()
    await patch({ gate: { protected_refs: ['old'], count_suppressed: false } })
    const { body } = await patch({ protected_refs: ['release/*'] })
    expect(body.project).toMatchObject({
      protected_refs: ['refs/heads/release/*'],
      gate: { protected_refs: ['refs/heads/release/*'], count_suppressed: false },
    })
    expect((await patch({ protected_refs: ['a'], gate: { protected_refs: ['b'] } })).status).toBe(422)
    await upload(service, report, { ref: 'release/4' })
    await upload(service, report, { ref: 'refs/pull/7/merge', commit: 'c0ffee' })
    const verdict = async (base: string) => {
      const { body } = await service.call(getGate, { ...shop, query: { commit: 'c0ffee', base } })
      return body.verdict
    }
    expect(await verdict('release/4')).toBe('pass')
    await patch({ protected_refs: ['release/5*'] })
    expect(await verdict('release/4')).toBe('none')
  })
})

describe('the refs that others are compared with', () => {
  it('are the primary branch, former ones and protected ones, not those of merge queues', async () => {
    const { service, patch, references } = await started()
    for (const ref of ['next', 'release/1', 'release/1/x', 'feature', 'gh-readonly-queue/main/pr-7']) {
      await upload(service, report, { ref })
    }
    expect(await references()).toEqual(['refs/heads/main'])
    await patch({ protected_refs: ['release/*', 'gh-readonly-queue/**'] })
    expect(await references()).toEqual(['refs/heads/main', 'refs/heads/release/1'])
    await patch({ primary_branch: 'next', protected_refs: [] })
    expect(await references()).toEqual(['refs/heads/main', 'refs/heads/next'])
    await patch({ primary_branch: 'feature' })
    expect(await references()).toEqual(['refs/heads/feature', 'refs/heads/main', 'refs/heads/next'])
    await patch({ primary_branch: 'main' })
    expect(await references()).toEqual(['refs/heads/feature', 'refs/heads/main', 'refs/heads/next'])
  })
})
