import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pino from 'pino'
import { expect, onTestFinished } from 'vitest'
import { operations } from '#contract/all.ts'
import { mintToken } from '#server/access/tokens/mint.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/base/config/config.ts'
import { copiedTables } from '#server/db/copy/copied-tables.ts'
import type { CopiedRows, CopyReport } from '#server/db/copy/copy-rows.ts'
import { copyAllRows } from '#server/db/copy/copy-rows.ts'
import type { Database } from '#server/db/database.ts'
import { openDatabaseIn } from '#server/db/engine.ts'
import { newClient } from '#server/db/postgres/connection.ts'
import { fillPostgres } from '#server/db/postgres/copy-target.ts'
import { openFile } from '#server/db/sqlite/testing/connection.ts'
import { loadDemo } from '#server/demo/load.ts'
import { dataFolder, gatehouse } from '#server/testing/command-line.ts'
import { createPostgres, newPostgresUrl } from '#server/testing/database.ts'

const now = Date.UTC(2026, 0, 15, 12)
const secret = `gate_${'a'.repeat(40)}`

/** Rows of tables that the demo leaves empty, as values of their columns. */
const otherRows: Readonly<Record<string, Readonly<Record<string, string | number | Uint8Array>>>> = {
  person: {
    id: 4,
    issuer: 'https://id.example',
    subject: 's',
    name: 'Zoë',
    created_at: now,
    last_seen_at: now,
  },
  person_name: { key: 'zoë', name: 'Zoë', person_id: 4, since: now },
  person_role: {
    ...{ id: 5, person_id: 4, role: 'viewer', group_name: 'g', created_at: now },
    ...{ invitation_hash: 'i', invitation_expires_at: now },
  },
  session: { id: 7, hash: 'h', token_id: 1, person: 'Tess Ter', created_at: now, last_seen_at: now },
  sign_in_code: { id: 3, hash: 'c', token_id: 1, created_at: now },
  deployment_setting: { name: 'sbomDefaults', value_json: '{}' },
  message: { id: 1, project_id: 1, digest: 'd', content: 'Ünïcode \u{1f4a9} and\ttabs' },
  flaw_exclusion: { project_id: 1, flaw_id: 1, evidence: 'e' },
  fingerprint_alias: { project_id: 1, source_id: 1, fingerprint: 'f', same_as: 'g' },
  project_alias: { name: 'acme/former', project_id: 1 },
  project_split: { project_id: 1, path_prefix: 'api/', target_id: 1 },
  project_change: {
    ...{ id: 1, kind: 'rename', project_id: 1, at: now, actor: 'Tess Ter' },
    detail_json: '{"from":"acme/former"}',
  },
  project_change_item: { change_id: 1, kind: 'finding', row_id: 1, parent_id: 1, before_json: '{}' },
  rule_rename: { id: 1, project_id: 1, from_rule_id: 1, to_rule_id: 2, source_id: 1, at: now, took_modes: 1 },
  rule_text: { rule_id: 1, project_id: 1, source_id: 1, ref_id: 0, severity: 0 },
  retired_source: { project_id: 1, source_id: 1, at: now, actor: 'Tess Ter' },
  scan_scope: { ref_id: 1, source_id: 1, files: 1, hashes: 'bAXFh_u8' },
  stored_report: {
    id: 1,
    kind: 'held',
    key: '1',
    facts_json: '{}',
    content: Uint8Array.from({ length: 70_000 }, (_, at) => at % 256),
    created_at: now,
    expires_at: now + 1e9,
  },
  finding_evidence: { finding_id: 1, scheme: 's', fingerprint: 'p' },
  finding_match: {
    id: 1,
    project_id: 1,
    finding_id: 1,
    kind: 'match',
    basis: 'renamed',
    state: 'open',
    scan_id: 1,
    at: now,
  },
  finding_comment: { id: 1, finding_id: 1, author: 'Tess Ter', text: 'Ünïcode @Zoë', at: now },
  finding_comment_version: { comment_id: 1, version: 1, text: 'before', at: now },
  finding_mention: { id: 1, comment_id: 1, person: 'Zoë', seen_at: now },
  approval: {
    id: 1,
    type: 0,
    state: 0,
    reason: 0,
    note: 'n',
    requested_at: now,
    requester: 'Tess Ter',
    count: 1,
    finding_id: 1,
    severity: 2,
  },
  job: {
    id: 1,
    kind: 'triage',
    state: 'done',
    actor: 'Tess Ter',
    at: now,
    finished_at: now,
    after_change: 0,
    type: 0,
    total: 1,
    done: 1,
    skipped_json: '[]',
  },
  job_item: { job_id: 1, place: 0, finding_id: 1 },
  sbom_export: {
    id: 1,
    task_token: 't',
    format: 'SBOM_OUTPUT_FORMAT_CYCLONEDX',
    version: '1.5',
    output: 'json',
    request_json: '{}',
    status: 'SBOM_EXPORT_STATUS_COMPLETED',
    download_token: 'd',
    file_name: 'shop.json',
    expires_at: Date.UTC(2100, 0),
    created_at: now,
    created_by: 'Tess Ter',
    attempts: 1,
  },
  sbom_content: { digest: 'd', content: Uint8Array.of(0, 31, 139, 255) },
  view: {
    id: 1,
    name: 'Mine',
    shared: 1,
    owner: 'Tess Ter',
    page: 'code',
    query: 'status=open',
    created_at: now,
  },
  default_view: { person: 'Tess Ter', page: 'code', view_id: '1' },
  gate_verdict: {
    id: 1,
    project_id: 1,
    ref_name: 'refs/heads/main',
    commit: 'c0ffee',
    comparison: '[null,false]',
    pull_request: '7',
    verdict: 'pass',
    digest: 'd',
    document_json: '{}',
    scan_id: 1,
    new_rules_json: '[1]',
    evaluated_at: now,
    actor: 'Tess Ter',
  },
  team: { id: 1, name: 'Payments', key: 'payments', created_at: now, created_by: 'Tess Ter' },
  team_member: { team_id: 1, person: 'Tess Ter' },
  team_group: { team_id: 1, group_name: '/payments' },
  team_group_member: { team_id: 1, group_name: '/payments', person_id: 4 },
  owner_handle: { handle: '@acme/payments', owner: 'team:Payments' },
  project_codeowners: { project_id: 1, content: '* @acme/payments', uploaded: 0, at: now, actor: 'Tess Ter' },
  owner_rule: { kind: 'tag', value: 'shop', owner: 'team:Payments' },
  kept_filter: { id: 'k', query: 'q=a', created_at: now },
  webhook: {
    id: 1,
    name: 'Chat',
    url: 'https://chat.example/hook',
    format: 'json',
    events_json: '["finding.new"]',
    query: 'severities=critical',
    secret: 'whsec_AAAA',
    created_at: now,
    created_by: 'Tess Ter',
  },
  webhook_delivery: {
    id: 1,
    webhook_id: 1,
    message_id: 'msg_1',
    event: 'finding.new',
    title: 'A new finding',
    payload_json: '{}',
    state: 'delivered',
    created_at: now,
  },
  notification_event: { id: 1, kind: 'owner.mapped', handle: '@acme/payments', actor: 'Tess Ter', at: now },
  notification_position: { id: 1, change_number: 1, position_json: '{}', checked_at: now, created_at: now },
}

