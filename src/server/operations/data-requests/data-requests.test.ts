import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { listAudit } from '#contract/operations/audit.ts'
import { findingFacets, getFinding } from '#contract/operations/findings.ts'
import { getGate } from '#contract/operations/gate.ts'
import { createTeam, listTeams, mapHandle, setOwnerRule } from '#contract/operations/owners.ts'
import { exportSbom } from '#contract/operations/sbom.ts'
import { getMe } from '#contract/operations/session.ts'
import { createToken, listTokens } from '#contract/operations/tokens.ts'
import { listTriageChanges, triage, undoTriage } from '#contract/operations/triage.ts'
import { createView, listViews } from '#contract/operations/views.ts'
import type { Database } from '#server/db/database.ts'
import { codeFindings, result, semgrep, upload } from '#server/scans/testing/upload.ts'
import { type CallOptions, startTestService, type TestService } from '#server/testing/service.ts'
import { deploymentTables } from './archived-tables.ts'
import { deleteDeployment, resumeDeletions } from './delete-deployment.ts'
import { deletePerson } from './delete-person.ts'
import { exportDeployment } from './export-deployment.ts'
import { exportPerson } from './export-person.ts'

interface Line {
  table?: string
  row?: Record<string, unknown>
  tables?: { table: string; rows: number; leftOut?: string[] }[]
  end?: boolean
  sha256?: string
}

/** Reads an archive, and checks it against its own manifest. */
async function read(archive: AsyncGenerator<string>) {
  const parts: string[] = []
  for await (const part of archive) parts.push(part)
  const text = parts.join('')
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
  const manifest = lines[0]
  const rows = lines.slice(1, -1)
  const body = text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1)
  expect(lines.at(-1)).toEqual({ end: true, sha256: createHash('sha256').update(body).digest('hex') })
  const counts = new Map<string, number>()
  for (const { table = '' } of rows) counts.set(table, (counts.get(table) ?? 0) + 1)
  for (const { table, rows: count } of manifest?.tables ?? [])
    expect([table, counts.get(table) ?? 0]).toEqual([table, count])
  return {
    text,
    rows,
    rowsOf: (table: string) => rows.flatMap((line) => (line.table === table ? [line.row] : [])),
  }
}

/** Names of all tables whose rows belong to a deployment, but for files and what is staged. */
async function tablesOf(database: Database): Promise<string[]> {
  const tables = await database.read.introspection.getTables()
  return tables
    .filter(({ columns }) => columns.some(({ name }) => name === 'deployment_id'))
    .map(({ name }) => name)
    .filter((name) => !['staged_finding', 'export_file'].includes(name))
    .toSorted()
}

const rowsIn = async (database: Database, deploymentId: number) => {
  const counts: Record<string, number> = {}
  for (const name of await tablesOf(database)) {
    const { count } = await database.read
      // parse: a table of the database.
      .selectFrom(name as 'job')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('deployment_id', '=', deploymentId)
      .executeTakeFirstOrThrow()
    if (count > 0) counts[name] = count
  }
  return counts
}

async function fill(service: TestService, deploymentId: number, more: CallOptions = {}) {
  const { call, services } = service
  const options = { ...more, path: { deploymentId, deploymentSlug: deploymentId } }
  const send = (file: unknown) => upload(service, file, { commit: String(Math.random()) }, options)
  await send(semgrep(Array.from({ length: 30 }, (_, at) => result('r', `${at}.py`, `call${at}()`))))
  await send(semgrep([result('r', '1.py', 'call1()')]))
  await send({
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    metadata: { component: { type: 'application', name: 'shop', 'bom-ref': 'root' } },
    components: [{ type: 'library', 'bom-ref': 'a', name: 'a', version: '1', purl: 'pkg:npm/a@1' }],
  })
  const ids = [2, 3, 4]
  const body = { issue_type: 'sast', issue_ids: ids, new_triage_state: 'ignored', new_note: 'A note.' }
  expect((await call(triage, { ...options, body })).status).toBe(200)
  await call(exportSbom, { ...options, body: { repositoryId: '1' } })
  await services.jobs.settled()
  await call(createToken, { ...options, body: { name: 'ci', role: 'ci', machine: true } })
}

