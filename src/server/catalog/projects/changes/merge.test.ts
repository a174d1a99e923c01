import { beforeEach, describe, expect, test } from 'vitest'
import { listAudit } from '#contract/operations/audit.ts'
import { createComment, listComments } from '#contract/operations/comments.ts'
import { getFinding } from '#contract/operations/findings.ts'
import {
  getProject,
  listProjects,
  listRefs,
  mergeProject,
  undoProjectChange,
} from '#contract/operations/projects.ts'
import { searchScans } from '#contract/operations/scans.ts'
import { listTokens } from '#contract/operations/tokens.ts'
import { triage } from '#contract/operations/triage.ts'
import { detailsOf } from '#server/scans/rescan/testing/rows.ts'
import { codeFindings, result, semgrep, upload } from '#server/scans/testing/upload.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'

let service: TestService
beforeEach(async () => {
  service = await startTestService()
})

const shared = [result('xss', 'app.py', 'render(name)'), result('sqli', 'db.py', 'query(id)')]
const send = (project: string, results: unknown[], commit: string, more: object = {}) =>
  upload(service, semgrep(results), { project, commit, ...more })
const merge = (projectName: string, into: string, more: object = {}) =>
  service.call(mergeProject, { path: { projectName }, body: { into, ...more } })
const undo = (id: number | undefined) => service.call(undoProjectChange, { path: { change_id: id ?? 0 } })
const names = async () => (await service.call(listProjects)).body.projects.map(({ name }) => name)
const decide = (id: number | undefined, state: string, note: string) =>
  service.call(triage, {
    body: { issue_type: 'sast', issue_ids: [id], new_triage_state: state, new_note: note },
  })
/** What the list shows of each finding of a project, by its path. */
async function shown(project: string, query: Record<string, string> = {}) {
  const found = await codeFindings(service, { repos: project, ...query })
  return found
    .map(({ location, status, triage_comment: note }) => [location?.filePath, status, note])
    .toSorted((a, b) => String(a[0]).localeCompare(String(b[0])))
}
const idAt = async (project: string, path: string) =>
  (await codeFindings(service, { repos: project, path }))[0]?.id

