import { beforeEach, describe, expect, test } from 'vitest'
import { getGate } from '#contract/operations/gate.ts'
import {
  listProjects,
  renameProject,
  splitProject,
  undoProjectChange,
} from '#contract/operations/projects.ts'
import { acceptScan, searchScans } from '#contract/operations/scans.ts'
import { triage } from '#contract/operations/triage.ts'
import { codeFindings, result, semgrep, upload } from '#server/scans/testing/upload.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'

let service: TestService
beforeEach(async () => {
  service = await startTestService()
})

const web = [result('xss', 'web/app.py', 'render(name)'), result('xss', 'services/apiary/b.py', 'hum(b)')]
const api = [
  result('sqli', 'services/api/db.py', 'query(id)'),
  result('exec', 'services/api/job.py', 'run(x)'),
]
const send = (project: string, results: unknown[], commit: string, more: object = {}, scanned?: string[]) =>
  upload(service, semgrep(results, scanned ? { scanned } : {}), { project, commit, ...more })
const split = (path_prefix = 'services/api', name = 'acme/api', more: object = {}) =>
  service.call(splitProject, { path: { projectName: 'acme/mono' }, body: { path_prefix, name, ...more } })
const names = async () => (await service.call(listProjects)).body.projects.map(({ name }) => name)
async function shown(project: string, query: Record<string, string> = {}) {
  const found = await codeFindings(service, { repos: project, ...query })
  return found.map(({ location, status }) => `${location?.filePath} ${status}`).toSorted()
}
const ignore = async (path: string) => {
  const [finding] = await codeFindings(service, { path })
  await service.call(triage, {
    body: { issue_type: 'sast', issue_ids: [finding?.id], new_triage_state: 'ignored' },
  })
}

describe('a project that was split', () => {
  beforeEach(async () => {
    await send('acme/mono', [...web, ...api], '1')
    await send('acme/mono', api, '2', { ref: 'refs/heads/feature' })
    await ignore('services/api/db.py')
  })

  test('gives what is under the folder to the new one, on all refs, with its decisions', async () => {
    const preview = await split('services/api', 'acme/api', { preview: true })
    expect(preview.body).toMatchObject({
      change: null,
      project: { name: 'acme/mono' },
      effects: { findings: 4, decisions: 2, refs: 2, tokens: 0 },
      conflicts: [],
    })
    const { status, body } = await split()
    expect([status, body.project.name, body.project.primary_branch]).toEqual([
      200,
      'acme/api',
      'refs/heads/main',
    ])
    expect(await names()).toEqual(['acme/api', 'acme/mono'])
    expect(await shown('acme/api')).toEqual([
      'services/api/db.py ignored',
      'services/api/db.py ignored',
      'services/api/job.py open',
      'services/api/job.py open',
    ])
    expect(await shown('acme/mono')).toEqual(['services/apiary/b.py open', 'web/app.py open'])
  })

  test('sends on what uploads report under the folder, as scans of the same ref and commit', async () => {
    await split()
    const { body } = await send(
      'acme/mono',
      [...web, ...api, result('new', 'services/api/new.py', 'f(x)')],
      '3',
    )
    expect(body.report).toMatchObject({ read: 5, new: 1, unchanged: 4, fixed: 0 })
    expect(body.meta).toMatchObject({ repository: 'acme/mono' })
    expect(await shown('acme/api', { primary_ref: 'true' })).toEqual([
      'services/api/db.py ignored',
      'services/api/job.py open',
      'services/api/new.py open',
    ])
    const scans = (await service.call(searchScans, { body: { repos: ['acme/api'] } })).body.scans
    expect(scans.map((scan) => [scan.commit, scan.branch])[0]).toEqual(['3', 'refs/heads/main'])
    const gates = []
    for (const projectName of ['acme/api', 'acme/mono']) {
      await send('acme/mono', [...web, ...api, result('new', 'services/api/new.py', 'f(x)')], '4', {
        ref: 'refs/heads/topic',
      })
      const gate = await service.call(getGate, { path: { projectName }, query: { commit: '4' } })
      gates.push([gate.body.project, gate.body.verdict])
    }
    expect(gates).toEqual([
      ['acme/api', 'pass'],
      ['acme/mono', 'pass'],
    ])
    await send('acme/mono', [...web, ...api], '5')
    expect(await shown('acme/api', { primary_ref: 'true', status: 'fixed' })).toEqual([
      'services/api/new.py fixed',
    ])
  })

  test('takes uploads of the new project as well, and does not empty it when it no longer looks there', async () => {
    await split()
    expect((await send('acme/api', api, '3')).body.report).toMatchObject({ new: 0, unchanged: 2 })
    await send('acme/mono', web, '4')
    expect(await shown('acme/api', { primary_ref: 'true' })).toEqual([
      'services/api/db.py ignored',
      'services/api/job.py open',
    ])
    expect(await shown('acme/mono', { primary_ref: 'true' })).toEqual([
      'services/apiary/b.py open',
      'web/app.py open',
    ])
  })

  test('fixes what is gone as long as its uploads are the ones that report it', async () => {
    await split()
    await send('acme/mono', web, '3')
    expect(await shown('acme/api', { primary_ref: 'true' })).toEqual([
      'services/api/db.py fixed',
      'services/api/job.py fixed',
    ])
    await send('acme/mono', [...web, ...api], '4')
    expect(await shown('acme/api', { primary_ref: 'true' })).toEqual([
      'services/api/db.py ignored',
      'services/api/job.py open',
    ])
  })

  test('divides diff scans, and follows renames of both', async () => {
    await split()
    for (const [projectName, name] of [
      ['acme/mono', 'acme/all'],
      ['acme/api', 'acme/backend'],
    ] as const)
      await service.call(renameProject, { path: { projectName }, body: { name } })
    await send('acme/mono', [], '3', { kind: 'diff', ref: 'refs/heads/main' }, [
      'services/api/job.py',
      'web/app.py',
    ])
    expect(await shown('acme/backend', { primary_ref: 'true' })).toEqual([
      'services/api/db.py ignored',
      'services/api/job.py fixed',
    ])
    expect(await shown('acme/all', { primary_ref: 'true' })).toEqual([
      'services/apiary/b.py open',
      'web/app.py fixed',
    ])
  })

  test('can be split again, deeper', async () => {
    await split()
    await split('services', 'acme/services')
    expect(await names()).toEqual(['acme/api', 'acme/mono', 'acme/services'])
    await send('acme/mono', [...web, ...api], '3')
    expect(await shown('acme/services', { primary_ref: 'true' })).toEqual(['services/apiary/b.py open'])
    expect(await shown('acme/api', { primary_ref: 'true' })).toHaveLength(2)
    expect(await shown('acme/mono', { primary_ref: 'true' })).toEqual(['web/app.py open'])
  })

  test('is whole again after the split is undone, with what was decided since', async () => {
    const { body } = await split()
    await ignore('services/api/job.py')
    await send('acme/mono', [...web, ...api], '3')
    const undone = await service.call(undoProjectChange, { path: { change_id: body.change?.id ?? 0 } })
    expect([undone.status, undone.body.project.name]).toEqual([200, 'acme/mono'])
    expect(await names()).toEqual(['acme/mono'])
    const whole = [
      'services/api/db.py ignored',
      'services/api/job.py ignored',
      'services/apiary/b.py open',
      'web/app.py open',
    ]
    expect(await shown('acme/mono', { primary_ref: 'true' })).toEqual(whole)
    const again = await send('acme/mono', [...web, ...api], '4')
    expect(again.body.report).toMatchObject({ new: 0, unchanged: 4 })
    expect(await shown('acme/mono', { primary_ref: 'true' })).toEqual(whole)
  })

  test('is refused for a folder with nothing, one that was split off, and a name that is taken', async () => {
    expect((await split('nowhere', 'acme/none')).status).toBe(409)
    expect((await split('services/api', 'acme/mono')).status).toBe(409)
    expect((await split('services/../web', 'acme/x')).status).toBe(400)
    await split()
    expect((await split('services/api/', 'acme/other')).status).toBe(409)
    const conflicts = (await split('services/api/', 'acme/api', { preview: true })).body.conflicts
    expect(conflicts.map(({ reason }) => reason)).toEqual(['taken', 'split'])
  })
})

