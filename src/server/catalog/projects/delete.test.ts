import { describe, expect, it } from 'vitest'
import { listDependencies } from '#contract/operations/dependencies.ts'
import { findingFacets, getFinding, listFindings } from '#contract/operations/findings.ts'
import { deleteProject, getProject, listProjects } from '#contract/operations/projects.ts'
import { triage, undoTriage } from '#contract/operations/triage.ts'
import { rowsOf } from '#server/testing/rows.ts'
import { startTestService } from '#server/testing/service.ts'

async function started() {
  const service = await startTestService()
  const rows = rowsOf(service.services.database, service.deployment.id, service.clock.now)
  const rule_id = await rows.rule()
  /** A project with one of everything. */
  const whole = async (name: string, foreign: { deployment_id?: number } = {}) => {
    const project_id = await rows.project({ name, ...foreign })
    const ref_id = await rows.ref({ project_id, ...foreign })
    await rows.scan({ project_id, ref_id, ...foreign })
    const lockfile_id = await rows.lockfile({ project_id, ref_id, ...foreign })
    await rows.dependency({ project_id, lockfile_id, ...foreign })
    return rows.finding({ project_id, ref_id, rule_id, ...foreign })
  }
  const remove = (projectName: string, token?: string) =>
    service.call(deleteProject, { path: { projectName }, ...(token === undefined ? {} : { token }) })
  return { ...service, rows, whole, remove }
}

describe('deleting a project', () => {
  it('takes everything of it along and leaves the others as they are', async () => {
    const { call, whole, remove, services, addDeployment } = await started()
    const gone = await whole('acme/shop')
    const kept = await whole('acme/api')
    await whole('acme/shop', { deployment_id: await addDeployment('other') })
    await call(triage, { body: { issue_type: 'sast', issue_ids: [gone, kept], new_triage_state: 'fixing' } })
    const response = await remove('acme/shop')
    expect([response.status, response.text]).toEqual([204, ''])

    expect((await call(getProject, { path: { projectName: 'acme/shop' } })).status).toBe(404)
    expect((await call(listProjects)).body.projects.map(({ name }) => name)).toEqual(['acme/api'])
    const { body } = await call(listFindings)
    expect(body.sastFindings?.findings.map(({ id }) => id)).toEqual([kept])
    expect((await call(getFinding, { path: { id: gone } })).status).toBe(404)
    expect((await call(findingFacets)).body.total).toBe(1)
    expect((await call(listDependencies)).body.dependencies).toHaveLength(1)
    const { read } = services.database
    for (const table of ['finding', 'ref', 'scan', 'lockfile', 'dependency', 'project'] as const) {
      expect([table, (await read.selectFrom(table).select('id').execute()).length]).toEqual([table, 2])
    }
    const events = await read.selectFrom('finding_event').select('finding_id').execute()
    expect(events).toEqual([{ finding_id: kept }])
  })

  it('stands in the audit log, and a decision that held it can still be undone for the others', async () => {
    const { call, whole, remove, services } = await started()
    const gone = await whole('acme/shop')
    const kept = await whole('acme/api')
    const made = await call(triage, {
      body: { issue_type: 'sast', issue_ids: [gone, kept], new_triage_state: 'fixing' },
    })
    await remove('acme/shop')
    const line = await services.database.read
      .selectFrom('audit_event')
      .select(['actor', 'target', 'detail_json'])
      .where('action', '=', 'project.deleted')
      .executeTakeFirstOrThrow()
    expect(line).toMatchObject({ actor: 'Tess Ter', target: 'acme/shop' })
    expect(JSON.parse(line.detail_json ?? '')).toMatchObject({ findings: 1, scans: 1, dependencies: 1 })
    const undone = await call(undoTriage, { path: { change_id: made.body.change_id } })
    expect(undone.body).toMatchObject({ num_undone: 1, skipped: [{ id: gone }] })
  })

  it('is for administrators alone, and needs a project', async () => {
    const { call, whole, remove, mint } = await started()
    await whole('acme/shop')
    const { status, body } = await remove('acme/shop', await mint({ role: 'manager' }))
    expect([status, body]).toMatchObject([403, { detail: 'The token does not have the scope admin.' }])
    expect((await remove('acme/ghost')).status).toBe(404)
    expect((await call(listProjects)).body.projects).toHaveLength(1)
  })

  it('lets a scan make the project anew, with nothing of before', async () => {
    const { call, rows, whole, remove } = await started()
    await whole('acme/shop')
    await remove('acme/shop')
    await rows.project({ name: 'acme/shop' })
    expect((await call(getProject, { path: { projectName: 'acme/shop' } })).body.project.tags).toEqual([])
    expect((await call(listFindings)).headers['x-total-count']).toBe('0')
  })
})
