import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { createComment, listComments } from '#contract/operations/comments.ts'
import { getFinding } from '#contract/operations/findings.ts'
import { getGate } from '#contract/operations/gate.ts'
import { getCodeowners, setCodeowners } from '#contract/operations/owners.ts'
import {
  deleteRef,
  listRefs,
  mergeProject,
  patchProject,
  renameProject,
  splitProject,
  undoProjectChange,
} from '#contract/operations/projects.ts'
import { listSources, restoreSource, retireSource } from '#contract/operations/sources.ts'
import { patchFinding } from '#contract/operations/ticket.ts'
import { triage } from '#contract/operations/triage.ts'
import { columnsByTable } from '#server/db/engine.ts'
import { valuesOf } from '#server/db/sql.ts'
import { codeFindings, result, semgrep, upload } from '#server/scans/testing/upload.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'

// Everything that belongs to a project, or to a ref, a finding or a lockfile of it.

let service: TestService
beforeEach(async () => {
  service = await startTestService()
})

const ticket = { url: 'https://tickets.example/7', externalSlug: 'T-7' }
const topic = 'refs/heads/topic'
const files = [
  result('rules.eval', 'api/a.py', 'evaluate(a)'),
  result('rules.eval', 'api/b.py', 'evaluate(b)'),
  result('sqli', 'api/db.py', 'query(id)'),
  result('xss', 'web/app.py', 'render(name)'),
]
const longMessage = 'Text of many words that is stored once for all findings. '.repeat(20)
const longResult = (path: string) => {
  const one = result('long', path, 'long(x)')
  return { ...one, extra: { ...one.extra, message: longMessage } }
}
const bill = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  components: [
    {
      ...{ type: 'library', name: 'left-pad', version: '1.0.0', 'bom-ref': 'left-pad' },
      purl: 'pkg:npm/left-pad@1.0.0',
      properties: [{ name: 'SrcFile', value: 'api/package-lock.json' }],
    },
  ],
  metadata: { tools: [{ name: 'trivy' }] },
}

const send = (project: string, file: unknown, commit: string, more: Record<string, string> = {}) =>
  upload(service, file, { project, commit, ...more })
const idAt = async (repos: string, path: string, query: Record<string, string> = {}) =>
  Number((await codeFindings(service, { repos, path, ...query }))[0]?.id)
const decide = (id: number, state: string) =>
  service.call(triage, { body: { issue_type: 'sast', issue_ids: [id], new_triage_state: state } })
const merge = (projectName: string, into: string) =>
  service.call(mergeProject, { path: { projectName }, body: { into } })
const undo = (id: number | undefined, token?: string) =>
  service.call(undoProjectChange, { path: { change_id: id ?? 0 }, ...(token ? { token } : {}) })
const shown = async (repos: string, query: Record<string, string> = {}) =>
  (await codeFindings(service, { repos, ...query }))
    .map(({ location, status, rule_name: rule }) => `${rule} ${location?.filePath} ${status}`)
    .toSorted()

/** A project with one of everything. */
async function whole(project: string) {
  await send(
    project,
    semgrep([...files, longResult('api/long.py')], { scanned: files.map(({ path }) => path) }),
    '1',
  )
  await decide(await idAt(project, 'api/db.py'), 'ignored')
  await service.call(createComment, {
    path: { id: await idAt(project, 'api/db.py') },
    body: { text: 'Looked at it.' },
  })
  await service.call(patchFinding, {
    path: { id: await idAt(project, 'web/app.py') },
    body: { external_ticket: ticket },
  })
  const renamed = files.map((one) =>
    one.check_id === 'rules.eval' ? { ...one, check_id: 'configs.rules.eval' } : one,
  )
  service.clock.now += 60_000
  await send(project, semgrep([...renamed, longResult('api/long.py')]), '2')
  await send(project, semgrep(renamed), '3', { ref: topic })
  await send(project, bill, '4')
  await send(project, semgrep([result('late', 'api/late.py', 'late()')]), '5', { category: 'nightly' })
  await service.call(retireSource, { body: { repo: project, tool: 'Semgrep', category: 'nightly' } })
  await service.call(setCodeowners, { query: { project }, body: { content: 'api/ @acme/api' } })
  await service.call(getGate, { path: { projectName: project }, query: { commit: '3' } })
}

/** Tables that say what was done, and those of other things than projects. */
const notOfProjects =
  /^(audit_event|change_log|id_counter|kysely_|notification|webhook_delivery|project_change|project_alias|job)/