/** The database of a filled folder, which is made once for all tests of a file. */
let made: Buffer | null = null

/** A data folder with the demo organisation, and rows in all tables. */
export async function filledDataFolder(): Promise<string> {
  const folder = await dataFolder()
  const file = join(folder, 'gatehouse.db')
  if (made) await writeFile(file, made)
  else {
    await fill(folder)
    made = await readFile(file)
  }
  return folder
}

async function fill(folder: string) {
  const database = await openDatabaseIn(folder)
  await database.write((transaction) =>
    mintToken(transaction, {
      deploymentId: null,
      name: 'Test token',
      person: 'Tess Ter',
      role: 'admin',
      webApiEnabled: true,
      createdBy: null,
      now,
      secret,
    }),
  )
  const { deploymentId } = await loadDemo(database, {
    now,
    profile: { projects: 6, findings: 300, dependencies: 600, rules: 60, scans: 80 },
  })
  await database.close()
  execute(folder, (run) => {
    for (const [table, row] of Object.entries(otherRows)) {
      const isGlobal = ['session', 'sign_in_code', 'person', 'person_name'].includes(table)
      const values = isGlobal ? row : { deployment_id: deploymentId, ...row }
      const names = Object.keys(values)
      run(
        `insert into ${table} (${names.map((name) => `"${name}"`)}) values (${names.map(() => '?')})`,
        ...Object.values(values),
      )
    }
    // The newest session is gone; its id must not be used again.
    run(
      "insert into session (id, hash, token_id, person, created_at, last_seen_at) values (90, 'x', 1, 'a', 1, 1)",
    )
    run('delete from session where id = 90')
  })
  const counts = contentOf(folder)
  for (const { name } of copiedTables) expect([name, counts.get(name)?.length]).not.toEqual([name, 0])
}

type Run = (statement: string, ...values: (string | number | Uint8Array)[]) => void

