import { hash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { digest, saltedEvidence, saltedId } from '#server/base/credentials/digests.ts'
import { maskUrls } from '#server/base/credentials/mask-urls.ts'
import { UrlMasker } from '#server/base/credentials/url-masker.ts'
import { exclusionKeyOf, saltedBy } from './mask-row.ts'

type AnyDatabase = Kysely<unknown>
type Value = string | number | null
type Row = Record<string, Value>

const rowsAtOnce = 500

type TextColumns = [table: string, key: string[], columns: string[]]

/** Columns with texts from reports and people, by table and its key. Addresses of webhooks keep what they need. */
const texts: TextColumns[] = [
  ['rule', ['deployment_id', 'id'], ['title', 'message', 'category', 'url']],
  [
    'rule_text',
    ['deployment_id', 'rule_id', 'project_id', 'source_id', 'ref_id'],
    ['title', 'message', 'category', 'url'],
  ],
  ['project', ['deployment_id', 'id'], ['url']],
  [
    'scan',
    ['deployment_id', 'id'],
    ['commit', 'meta_json', 'report_json', 'errors_json', 'coverage_json', 'hold_json'],
  ],
  [
    'dependency',
    ['deployment_id', 'id'],
    ['name', 'version', 'licenses_json', 'defined_path', 'defined_url', 'version_specifier', 'purl'],
  ],
  ['finding_event', ['deployment_id', 'id'], ['note', 'from_state', 'to_state']],
  ['finding_comment', ['deployment_id', 'id'], ['text']],
  ['finding_comment_version', ['deployment_id', 'comment_id', 'version'], ['text']],
  ['finding_match', ['deployment_id', 'id'], ['before_json']],
  ['triage_change', ['deployment_id', 'id'], ['note']],
  ['triage_change_item', ['deployment_id', 'change_id', 'finding_id'], ['triage_comment']],
  ['approval', ['deployment_id', 'id'], ['note', 'decision_note']],
  ['policy_change', ['deployment_id', 'id'], ['note']],
  ['job', ['deployment_id', 'id'], ['note', 'error', 'result_json']],
  ['gate_verdict', ['deployment_id', 'id'], ['document_json']],
  ['webhook_delivery', ['deployment_id', 'id'], ['title', 'payload_json']],
  ['project_codeowners', ['deployment_id', 'project_id'], ['content']],
  ['stored_report', ['deployment_id', 'id'], ['facts_json']],
]

/** Columns with a text that no other row of the same owner has. */
const names: [table: string, column: string, of: string[]][] = [
  ['rule', 'path', ['deployment_id']],
  ['rule', 'tool_rule', ['deployment_id', 'tool']],
  ['lockfile', 'path', ['deployment_id', 'ref_id']],
]

const ofFinding = ['document_json', 'triage_comment', 'resource', 'path', 'package', 'package_version']
const ofDetail = ['code_json', 'data_flow_json', 'fix_json', 'references_json']

/**
 * Takes credentials out of the URLs that earlier versions stored, as a scan does now. Findings keep their ids and
 * decisions. Backups, and files of exports, are not reached.
 * @returns whether anything changed.
 */
export async function maskStoredUrls(db: AnyDatabase): Promise<boolean> {
  // Some events are of no deployment.
  const events = await maskTable(db, ['audit_event', ['id'], ['target', 'detail_json']], null)
  let changed = events.length > 0
  const { rows } = await sql<{ id: number }>`select id from deployment`.execute(db)
  for (const { id } of rows) if (await maskDeployment(db, id)) changed = true
  return changed
}

async function maskDeployment(db: AnyDatabase, deployment: number): Promise<boolean> {
  let changed = false
  for (const each of texts) {
    const rows = await maskTable(db, each, deployment)
    changed ||= rows.length > 0
  }
  const findings = await maskTable(db, ['finding', ['deployment_id', 'id'], ofFinding], deployment)
  const details = await maskTable(
    db,
    ['finding_detail', ['deployment_id', 'finding_id'], ofDetail],
    deployment,
  )
  const messages = await maskMessages(db, deployment)
  const withCode = details.filter(({ columns }) => columns.some((each) => /^(?:code|data_flow)_/.test(each)))
  const saying = findings.filter(({ columns }) => columns.includes('document_json'))
  const isNamed = await maskNames(db, deployment)
  await maskEvidence(db, {
    code: withCode.map(({ row }) => keyOf(row['deployment_id'], row['finding_id'])),
    message: [...saying.map(({ row }) => keyOf(row['deployment_id'], row['id'])), ...messages.findings],
  })
  const hasReports = await maskReports(db, deployment)
  return changed || isNamed || hasReports || findings.length + details.length + messages.count > 0
}

const keyOf = (deployment: Value | undefined, id: Value | undefined) => `${deployment}/${id}`

/** Whether a column may hold the URL of a credential; which ones do is found by the function that masks. */
const mayHold = (column: string): RawBuilder<boolean> => {
  const text = sql`lower(${sql.ref(column)})`
  return sql<boolean>`(${text} like '%:/%' or ${text} like '%?%=%' or ${text} like '%\\%2f%' escape '\\' or ${text} like '%:\\\\/%' escape '\\')`
}

/** Masks columns of all rows of a deployment; null for all rows. @returns those that changed, with the columns. */
async function maskTable(
  db: AnyDatabase,
  [table, key, columns]: TextColumns,
  deployment: number | null,
): Promise<{ row: Row; columns: string[] }[]> {
  const within = deployment === null ? sql`1 = 1` : sql`deployment_id = ${deployment}`
  const changed: { row: Row; columns: string[] }[] = []
  const keys = sql.join(key.map((each) => sql.ref(each)))
  const holds = sql.join(columns.map(mayHold), sql` or `)
  for (let last: Row | null = null; ; ) {
    const after: RawBuilder<unknown> =
      last === null ? sql`1 = 1` : sql`(${keys}) > (${sql.join(key.map((each) => last?.[each] ?? null))})`
    const { rows }: { rows: Row[] } = await sql<Row>`
      select ${keys}, ${sql.join(columns.map((each) => sql.ref(each)))} from ${sql.table(table)}
      where ${within} and (${holds}) and ${after} order by ${keys} limit ${rowsAtOnce}`.execute(db)
    for (const row of rows) {
      const next = columns.flatMap((column): [string, string][] => {
        const text = row[column]
        const masked = typeof text === 'string' ? maskColumn(table, column, text) : text
        return typeof masked === 'string' && masked !== text ? [[column, masked]] : []
      })
      if (next.length === 0) continue
      changed.push({
        row: Object.fromEntries(key.map((each) => [each, row[each] ?? null])),
        columns: next.map(([column]) => column),
      })
      await sql`update ${sql.table(table)} set ${sql.join(next.map(([column, text]) => sql`${sql.ref(column)} = ${text}`))}
        where ${sql.join(
          key.map((each) => sql`${sql.ref(each)} = ${row[each]}`),
          sql` and `,
        )}`.execute(db)
    }
    last = rows.at(-1) ?? null
    if (rows.length < rowsAtOnce) return changed
  }
}

const masker = new UrlMasker()

function maskColumn(table: string, column: string, text: string): string {
  if (column.endsWith('_json')) {
    // parse: our own column.
    const value = JSON.parse(text) as unknown
    const masked = masker.value(value)
    return masked === value ? text : JSON.stringify(masked)
  }
  const masked = maskUrls(text)
  // The address of a project begins links, so that it has no user at all.
  return table === 'project' && masked !== text
    ? masked.replace(/^([a-z+]+:\/\/)[^/@[]*\[removed\][^/@]*@/i, '$1')
    : masked
}

/** Messages, which are found by their digest. @returns how many, and their findings. */
async function maskMessages(
  db: AnyDatabase,
  deployment: number,
): Promise<{ count: number; findings: string[] }> {
  const changed = await maskTable(db, ['message', ['deployment_id', 'id'], ['content']], deployment)
  const findings: string[] = []
  for (const { row } of changed) {
    const { deployment_id, id } = row
    const where = sql`deployment_id = ${deployment_id} and id = ${id}`
    const { rows } = await sql<{ content: string; project_id: number }>`
      select content, project_id from message where ${where}`.execute(db)
    const content = rows[0]?.content ?? ''
    const own = hash('sha256', content, 'base64url')
    const { rows: equal } = await sql`select id from message where deployment_id = ${deployment_id}
      and project_id = ${rows[0]?.project_id ?? 0} and digest = ${own}`.execute(db)
    // Two messages that differed by what is gone stay two, of which new findings have the other.
    const unique = equal.length === 0 ? own : hash('sha256', `${id} ${content}`, 'base64url')
    await sql`update message set digest = ${unique} where ${where}`.execute(db)
    const { rows: of } = await sql<{ id: number }>`select id from finding
      where deployment_id = ${deployment_id} and message_id = ${id}`.execute(db)
    for (const finding of of) findings.push(keyOf(deployment_id, finding.id))
  }
  return { count: changed.length, findings }
}

async function maskNames(db: AnyDatabase, deployment: number): Promise<boolean> {
  let changed = false
  for (const [table, column, of] of names) {
    const { rows } =
      await sql<Row>`select deployment_id, id, ${sql.join([...of, column].map((each) => sql.ref(each)))}
      from ${sql.table(table)} where deployment_id = ${deployment} and ${mayHold(column)}`.execute(db)
    for (const row of rows) {
      const name = String(row[column])
      const masked = maskUrls(name)
      if (masked === name) continue
      changed = true
      const same = sql.join(
        of.map((each) => sql`${sql.ref(each)} = ${row[each]}`),
        sql` and `,
      )
      let next = masked
      for (let copy = 2; ; copy++) {
        const { rows: equal } = await sql`select id from ${sql.table(table)}
          where ${same} and ${sql.ref(column)} = ${next}`.execute(db)
        if (equal.length === 0) break
        next = `${masked} (${copy})`
      }
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${next}
        where deployment_id = ${row['deployment_id']} and id = ${row['id']}`.execute(db)
    }
  }
  return changed
}

interface EvidenceRow {
  deployment_id: number
  id: number
  project_id: number
  match_based_id: string
  syntactic_id: string | null
  path: string | null
  resource: string | null
  document_json: string
  content: string | null
  salt: string
  rule: string
  evidence_of: number | null
  code: string | null
  tokens: string | null
  context: string | null
  flow: string | null
  fingerprint: string | null
  evidence_message: string | null
}

/** Salts what identifies findings whose code changed, and digests the messages that changed, as a scan does now. */
async function maskEvidence(
  db: AnyDatabase,
  changed: { code: readonly string[]; message: readonly string[] },
): Promise<void> {
  const code = new Set(changed.code)
  for (const key of new Set([...changed.code, ...changed.message])) {
    const [deployment = 0, id = 0] = key.split('/').map(Number)
    const { rows } = await sql<EvidenceRow>`
      select finding.deployment_id, finding.id, finding.project_id, finding.match_based_id, finding.syntactic_id,
        finding.path, finding.resource, finding.document_json, message.content, deployment.secret_salt as salt,
        coalesce(rule.tool_rule, rule.path) as rule, evidence.finding_id as evidence_of, evidence.code,
        evidence.tokens, evidence.context, evidence.flow, evidence.fingerprint, evidence.message as evidence_message
      from finding join deployment on deployment.id = finding.deployment_id
        join rule on rule.deployment_id = finding.deployment_id and rule.id = finding.rule_id
        left join message on message.deployment_id = finding.deployment_id and message.id = finding.message_id
        left join finding_evidence as evidence
          on evidence.deployment_id = finding.deployment_id and evidence.finding_id = finding.id
      where finding.deployment_id = ${deployment} and finding.id = ${id} and finding.secret_hash is null`.execute(
      db,
    )
    for (const row of rows) await maskEvidenceOf(db, row, code.has(key))
  }
}

async function maskEvidenceOf(db: AnyDatabase, row: EvidenceRow, isGuessable: boolean): Promise<void> {
  const { deployment_id, id, syntactic_id: syntactic } = row
  const salted = saltedBy(row.salt)
  await sql`update finding set match_based_id = ${saltedId(row.match_based_id, salted)},
    syntactic_id = ${syntactic === null ? null : saltedId(syntactic, salted)}
    where deployment_id = ${deployment_id} and id = ${id}`.execute(db)
  if (row.evidence_of === null) return
  // parse: our own column.
  const { rule_message: own = null } = JSON.parse(row.document_json) as { rule_message?: string | null }
  const said = row.content ?? own
  const digests = { code: row.code, tokens: row.tokens, context: row.context, flow: row.flow }
  const before = { ...digests, fingerprint: row.fingerprint, message: row.evidence_message }
  const after = {
    ...before,
    ...(isGuessable ? saltedEvidence(digests, salted) : {}),
    message: said === null ? '' : digest(said),
  }
  await sql`update finding_evidence set code = ${after.code}, tokens = ${after.tokens}, context = ${after.context},
    flow = ${after.flow}, message = ${after.message}
    where deployment_id = ${deployment_id} and finding_id = ${id}`.execute(db)
  await sql`update flaw_exclusion set evidence = ${exclusionKeyOf(row, after, row.resource)}
    where deployment_id = ${deployment_id} and project_id = ${row.project_id}
      and evidence = ${exclusionKeyOf(row, before, row.resource)}`.execute(db)
}

/** Reports that wait in a job, a held scan or the parts of a scan. */
async function maskReports(db: AnyDatabase, deployment: number): Promise<boolean> {
  let changed = false
  const { rows } = await sql<Row>`select deployment_id, id from stored_report
    where deployment_id = ${deployment} and kind in ('held', 'part', 'import')`.execute(db)
  for (const { deployment_id, id } of rows) {
    const where = sql`deployment_id = ${deployment_id} and id = ${id}`
    const { rows: contents } = await sql<{ content: Uint8Array }>`
      select content from stored_report where ${where}`.execute(db)
    const masked = contents[0] && maskReport(contents[0].content)
    if (!masked) continue
    changed = true
    await sql`update stored_report set content = ${masked} where ${where}`.execute(db)
  }
  return changed
}

/** A stored report, of which each line is JSON. Null if nothing changes, or if it is damaged: its import says so. */
function maskReport(content: Uint8Array): Uint8Array | null {
  try {
    const lines = gunzipSync(content).toString('utf8').split('\n')
    const masked = lines.map((line) => (line === '' ? line : maskColumn('stored_report', 'line_json', line)))
    return masked.every((line, at) => line === lines[at]) ? null : new Uint8Array(gzipSync(masked.join('\n')))
  } catch {
    return null
  }
}