describe('a deployment', () => {
  it('is exported with all of its tables, and without what gives access', async () => {
    const service = await startTestService()
    const { services, deployment, addDeployment } = service
    await fill(service, deployment.id)
    await fill(service, await addDeployment('other'))
    expect(Object.keys(deploymentTables).toSorted()).toEqual(
      [...(await tablesOf(services.database)), 'deployment'].toSorted(),
    )
    const { rows, rowsOf, text } = await read(await exportDeployment(services, deployment))
    expect(rowsOf('finding')).toHaveLength(30)
    expect(rowsOf('deployment')).toMatchObject([{ slug: 'main' }])
    for (const { table, row } of rows)
      expect([table, table === 'deployment' ? row?.['id'] : row?.['deployment_id']]).toEqual([
        table,
        deployment.id,
      ])
    expect(rowsOf('sbom_content')[0]?.['content']).toEqual({ base64: expect.stringMatching(/^H4sI/) })
    const secrets = await services.database.read
      .selectFrom('deployment')
      .innerJoin('token', 'token.deployment_id', 'deployment.id')
      .innerJoin('sbom_export', 'sbom_export.deployment_id', 'deployment.id')
      .select(['secret_salt', 'hash', 'download_token'])
      .where('deployment.id', '=', deployment.id)
      .execute()
    expect(secrets.length).toBeGreaterThan(0)
    for (const secret of secrets.flatMap((row) => Object.values(row))) expect(text).not.toContain(secret)
  })

  it('is deleted with everything, and others stay as they were', async () => {
    const service = await startTestService()
    const { services, call, deployment, addDeployment, mint } = service
    const otherId = await addDeployment('other')
    await fill(service, deployment.id)
    await fill(service, otherId)
    const token = await mint({ deploymentId: otherId, role: 'viewer' })
    const before = await rowsIn(services.database, deployment.id)
    const deleted = await deleteDeployment(services, { id: otherId, slug: 'other', name: 'other' })
    expect(deleted).toMatchObject({ findings: 30, projects: 1, scans: 3, exports: 1, tokens: 2 })
    expect(await rowsIn(services.database, otherId)).toEqual({})
    expect(await rowsIn(services.database, deployment.id)).toEqual(before)
    expect((await call(getMe, { token })).status).toBe(401)
    const path = { deploymentSlug: 'other' }
    expect((await call(findingFacets, { path, query: { issue_type: 'sast' } })).status).toBe(404)
    expect((await call(getMe)).body.deployments.map(({ slug }) => slug)).toEqual(['main'])
    const { events } = (await call(listAudit, { query: { action: 'deployment.deleted' } })).body
    expect(events).toMatchObject([{ target: 'other', actor: 'command line', detail: { findings: 30 } }])
    // Its slug is free again, its id is not.
    expect(await addDeployment('other')).toBeGreaterThan(otherId)
  })

  it('is deleted to the end after an interruption, and gone from its beginning', async () => {
    const service = await startTestService()
    const { services, call, addDeployment } = service
    const otherId = await addDeployment('other')
    await fill(service, otherId)
    let batches = 0
    const stopped = new AbortController()
    services.onChange(({ deploymentId }) => {
      if (deploymentId === otherId && ++batches === 3) stopped.abort()
    })
    const other = { id: otherId, slug: 'other', name: 'other' }
    const interrupted = deleteDeployment({ ...services, stopping: stopped.signal }, other)
    await expect(interrupted).rejects.toThrow('Its next start continues')
    expect((await call(getMe)).body.deployments.map(({ slug }) => slug)).toEqual(['main'])
    expect(await rowsIn(services.database, otherId)).not.toEqual({})
    await resumeDeletions(services)
    expect(await rowsIn(services.database, otherId)).toEqual({})
    const { events } = (await call(listAudit, { query: { action: 'deployment.deleted' } })).body
    expect(events).toMatchObject([{ target: 'other', detail: { findings: 30, scans: 3 } }])
  })
})