describe('a project that is merged into another', () => {
  beforeEach(async () => {
    await send('acme/old', [...shared, result('exec', 'job.py', 'run(x)')], '1')
    await decide(await idAt('acme/old', 'app.py'), 'ignored', 'known in the old one')
    await send('acme/old', [result('xss', 'app.py', 'render(name)')], '2', { ref: 'refs/heads/feature' })
    service.clock.now += 1000
    await send('acme/new', shared, '1')
    await decide(await idAt('acme/new', 'db.py'), 'reviewing', 'looking')
  })

  test('leaves each flaw once, with its newest decision', async () => {
    const preview = await merge('acme/old', 'acme/new', { preview: true })
    expect(preview.body).toMatchObject({
      change: null,
      project: { name: 'acme/new' },
      effects: { findings: 4, decisions: 2, scans: 2, refs: 2, united: 2 },
      conflicts: [],
    })
    const { status, body } = await merge('acme/old', 'acme/new')
    expect([status, body.project.name]).toEqual([200, 'acme/new'])
    expect(await names()).toEqual(['acme/new'])
    expect(await shown('acme/new', { primary_ref: 'true' })).toEqual([
      ['app.py', 'ignored', 'known in the old one'],
      ['db.py', 'reviewing', 'looking'],
      ['job.py', 'open', null],
    ])
    expect(await shown('acme/old', { ref: 'feature' })).toEqual([
      ['app.py', 'ignored', 'known in the old one'],
    ])
    expect((await service.call(getProject, { path: { projectName: 'acme/old' } })).body.project.name).toBe(
      'acme/new',
    )
    const refs = await service.call(listRefs, { query: { repository_id: body.project.id } })
    expect(refs.body.refs.map(({ name }) => name)).toEqual(['refs/heads/main', 'refs/heads/feature'])
    expect((await service.call(searchScans, { body: { repos: ['acme/new'] } })).body.scans).toHaveLength(3)
    const audit = await service.call(listAudit, { query: { action: 'project.merged' } })
    expect(audit.body.events).toMatchObject([
      { target: 'acme/old', detail: { change: body.change?.id, into: 'acme/new' } },
    ])
  })

  test('receives what is sent under either name; no decision is lost and nothing is open twice', async () => {
    await merge('acme/old', 'acme/new')
    for (const [project, commit] of [
      ['acme/old', '3'],
      ['acme/new', '4'],
    ] as const) {
      const { body } = await send(project, shared, commit)
      expect(body.report).toMatchObject({ new: 0, unchanged: 2, uncertain: 0 })
      expect(await shown('acme/new', { primary_ref: 'true', status: 'open,reviewing,ignored' })).toEqual([
        ['app.py', 'ignored', 'known in the old one'],
        ['db.py', 'reviewing', 'looking'],
      ])
    }
    const { body } = await send('acme/new', shared, '5', { ref: 'refs/heads/other' })
    expect(body.report.new_in_project).toBe(0)
    expect(await shown('acme/new', { ref: 'other' })).toEqual([
      ['app.py', 'ignored', 'known in the old one'],
      ['db.py', 'reviewing', 'looking'],
    ])
  })

  test('has one thread and one history for each flaw', async () => {
    const old = await idAt('acme/old', 'db.py')
    await service.call(createComment, { path: { id: old ?? 0 }, body: { text: 'Seen before.' } })
    await merge('acme/old', 'acme/new')
    const [finding] = await codeFindings(service, { repos: 'acme/new', path: 'db.py', primary_ref: 'true' })
    const comments = await service.call(listComments, { path: { id: finding?.id ?? 0 } })
    expect(comments.body.comments.map(({ text }) => text)).toEqual(['Seen before.'])
    service.clock.now += 25 * 3600_000
    expect((await service.call(listComments, { path: { id: finding?.id ?? 0 } })).body.comments).toHaveLength(
      1,
    )
  })

  test('leaves the newest decision on all refs that have the flaw, until the merge is undone', async () => {
    await send('acme/new', shared, '6', { ref: 'refs/heads/next' })
    const standing = async () => [
      await shown('acme/new', { ref: 'next' }),
      await shown('acme/old', { ref: 'feature' }),
    ]
    await decide(await idAt('acme/new', 'app.py'), 'reopened', 'open in the new one')
    service.clock.now += 1000
    await decide(await idAt('acme/old', 'app.py'), 'fixing', 'newer in the old one')
    const before = await standing()
    expect(before[0]).toContainEqual(['app.py', 'open', 'open in the new one'])
    const { body } = await merge('acme/old', 'acme/new')
    const fixing = ['app.py', 'fixing', 'newer in the old one']
    expect(await standing()).toEqual([[fixing, ['db.py', 'reviewing', 'looking']], [fixing]])
    const [finding] = await codeFindings(service, { repos: 'acme/new', path: 'app.py', ref: 'next' })
    const { history } = await detailsOf(service, finding?.id ?? 0)
    expect(history).toContainEqual(expect.objectContaining({ what: 'inherited', to: 'fixing' }))
    await undo(body.change?.id)
    expect(await standing()).toEqual(before)
    const { history: after } = await detailsOf(service, finding?.id ?? 0)
    expect(after.map(({ to }) => to)).not.toContain('fixing')
  })

  test('offers the decisions that it brings where a match was in doubt, until it is undone', async () => {
    const copies = ['one.py', 'two.py'].map((path) => result('xss', path, 'render(name)'))
    await send('acme/new', copies, '6', { ref: 'refs/heads/next' })
    const uncertain = async () =>
      (await codeFindings(service, { uncertain: 'true' }))
        .map(({ location }) => location?.filePath)
        .toSorted()
    expect(await uncertain()).toEqual([])
    const { body } = await merge('acme/old', 'acme/new')
    expect(await uncertain()).toEqual(['one.py', 'two.py'])
    const [copy] = await codeFindings(service, { repos: 'acme/new', path: 'one.py' })
    const { body: detail } = await service.call(getFinding, { path: { id: copy?.id ?? 0 } })
    const { ref, note } = detail.matches[0]?.other ?? {}
    expect([ref, note]).toEqual(['refs/heads/main', 'known in the old one'])
    await undo(body.change?.id)
    expect(await uncertain()).toEqual([])
  })

  test('keeps what was decided since on a ref that inherited a decision, when the merge is undone', async () => {
    await send('acme/new', shared, '6', { ref: 'refs/heads/next' })
    await merge('acme/old', 'acme/new').then(async ({ body }) => {
      const [finding] = await codeFindings(service, { repos: 'acme/new', path: 'app.py', ref: 'next' })
      expect(finding?.triage_comment).toBe('known in the old one')
      service.clock.now += 1000
      await decide(finding?.id, 'ignored', 'looked at again')
      await undo(body.change?.id)
    })
    expect(await shown('acme/new', { ref: 'next' })).toContainEqual(['app.py', 'ignored', 'looked at again'])
  })

  test('takes the refs back that it has alone, with what was scanned there since', async () => {
    const ofNew = result('exec', 'new.py', 'run(z)')
    await send('acme/new', [...shared, ofNew], '2')
    await decide(await idAt('acme/new', 'new.py'), 'ignored', 'known in the new one')
    const scanFeature = () =>
      send('acme/old', [...shared, result('exec', 'fresh.py', 'run(y)'), ofNew], '7', {
        ref: 'refs/heads/feature',
      })
    const { body } = await merge('acme/old', 'acme/new')
    service.clock.now += 1000
    await scanFeature()
    expect(await shown('acme/new', { ref: 'feature' })).toEqual([
      ['app.py', 'ignored', 'known in the old one'],
      ['db.py', 'reviewing', 'looking'],
      ['fresh.py', 'open', null],
      ['new.py', 'ignored', 'known in the new one'],
    ])
    await decide(await idAt('acme/new', 'fresh.py'), 'reviewing', 'looked at since')
    expect((await undo(body.change?.id)).body.left).toEqual({ scans: 0, findings: 0 })
    expect(await shown('acme/new', { ref: 'feature' })).toEqual([])
    const before = [
      ['app.py', 'ignored', 'known in the old one'],
      ['db.py', 'open', null],
      ['fresh.py', 'reviewing', 'looked at since'],
      ['new.py', 'open', null],
    ]
    expect(await shown('acme/old', { ref: 'feature' })).toEqual(before)
    const { scans } = (await service.call(searchScans, { body: { repos: ['acme/old'] } })).body
    expect(scans.map(({ commit }) => commit)).toEqual(['7', '2', '1'])
    const { project } = (await service.call(getProject, { path: { projectName: 'acme/old' } })).body
    expect(project.latest_scan_at).toBe(scans[0]?.completed_at)
    // The flaws are those of the project: decisions go from ref to ref in it, and none comes from the other one.
    service.clock.now += 1000
    await decide(await idAt('acme/new', 'db.py'), 'ignored', 'in the new one alone')
    expect(await shown('acme/old', { ref: 'feature' })).toEqual(before)
    await decide(await idAt('acme/old', 'db.py'), 'fixing', 'in the old one')
    for (const repeat of [false, true]) {
      if (repeat) await scanFeature()
      expect(await shown('acme/old', { ref: 'feature' })).toContainEqual([
        'db.py',
        'fixing',
        'in the old one',
      ])
    }
    expect(await shown('acme/new', { path: 'db.py' })).toEqual([['db.py', 'ignored', 'in the new one alone']])
  })

  test('leaves no decision on refs of the other one that were scanned since, when the merge is undone', async () => {
    const { body } = await merge('acme/old', 'acme/new')
    service.clock.now += 1000
    await decide(await idAt('acme/old', 'job.py'), 'ignored', 'of the old one')
    service.clock.now += 1000
    await send('acme/new', [...shared, result('exec', 'job.py', 'run(x)')], '8', { ref: 'refs/heads/other' })
    expect(await shown('acme/new', { ref: 'other' })).toEqual([
      ['app.py', 'ignored', 'known in the old one'],
      ['db.py', 'reviewing', 'looking'],
      ['job.py', 'ignored', 'of the old one'],
    ])
    await undo(body.change?.id)
    expect(await shown('acme/new', { ref: 'other' })).toEqual([
      ['app.py', 'open', null],
      ['db.py', 'reviewing', 'looking'],
      ['job.py', 'open', null],
    ])
    await decide(await idAt('acme/old', 'app.py'), 'fixing', 'in the old one alone')
    expect(await shown('acme/new', { ref: 'other' })).toContainEqual(['app.py', 'open', null])
  })

  test('is restored by undoing the merge', async () => {
    const token = await service.mint({ name: 'ci', person: null, role: 'ci', projects: ['acme/old'] })
    const before = {
      old: await shown('acme/old'),
      new: await shown('acme/new'),
      ids: (await codeFindings(service)).map(({ id }) => id),
    }
    const { body } = await merge('acme/old', 'acme/new')
    expect((await undo(body.change?.id)).body.project.name).toBe('acme/old')
    expect(await names()).toEqual(['acme/new', 'acme/old'])
    expect({
      old: await shown('acme/old'),
      new: await shown('acme/new'),
      ids: (await codeFindings(service)).map(({ id }) => id),
    }).toEqual(before)
    const ci = (await service.call(listTokens)).body.tokens.find(({ name }) => name === 'ci')
    expect(ci?.projects).toEqual(['acme/old'])
    const [first] = await codeFindings(service, { repos: 'acme/old', path: 'app.py', primary_ref: 'true' })
    const detail = await service.call(getFinding, { path: { id: first?.id ?? 0 } })
    expect(detail.status).toBe(200)
    expect(
      (await upload(service, semgrep(shared), { project: 'acme/old', commit: '9' }, { token })).status,
    ).toBe(201)
    expect(await shown('acme/old', { primary_ref: 'true' })).toEqual([
      ['app.py', 'ignored', 'known in the old one'],
      ['db.py', 'open', null],
      ['job.py', 'fixed', null],
    ])
  })
})

test('a project is not merged into itself, and only by an administrator', async () => {
  await send('acme/old', shared, '1')
  await send('acme/new', shared, '1')
  expect((await merge('acme/old', 'acme/old')).status).toBe(409)
  expect((await merge('acme/old', 'acme/none')).status).toBe(404)
  const token = await service.mint({ name: 'manager', role: 'manager' })
  const refused = await service.call(mergeProject, {
    path: { projectName: 'acme/old' },
    body: { into: 'acme/new' },
    token,
  })
  expect(refused.status).toBe(403)
  expect(await names()).toEqual(['acme/new', 'acme/old'])
})
