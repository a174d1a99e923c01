import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { operations } from '#contract/all.ts'
import type { Operation } from '#contract/operation.ts'
import { evaluateGate } from '#contract/operations/gate.ts'
import { sendCodeowners } from '#contract/operations/owners.ts'
import { createScan } from '#contract/operations/scans.ts'
import type { Database } from '#server/db/database.ts'
import { result, semgrep } from '#server/scans/testing/upload.ts'
import { createOneOfEach } from './examples/one-of-each.ts'
import { rightBodies } from './examples/valid-bodies.ts'
import { startTestService } from './service.ts'
import { forced } from './stress/repetitions.ts'

type Row = Record<string, unknown>

/** The rows of all tables, those of one project left out. */
async function rowsBesideProject({ read }: Database, name: string): Promise<Map<string, Row[]>> {
  const tables = new Map<string, Row[]>()
  for (const { name: table } of await read.introspection.getTables()) {
    const { rows } = await sql<Row>`select * from ${sql.table(table)}`.execute(read)
    tables.set(table, rows)
  }
  const own = tables.get('project')?.find((row) => row['name'] === name)?.['id']
  const ids = (table: string, column: string, of: ReadonlySet<unknown>) =>
    new Set(tables.get(table)?.flatMap((row) => (of.has(row[column]) ? [row['id']] : [])))
  const projects = new Set([own])
  const owners: Record<string, ReadonlySet<unknown>> = {
    project_id: projects,
    ref_id: ids('ref', 'project_id', projects),
    scan_id: ids('scan', 'project_id', projects),
    finding_id: ids('finding', 'project_id', projects),
    lockfile_id: ids('lockfile', 'project_id', projects),
  }
  for (const [table, rows] of tables) {
    const isOwn = (row: Row) =>
      (table === 'project' && row['id'] === own) ||
      Object.entries(owners).some(([column, owned]) => owned.has(row[column]))
    tables.set(
      table,
      rows.filter((row) => !isOwn(row)),
    )
  }
  return tables
}

/** What any request changes: counters, the log of changes, when a token was used. */
const bookkeeping = new Set(['id_counter', 'change_log', 'deployment', 'token', 'lease', 'request_window'])

/** What a scan adds for all projects: names that later scans share, and rules that nobody reported before. */
const added = new Set([
  'audit_event',
  'category_set',
  'job',
  'notification_event',
  'policy_rule',
  'rule',
  'scan_source',
  'stored_report',
])

/** The rows that are not there any more, or were not there. */
function changesBetween(before: Map<string, Row[]>, after: Map<string, Row[]>) {
  const texts = (rows: Row[] | undefined) => new Set((rows ?? []).map((row) => JSON.stringify(row)))
  return [...before.keys()].flatMap((table) => {
    if (bookkeeping.has(table)) return []
    const [old, now] = [texts(before.get(table)), texts(after.get(table))]
    const gone = [...old.difference(now)].map((row) => `${table} lost ${row}`)
    const fresh = added.has(table) ? [] : [...now.difference(old)].map((row) => `${table} got ${row}`)
    return [...gone, ...fresh]
  })
}

const names = ['sqli', 'xss', 'csrf']

/** A report in which nothing is said as before. */
const other = (rules: readonly string[], say = 'Nothing to see.', severity = 'INFO') =>
  semgrep(
    rules.map((rule) => {
      const one = result(rule, `${rule}.py`, `f(${rule})`)
      const metadata = { cwe: ['CWE-1000: Other'], source: 'https://evil.example/x', confidence: 'LOW' }
      return { ...one, extra: { ...one.extra, message: say, severity, metadata } }
    }),
  )

const codeql = (id: string, level: string) => ({
  version: '2.1.0',
  runs: [
    {
      tool: { driver: { name: 'Semgrep', rules: [{ id, defaultConfiguration: { level } }] } },
      results: [],
    },
  ],
})

const files: readonly [query: Record<string, string>, file: object][] = [
  [{ ref: 'refs/heads/feature' }, other(names)],
  [{ ref: 'refs/heads/feature', kind: 'diff' }, other([...names, 'python.flask.debug-on'])],
  [{ ref: 'refs/heads/feature' }, other(['new.rule'])],
  [{ ref: 'refs/heads/main', dry_run: 'true' }, other(names)],
  [{ ref: 'refs/heads/main' }, other(names)],
  [{ ref: 'refs/heads/main' }, other(names, 'Once more.')],
  [{ ref: 'refs/heads/main' }, other(names.map((rule) => `config.${rule}`))],
  [{ ref: 'refs/heads/main', category: 'more' }, codeql('sqli', 'note')],
  [{ ref: 'refs/heads/main' }, semgrep([])],
  [
    { ref: 'refs/heads/main' },
    { ...other(names), errors: [{ level: 'error', type: 'Fatal', message: 'failed' }] },
  ],
]