/** All rows of tables that belong to projects, or to a ref or a finding of one. */
async function everything() {
  const { read } = service.services.database
  const rows: Record<string, unknown[]> = {}
  for (const [table, columns] of await columnsByTable(read)) {
    if (notOfProjects.test(table)) continue
    if (!columns.some((column) => /^(project|ref|finding|lockfile|scan)_id$/.test(column))) continue
    const found = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(read)
    rows[table] = found.rows.map((row) => JSON.stringify(row)).toSorted()
  }
  return rows
}

describe('merging a project of which the other one has nothing', () => {
  beforeEach(async () => {
    await whole('acme/old')
    await send('acme/new', semgrep([result('exec', 'job.py', 'run(x)')]), '1')
    await service.call(patchProject, {
      path: { projectName: 'acme/new' },
      body: { primary_branch: 'refs/heads/main' },
    })
  })

  test('leaves no row of any table behind, and undoing it restores every row', async () => {
    const before = await everything()
    const { status, body } = await merge('acme/old', 'acme/new')
    expect(status).toBe(200)
    const { read } = service.services.database
    for (const [table, columns] of await columnsByTable(read)) {
      if (notOfProjects.test(table) || !columns.includes('project_id')) continue
      const { rows } =
        await sql`select 1 from ${sql.table(table)} where project_id in ${valuesOf([1])}`.execute(read)
      expect([table, rows.length]).toEqual([table, 0])
    }
    expect(await shown('acme/new', { primary_ref: 'true' })).toEqual([
      'configs.rules.eval api/a.py open',
      'configs.rules.eval api/b.py open',
      'exec job.py open',
      'long api/long.py open',
      'sqli api/db.py ignored',
      'xss web/app.py open',
    ])
    const undone = await undo(body.change?.id)
    expect([undone.status, undone.body.left]).toEqual([200, { scans: 0, findings: 0 }])
    const after = await everything()
    // What identifies findings is left with both, the project's own numbers of messages aside.
    for (const table of ['flaw_exclusion', 'fingerprint_alias', 'message', 'scan_scope']) {
      delete before[table]
      delete after[table]
    }
    for (const rows of [before, after])
      rows['finding'] = (rows['finding'] ?? []).map((row) => String(row).replace(/"message_id":\d+/, ''))
    expect(after).toEqual(before)
  })

  test('takes renamed rules, retired sources and CODEOWNERS along', async () => {
    await merge('acme/old', 'acme/new')
    const { body } = await send(
      'acme/old',
      semgrep([...files, longResult('api/long.py'), result('exec', 'job.py', 'run(x)')]),
      '9',
    )
    expect(body.report).toMatchObject({ new: 0, fixed: 0 })
    const gate = await service.call(getGate, { path: { projectName: 'acme/old' }, query: { commit: '3' } })
    expect([gate.status, gate.body.project, gate.body.verdict]).toEqual([200, 'acme/new', 'pass'])
    const owners = await service.call(getCodeowners, { query: { project: 'acme/new' } })
    expect(owners.body.codeowners?.content).toBe('api/ @acme/api')
    const source = { repo: 'acme/new', tool: 'Semgrep', category: 'nightly' }
    const sources = (await service.call(listSources, { query: { repo: 'acme/new' } })).body.sources
    expect(sources.find(({ category }) => category === 'nightly')?.retired).not.toBeNull()
    expect((await service.call(restoreSource, { body: source })).body.findings).toBe(1)
  })

  test('undoing it tells what arrived since, and is refused while something followed', async () => {
    const { body } = await merge('acme/old', 'acme/new')
    service.clock.now += 1000
    await send('acme/old', semgrep([result('since', 'job2.py', 'since(x)')]), '8', { category: 'other' })
    const manager = await service.mint({ name: 'manager', role: 'manager' })
    expect((await undo(body.change?.id, manager)).status).toBe(403)
    const split = await service.call(splitProject, {
      path: { projectName: 'acme/new' },
      body: { path_prefix: 'api', name: 'acme/api' },
    })
    expect((await undo(body.change?.id)).status).toBe(409)
    expect((await undo(split.body.change?.id)).status).toBe(200)
    const undone = await undo(body.change?.id)
    expect([undone.status, undone.body.left]).toEqual([200, { scans: 1, findings: 1 }])
    expect(await shown('acme/new', { rules: 'since' })).toEqual(['since job2.py open'])
  })
})