describe('a person', () => {
  const name = 'Ada Lovelace'

  async function started() {
    const service = await startTestService()
    const { call, mint } = service
    const token = await mint({ person: name, role: 'admin', webApiEnabled: true })
    await fill(service, service.deployment.id, { token })
    const view = { page: 'code', query: 'severities=high', name: 'Mine' }
    await call(createView, { body: view, token })
    await call(createView, { body: { ...view, name: 'Ours', shared: true }, token })
    await call(createToken, { body: { name: 'laptop', person: name, role: 'viewer' } })
    const verdict = await call(getGate, { path: { projectName: 'acme/shop' }, token })
    expect(verdict.body.id).toBe(1)
    return { ...service, adaToken: token }
  }

  it('is exported with what has their name, and no more', async () => {
    const { services } = await started()
    const { rows, rowsOf } = await read(await exportPerson(services, name))
    for (const { table, row } of rows)
      expect([table, JSON.stringify(row)]).toEqual([table, expect.stringContaining(name)])
    expect(rowsOf('finding').map((row) => row?.['id'])).toEqual([2, 3, 4])
    expect(rowsOf('finding_event')).toHaveLength(3)
    expect(rowsOf('view')).toHaveLength(2)
    expect(rowsOf('gate_verdict')).toHaveLength(1)
    expect(rowsOf('token').length).toBeGreaterThan(1)
    expect(rowsOf('token')[0]).not.toHaveProperty('hash')
  })

  it('is deleted, with a neutral name in history and audit log', async () => {
    const service = await started()
    const { services, call, adaToken } = service
    const query = { issue_type: 'sast' }
    const counts = (await call(findingFacets, { query })).text
    const list = JSON.stringify(await codeFindings(service))
    const { replacement } = await deletePerson(services, name)
    expect(replacement).toMatch(/^deleted user \d+$/)
    const { text } = await read(
      await exportDeployment(services, services.deployments.all()[0] ?? service.deployment),
    )
    expect(text).not.toContain(name)
    expect((await call(getMe, { token: adaToken })).status).toBe(401)
    expect((await call(listTokens)).text).not.toContain(name)
    expect((await call(findingFacets, { query })).text).toBe(counts.replaceAll(name, replacement))
    expect(JSON.stringify(await codeFindings(service))).toBe(list.replaceAll(name, replacement))
    // The column store follows.
    expect(await codeFindings(service, { triaged_by: name })).toEqual([])
    expect((await codeFindings(service, { triaged_by: replacement })).map(({ id }) => id)).toEqual([4, 3, 2])
    const { history } = (await call(getFinding, { path: { id: 3 } })).body
    expect(history.find(({ what }) => what === 'triaged')).toMatchObject({
      who: replacement,
      note: 'A note.',
    })
    expect((await call(listViews)).body.views.filter(({ name }) => name === 'Ours')).toHaveLength(1)
    expect((await call(listViews)).body.views.filter(({ name }) => name === 'Mine')).toEqual([])
    const { events } = (await call(listAudit, { query: { action: 'person.deleted' } })).body
    expect(events).toMatchObject([{ target: replacement, actor: 'command line' }])
    // What they decided can be undone as before.
    const [change] = (await call(listTriageChanges)).body.changes
    expect(change?.by).toBe(replacement)
    expect((await call(undoTriage, { path: { change_id: change?.id ?? '' } })).body).toMatchObject({
      num_undone: 3,
    })
  })

  it('owns no findings any more, in lists and in history', async () => {
    const { services, call } = await started()
    await call(createTeam, { body: { name: 'Payments', members: [name] } })
    await call(mapHandle, { body: { handle: '@ada', owner: `person:${name}` } })
    await call(setOwnerRule, { body: { kind: 'rule', value: 'other', owner: `person:${name}` } })
    const { body } = await call(triage, {
      body: { issue_type: 'sast', issue_ids: [5], new_owner: `person:${name}` },
    })
    await call(triage, { body: { issue_type: 'sast', issue_ids: [5], new_owner: null } })
    await call(triage, { body: { issue_type: 'sast', issue_ids: [6], new_owner: `person:${name}` } })
    expect(body.num_triaged).toBe(1)
    await services.jobs.settled()
    const { replacement } = await deletePerson(services, name)
    const { text } = await read(
      await exportDeployment(services, services.deployments.all()[0] ?? expect.fail()),
    )
    expect(text).not.toContain(name)
    expect((await call(getFinding, { path: { id: 6 } })).body).not.toHaveProperty('owner')
    const { history } = (await call(getFinding, { path: { id: 5 } })).body
    expect(history.slice(-2)).toMatchObject([
      { to: `person:${replacement}` },
      { from: `person:${replacement}`, to: null },
    ])
    const { disabled, teams } = (await call(listTeams)).body
    expect(disabled).toMatchObject([{ owner: `person:${replacement}`, findings: 1 }])
    expect(teams).toMatchObject([{ name: 'Payments', members: [] }])
  })

  it('is neither unknown, nor the service or a machine', async () => {
    const { services } = await started()
    await expect(deletePerson(services, 'Nobody')).rejects.toMatchObject({ status: 404 })
    for (const other of ['ci', 'Gatehouse', 'command line'])
      await expect(deletePerson(services, other)).rejects.toMatchObject({ status: 409 })
  })
})