const kinds = {
  'of projects': { role: 'ci', person: null, projects: ['c'] } as const,
  'of a pipeline': { role: 'ci', person: null } as const,
}

test.each(Object.entries(kinds))('a token %s changes nothing beside its project', async (_, made) => {
  const service = await createOneOfEach()
  const { call, send, mint, idsOf, services } = service
  const usual = semgrep(names.map((rule) => result(rule, `${rule}.py`, `f(${rule})`)))
  for (const project of ['a', 'b', 'c'])
    expect(
      (await call(createScan, { query: { project, ref: 'refs/heads/main' }, body: bytes(usual) })).status,
    ).toBe(201)
  const token = await mint(made)
  const rest = () => rowsBesideProject(services.database, 'c')
  const before = await rest()

  for (const [query, file] of files) {
    const { status } = await call(createScan, { query: { project: 'c', ...query }, body: bytes(file), token })
    expect([query, [200, 201].includes(status)]).toEqual([query, true])
    expect(changesBetween(before, await rest())).toEqual([])
  }
  const owners = Buffer.from('* @acme/payments')
  expect(
    (await call(sendCodeowners, { query: { project: 'c', ref: 'main' }, body: owners, token })).status,
  ).toBeLessThan(300)
  const path = { projectName: 'c' }
  expect((await call(evaluateGate, { path, body: { commit: 'a1' }, token })).status).toBe(200)
  expect(changesBetween(before, await rest())).toEqual([])

  // What exists of other projects, in every operation that writes.
  const reached: string[] = []
  for (const operation of operations.filter(({ method, id }) => method !== 'GET' && id !== 'createScan')) {
    const body = rightBodies[operation.id] ?? {}
    const { status } = await send(operation.method, addressOf(operation, idsOf(operation)), {
      token,
      ...(operation.method === 'DELETE' ? {} : { body }),
    })
    if (status < 400) reached.push(operation.id)
    expect([operation.id, changesBetween(before, await rest())]).toEqual([operation.id, []])
  }
  // These end the session of a browser; a token has none.
  expect(reached).toEqual(['signOut', 'signOutOfProvider'])
})

const upload = fc.record({
  ref: fc.constantFrom('refs/heads/main', 'refs/heads/feature', 'refs/heads/other'),
  kind: fc.constantFrom('full', 'diff'),
  category: fc.constantFrom(undefined, 'more'),
  rules: fc.subarray([...names, 'config.sqli', 'new.rule', 'newer.rule'], { minLength: 1 }),
  say: fc.constantFrom('Nothing to see.', 'Once more.', 'f(x) reaches a query.'),
  severity: fc.constantFrom('INFO', 'WARNING', 'ERROR'),
})

test('random reports of a token of a project say nothing about rules elsewhere', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(upload, { minLength: 3, maxLength: 8 }), async (uploads) => {
      const { call, mint, services } = await startTestService()
      const usual = bytes(semgrep(names.map((rule) => result(rule, `${rule}.py`, `f(${rule})`))))
      for (const project of ['a', 'b', 'c'])
        await call(createScan, { query: { project, ref: 'refs/heads/main' }, body: usual })
      const token = await mint({ role: 'ci', person: null, projects: ['c'] })
      const rest = () => rowsBesideProject(services.database, 'c')
      const before = await rest()
      for (const { rules, say, severity, category, ...where } of uploads) {
        const query = { project: 'c', ...where, ...(category === undefined ? {} : { category }) }
        const body = bytes(other(rules, say, severity))
        const { status } = await call(createScan, { query, body, token })
        expect([query, [200, 201].includes(status)]).toEqual([query, true])
      }
      expect(changesBetween(before, await rest())).toEqual([])
    }),
    { numRuns: forced(3) },
  )
}, 1_200_000)

const bytes = (file: object) => Buffer.from(JSON.stringify(file))

const addressOf = ({ path, query }: Operation, ids: Record<string, string>) =>
  path
    .replace(/\{deployment(Id|Slug)\}/, 'main')
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? `no ${name}`)) +
  (query && 'tags' in query ? '?tags=tag' : query && 'what' in query ? '?what=new' : '')