test('a part that is held is accepted for the project that it belongs to', async () => {
  const many = Array.from({ length: 8 }, (_, at) => result('r', `services/api/${at}.py`, `call(${at})`))
  await send('acme/mono', [...web, ...many], '1')
  await split()
  await send('acme/mono', web, '2')
  const scans = (await service.call(searchScans, { body: { repos: ['acme/api'] } })).body.scans
  const held = scans.find(({ status }) => status === 'SCAN_STATUS_PENDING')
  expect(held).toBeDefined()
  expect(await shown('acme/api', { status: 'open' })).toHaveLength(8)
  expect((await service.call(acceptScan, { path: { scanId: held?.id ?? '' } })).status).toBe(200)
  expect(await shown('acme/api', { status: 'open' })).toEqual([])
  expect(await shown('acme/mono')).toEqual(['services/apiary/b.py open', 'web/app.py open'])
})

test('a scan of another folder that is held for the project says nothing of its parts until it is accepted', async () => {
  const many = Array.from({ length: 8 }, (_, at) => result('r', `web/${at}.py`, `call(${at})`))
  await send('acme/mono', [...many, ...api], '1')
  await split()
  await send('acme/mono', [...many, ...api], '2')
  await send('acme/mono', [], '3')
  const scans = (await service.call(searchScans, { body: { repos: ['acme/mono'] } })).body.scans
  const held = scans.find(({ status }) => status === 'SCAN_STATUS_PENDING')
  expect(held).toBeDefined()
  expect(await shown('acme/api', { status: 'open' })).toHaveLength(2)
  expect((await service.call(acceptScan, { path: { scanId: held?.id ?? '' } })).status).toBe(200)
  expect(await shown('acme/api', { status: 'open' })).toEqual([])
})