/** Changes the embedded database of a folder by other means than the service. */
export function execute(folder: string, work: (run: Run) => void): void {
  const connection = openFile(join(folder, 'gatehouse.db'))
  work((statement, ...values) => void connection.prepare(statement).run(...values))
  connection.close()
}

/** All rows of the embedded database of a folder, by table, and the last ids of its tables. */
export function contentOf(folder: string): Map<string, unknown[]> {
  const connection = openFile(join(folder, 'gatehouse.db'), { readOnly: true })
  const rows = (name: string, order: readonly string[]) =>
    connection.prepare(`select * from ${name} order by ${order.join(', ')}`).all()
  const content = new Map(copiedTables.map(({ name, key }) => [name as string, rows(name, key) as unknown[]]))
  content.set('sqlite_sequence', rows('sqlite_sequence', ['name']))
  content.set('indexes', schemaOf(connection))
  connection.close()
  return content
}

const schemaOf = (connection: ReturnType<typeof openFile>) =>
  connection
    .prepare("select name, sql from sqlite_schema where type in ('index', 'table') order by name")
    .all()

/** The URL of a database without any table. */
export const emptyUrl = (): Promise<string> => newPostgresUrl('template0')

/** The database that others are copied from, which is made once for all tests of a file. */
let moved: Promise<string> | null = null

/** The URL of a database with the rows of `filledDataFolder`. */
export async function filledUrl(): Promise<string> {
  moved ??= moveFilled()
  return newPostgresUrl(await moved)
}

async function moveFilled(): Promise<string> {
  const name = `filled_${process.env['VITEST_POOL_ID'] ?? 0}`
  await moveInProcess(await filledDataFolder(), await createPostgres(name, 'template0'))
  return name
}

/** Runs statements on a database; the rows of the last one. */
export async function onPostgres(url: string, statements: string): Promise<Record<string, unknown>[]> {
  const client = newClient(url)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statements)).rows
  } finally {
    await client.end()
  }
}

/** The tables and indexes of a database. */
export const relationsOf = (url: string) =>
  onPostgres(
    url,
    "select tablename as name, '' as definition from pg_tables where schemaname = 'public' union all select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1",
  )

/** Runs the command `migrate`. */
export const runMigrate = (words: string[], environment: Record<string, string>) =>
  gatehouse(['migrate', ...words], environment)

/** Moves the database of a folder in this process. */
export async function moveInProcess(
  folder: string,
  url: string,
  report: Partial<CopyReport> = {},
): Promise<CopiedRows> {
  const database = await openDatabaseIn(folder)
  const source = await database.openSnapshot()
  try {
    return await fillPostgres({ url, directUrl: url }, (target) =>
      copyAllRows(source, target, { onProgress: () => undefined, onCompared: () => undefined, ...report }),
    )
  } finally {
    source.close()
    await database.close()
  }
}

/** What a service on a database answers to every request that reads and needs no id, by its address. */
export async function answersOf(database: Database): Promise<Map<string, unknown>> {
  const app = await buildApp({
    config: { ...readConfig({ LOG_LEVEL: 'silent' }), dataFolder: await dataFolder() },
    database,
    logger: pino({ level: 'silent' }),
    version: '0.0.0-test',
    now: () => now,
    webFolder: null,
  })
  onTestFinished(() => app.server.close())
  const [deployment] = app.services.deployments.all()
  const paths = { deploymentId: String(deployment?.id), deploymentSlug: deployment?.slug ?? '' }
  const answers = new Map<string, unknown>()
  for (const { id, method, path } of operations) {
    const url = path
      .replace('{deploymentId}', paths.deploymentId)
      .replace('{deploymentSlug}', paths.deploymentSlug)
    const isRead = method === 'GET' || /^(search|list)/.test(id)
    if (!isRead || url.includes('{') || url.endsWith('/events')) continue
    for (const query of queries[id] ?? ['']) {
      const answer = await app.server.inject({
        method,
        url: url + query,
        headers: { authorization: `Bearer ${secret}` },
        ...(method === 'GET' ? {} : { payload: {} }),
      })
      // Each error has an id of its own.
      answers.set(`${id}${query}`, [answer.statusCode, answer.body.replace(/"instance":"[^"]*"/, '')])
    }
  }
  return answers
}

const types = ['sast', 'sca', 'secrets'].map((type) => `?issue_type=${type}`)
const queries: Readonly<Record<string, readonly string[]>> = {
  listFindings: types.slice(0, 2).map((query) => `${query}&page_size=300&include=marks`),
  findingFacets: types,
  findingTrend: types,
  exportFindings: types.map((query) => `${query}&format=json`),
}