describe('merging a project of which the other one has the same', () => {
  test('gives what stays the owner, the ticket and the openness of what goes; undoing takes them back', async () => {
    const same = [result('xss', 'app.py', 'render(name)'), result('sqli', 'db.py', 'query(id)')]
    await send('acme/old', semgrep(same), '1')
    await service.call(patchFinding, {
      path: { id: await idAt('acme/old', 'app.py') },
      body: { external_ticket: ticket },
    })
    await service.call(triage, {
      body: { issue_type: 'sast', issue_ids: [await idAt('acme/old', 'app.py')], new_owner: '@acme/web' },
    })
    service.clock.now += 1000
    await send('acme/new', semgrep(same), '1')
    await decide(await idAt('acme/new', 'app.py'), 'ignored')
    await send('acme/new', semgrep([result('xss', 'app.py', 'render(name)')]), '2')
    expect(await shown('acme/new')).toEqual(['sqli db.py fixed', 'xss app.py ignored'])
    const before = await everything()
    const { body } = await merge('acme/old', 'acme/new')
    expect(await shown('acme/new')).toEqual(['sqli db.py open', 'xss app.py ignored'])
    const read = async () =>
      (await service.call(getFinding, { path: { id: await idAt('acme/new', 'app.py') } })).body
    expect(await read()).toMatchObject({ external_ticket: { externalSlug: 'T-7' }, owner: '@acme/web' })
    await undo(body.change?.id)
    const after = await everything()
    for (const rows of [before, after]) {
      delete rows['scan_scope']
      delete rows['fingerprint_alias']
    }
    expect(after).toEqual(before)
  })

  test('a branch that one of both has deleted is there', async () => {
    const one = semgrep([result('xss', 'app.py', 'render(name)')])
    for (const project of ['acme/old', 'acme/new']) {
      await send(project, one, '1')
      await send(project, one, '2', { ref: topic })
    }
    await service.call(deleteRef, { query: { repo: 'acme/new', ref: topic } })
    const { body } = await merge('acme/old', 'acme/new')
    const refs = async (id: number) =>
      (await service.call(listRefs, { query: { repository_id: id } })).body.refs.map(({ name }) => name)
    expect(await refs(body.project.id)).toContain(topic)
    expect(await shown('acme/new', { ref: topic })).toEqual(['xss app.py open'])
    await undo(body.change?.id)
    expect(await refs(body.project.id)).not.toContain(topic)
  })
})

test('what is split off has its rules, its retired sources, its message texts and its thread', async () => {
  await whole('acme/mono')
  const { status, body } = await service.call(splitProject, {
    path: { projectName: 'acme/mono' },
    body: { path_prefix: 'api', name: 'acme/api' },
  })
  expect([status, body.project.name]).toEqual([200, 'acme/api'])
  const comments = await service.call(listComments, { path: { id: await idAt('acme/api', 'api/db.py') } })
  expect(comments.body.comments.map(({ text }) => text)).toEqual(['Looked at it.'])
  const long = await service.call(getFinding, { path: { id: await idAt('acme/api', 'api/long.py') } })
  expect(long.body.rule_message?.trim()).toBe(longMessage.trim())
  // The former ids of the rule again, from a pipeline of its own.
  const again = await send('acme/api', semgrep([...files.slice(0, 3), longResult('api/long.py')]), '7')
  expect(again.body.report).toMatchObject({ new: 0, fixed: 0 })
  expect(await shown('acme/mono', { primary_ref: 'true' })).toEqual(['xss web/app.py open'])
  const before = await shown('acme/api', { primary_ref: 'true' })
  await undo(body.change?.id)
  expect(await shown('acme/mono', { primary_ref: 'true' })).toEqual([...before, 'xss web/app.py open'])
})

test('a project whose name another one has reused is not renamed back', async () => {
  await send('acme/shop', semgrep(files), '1')
  await send('acme/api', semgrep(files), '1')
  const { body } = await service.call(renameProject, {
    path: { projectName: 'acme/shop' },
    body: { name: 'acme/store' },
  })
  await service.call(renameProject, {
    path: { projectName: 'acme/api' },
    body: { name: 'acme/shop', reuse_name: true },
  })
  expect((await undo(body.change?.id)).status).toBe(409)
  expect(await shown('acme/store', { rules: 'xss' })).toEqual(['xss web/app.py open'])
})
