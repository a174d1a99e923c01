import { hash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { findsCredentials, saysHardCoded } from '#server/base/credentials/credential-rules.ts'
import { saltedId } from '#server/base/credentials/digests.ts'
import { pathMask } from '#server/base/credentials/mask-path.ts'
import { literalsIn, maskProse, maskRuleText, proseContext } from '#server/base/credentials/mask-prose.ts'
import { isMade } from '#server/base/credentials/value-like.ts'
import { findingTypes, toCode } from '../codes.ts'
import { maskReport } from './mask-report.ts'
import {
  exclusionKeyOf,
  maskBefore,
  maskDocument,
  maskEvidence,
  maskStored,
  type StoredEvidence,
  type StoredSource,
  saltedBy,
} from './mask-row.ts'
import {
  type ChangedTitle,
  maskStoredErrors,
  maskTexts,
  type ProjectValues,
  removeFrom,
} from './mask-texts.ts'

type AnyDatabase = Kysely<unknown>
type Key = [deployment: number, id: number]

const rowsAtOnce = 500
const sast = toCode(findingTypes, 'sast')

interface Row extends StoredSource, Omit<StoredEvidence, 'message'> {
  deployment_id: number
  id: number
  project_id: number
  rule_id: number
  message_id: number | null
  path: string | null
  resource: string | null
  line: number | null
  end_line: number | null
  match_based_id: string
  syntactic_id: string | null
  document_json: string
  content: string | null
  evidence_of: number | null
  evidence_message: string | null
  salt: string
  rule: string
}

/** What was found in the source of a file, and in the messages of a rule. */
interface Found {
  byFile: Map<string, { deployment: number; project: number; path: string; values: Set<string> }>
  /** Values that look like tokens, by project. */
  byProject: Map<string, ProjectValues>
  byRule: Map<string, Set<string>>
}

/**
 * Takes the literals out of findings of rules for hard-coded credentials that earlier versions stored, as a scan does now:
 * out of source, messages, rules, evidence, what matches replaced, and reports that wait. Findings keep their ids, types
 * and decisions. Backups are not reached.
 * @returns whether anything changed.
 * Source: docs/api.md#secrets.
 */
export async function maskStoredCredentials(db: AnyDatabase): Promise<boolean> {
  const rules = await credentialRules(db)
  const found: Found = { byFile: new Map(), byProject: new Map(), byRule: new Map() }
  let changed = false
  for (let [deployment, id]: Key = [0, 0]; ; ) {
    const rows = await findingsAfter(db, deployment, id)
    for (const row of rows) {
      const message = messageOf(row)
      const isOfRule = rules.has(`${row.deployment_id}/${row.rule_id}`)
      if (!isOfRule && (message === null || !saysHardCoded(message))) continue
      changed = true
      await maskRow(db, row, message, found)
    }
    const last = rows.at(-1)
    if (!last || rows.length < rowsAtOnce) break
    ;[deployment, id] = [last.deployment_id, last.id]
  }
  for (const key of found.byRule.keys()) rules.add(key)
  const titles = await maskRules(db, rules, found.byRule)
  for (const file of found.byFile.values()) await maskFile(db, file)
  await maskTexts(db, [...found.byProject.values()], titles)
  const hasErrors = await maskStoredErrors(db)
  const hasReports = await maskReports(db)
  return changed || hasErrors || hasReports
}

async function credentialRules(db: AnyDatabase): Promise<Set<string>> {
  const { rows } = await sql<Record<string, string | null> & { id: number; deployment_id: number }>`
    select deployment_id, id, coalesce(tool_rule, path) as name, tool, title, message, category, cwe_json,
      subcategories_json, vulnerability_classes_json from rule`.execute(db)
  // parse: our own columns, lists of texts.
  const list = (json: string | null | undefined) => JSON.parse(json ?? '[]') as string[]
  const own = rows.filter((row) =>
    findsCredentials({
      tool: row['tool'] ?? null,
      id: row['name'] ?? '',
      weaknesses: list(row['cwe_json']),
      texts: [
        ...[row['title'] ?? null, row['message'] ?? null, row['category'] ?? null],
        ...list(row['subcategories_json']),
        ...list(row['vulnerability_classes_json']),
      ],
    }),
  )
  return new Set(own.map((row) => `${row.deployment_id}/${row.id}`))
}

async function findingsAfter(db: AnyDatabase, deployment: number, id: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select finding.deployment_id, finding.id, finding.project_id, finding.rule_id, finding.message_id, finding.path,
      finding.resource, finding.line, finding.end_line, finding.match_based_id, finding.syntactic_id,
      finding.document_json, message.content, detail.code_json, detail.data_flow_json, detail.fix_json,
      evidence.finding_id as evidence_of, evidence.code, evidence.tokens, evidence.context, evidence.flow,
      evidence.fingerprint, evidence.message as evidence_message, deployment.secret_salt as salt,
      coalesce(rule.tool_rule, rule.path) as rule
    from finding join deployment on deployment.id = finding.deployment_id
      join rule on rule.deployment_id = finding.deployment_id and rule.id = finding.rule_id
      left join message on message.deployment_id = finding.deployment_id and message.id = finding.message_id
      left join finding_detail as detail
        on detail.deployment_id = finding.deployment_id and detail.finding_id = finding.id
      left join finding_evidence as evidence
        on evidence.deployment_id = finding.deployment_id and evidence.finding_id = finding.id
    where finding.type = ${sast} and (finding.deployment_id, finding.id) > (${deployment}, ${id})
    order by finding.deployment_id, finding.id limit ${rowsAtOnce}`.execute(db)
  return rows
}

function messageOf({ content, document_json }: Row): string | null {
  // parse: our own column.
  return content ?? (JSON.parse(document_json) as { rule_message?: string | null }).rule_message ?? null
}

async function maskRow(db: AnyDatabase, row: Row, message: string | null, found: Found): Promise<void> {
  const { deployment_id, id, content } = row
  const salted = saltedBy(row.salt)
  const masked = maskStored(row, row)
  const said = message === null ? null : maskProse(message, masked.context)
  const isWithheld = masked.isWithheld || (!masked.isFound && said !== message)
  await sql`update finding_detail set code_json = ${masked.source.code_json},
    data_flow_json = ${masked.source.data_flow_json}, fix_json = ${masked.source.fix_json}
    where deployment_id = ${deployment_id} and finding_id = ${id}`.execute(db)
  const path = row.path && pathMask(masked.values)(row.path)
  await sql`update finding set document_json = ${maskDocument(row.document_json, { ...masked, isWithheld })}, path = ${path},
    match_based_id = ${saltedId(row.match_based_id, salted)},
    syntactic_id = ${row.syntactic_id === null ? null : saltedId(row.syntactic_id, salted)}
    where deployment_id = ${deployment_id} and id = ${id}`.execute(db)
  if (content !== null && said !== null)
    await sql`update message set content = ${said}, digest = ${hash('sha256', said, 'base64url')}
      where deployment_id = ${deployment_id} and id = ${row.message_id}`.execute(db)
  if (row.evidence_of !== null) await maskEvidenceOf(db, row, { salted, said, path })
  await maskMatches(db, row, salted)
  note(found, row, masked.values, message)
}

async function maskEvidenceOf(
  db: AnyDatabase,
  row: Row,
  { salted, said, path }: { salted: (text: string) => string; said: string | null; path: string | null },
): Promise<void> {
  const before = { ...row, message: row.evidence_message }
  const after = maskEvidence(before, salted, said)
  await sql`update finding_evidence set code = ${after.code}, tokens = ${after.tokens}, context = ${after.context},
    flow = ${after.flow}, message = ${after.message}
    where deployment_id = ${row.deployment_id} and finding_id = ${row.id}`.execute(db)
  const fingerprint = row.fingerprint
  await sql`update flaw_exclusion set evidence = ${exclusionKeyOf({ ...row, path }, { ...after, fingerprint }, row.resource)}
    where deployment_id = ${row.deployment_id} and project_id = ${row.project_id}
      and evidence = ${exclusionKeyOf(row, before, row.resource)}`.execute(db)
}

/** What matches replaced, which undoing them brings back. */
async function maskMatches(db: AnyDatabase, row: Row, salted: (text: string) => string): Promise<void> {
  const { rows } = await sql<{ id: number; before_json: string }>`select id, before_json from finding_match
    where deployment_id = ${row.deployment_id} and finding_id = ${row.id} and before_json is not null`.execute(
    db,
  )
  for (const { id, before_json } of rows)
    await sql`update finding_match set before_json = ${maskBefore(before_json, row, salted)}
      where deployment_id = ${row.deployment_id} and id = ${id}`.execute(db)
}

function note(found: Found, row: Row, values: readonly string[], message: string | null): void {
  const { deployment_id: deployment, project_id: project } = row
  const path = row.path ?? ''
  const inFile = `${deployment}/${project}/${path}`
  const file = found.byFile.get(inFile) ?? { deployment, project, path, values: new Set() }
  found.byFile.set(inFile, file)
  const ofProject = `${deployment}/${project}`
  const all = found.byProject.get(ofProject) ?? { deployment, project, values: new Set() }
  const quoted = message === null ? [] : literalsIn(message)
  for (const value of values) file.values.add(value)
  for (const value of [...values, ...quoted]) if (isMade(value)) all.values.add(value)
  if (all.values.size > 0) found.byProject.set(ofProject, all)
  const ofRule = `${deployment}/${row.rule_id}`
  const shown = found.byRule.get(ofRule) ?? new Set()
  found.byRule.set(ofRule, shown)
  for (const each of quoted) shown.add(each)
}

async function maskRules(
  db: AnyDatabase,
  keys: ReadonlySet<string>,
  shown: ReadonlyMap<string, Set<string>>,
): Promise<ChangedTitle[]> {
  const titles: ChangedTitle[] = []
  for (const key of keys) {
    const [deployment = 0, id = 0] = key.split('/').map(Number)
    const { rows } = await sql<{ path: string; title: string | null; message: string | null }>`
      select path, title, message from rule where deployment_id = ${deployment} and id = ${id}`.execute(db)
    for (const { path, title, message } of rows) {
      const clean = (text: string | null) =>
        text === null ? null : maskRuleText(text, shown.get(key) ?? new Set(), proseContext([], '', path))
      const masked = clean(title)
      await sql`update rule set title = ${masked}, message = ${clean(message)}
        where deployment_id = ${deployment} and id = ${id}`.execute(db)
      if (title !== null && masked !== null && title !== masked)
        titles.push({ deployment, from: title, to: masked })
    }
  }
  return titles
}

/** The path of other findings of a file, and their source, which tools send with the lines around a place. */
async function maskFile(
  db: AnyDatabase,
  {
    deployment,
    project,
    path,
    values,
  }: { deployment: number; project: number; path: string; values: Set<string> },
): Promise<void> {
  if (values.size === 0) return
  const which = sql`finding_id in (select id from finding
    where deployment_id = ${deployment} and project_id = ${project} and path = ${path})`
  for (const column of ['code_json', 'data_flow_json', 'fix_json'])
    await removeFrom(db, values, { table: 'finding_detail', key: 'finding_id', column, deployment, which })
  const masked = pathMask([...values])(path)
  if (masked !== path)
    await sql`update finding set path = ${masked}
      where deployment_id = ${deployment} and project_id = ${project} and path = ${path}`.execute(db)
}

/** Reports of jobs, held scans and parts of scans. Those of retired sources have no findings. */
async function maskReports(db: AnyDatabase): Promise<boolean> {
  let changed = false
  const { rows } = await sql<{ deployment_id: number; id: number; salt: string }>`
    select report.deployment_id, report.id, deployment.secret_salt as salt
    from stored_report as report join deployment on deployment.id = report.deployment_id
    where report.kind in ('held', 'part', 'import')`.execute(db)
  for (const { deployment_id, id, salt } of rows) {
    const { rows: contents } = await sql<{ content: Uint8Array }>`select content from stored_report
      where deployment_id = ${deployment_id} and id = ${id}`.execute(db)
    const content = contents[0] && maskReport(contents[0].content, saltedBy(salt))
    if (!content) continue
    changed = true
    await sql`update stored_report set content = ${content}
      where deployment_id = ${deployment_id} and id = ${id}`.execute(db)
  }
  return changed
}
