import { createHmac } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { ValueForms } from '#server/base/config/value-forms.ts'
import { findingTypes, toCode, validationStates } from '../../codes.ts'
import { demandPurge } from '../purge.ts'
import {
  isCommit,
  isRandom,
  isTelling,
  type SecretRule,
  secretRuleOf,
  valuesIn,
} from './0014-secret-rules.ts'

type AnyDatabase = Kysely<unknown>

const mark = '[removed]'
const rowsAtOnce = 500
const detailTexts = ['code_json', 'data_flow_json', 'fix_json', 'references_json']
const scanTexts = ['meta_json', 'report_json', 'errors_json', 'coverage_json', 'hold_json']
const ruleTexts =
  `title message category url cwe_json owasp_json subcategories_json vulnerability_classes_json
  technologies_json rulesets_json`.split(/\s+/)
/** Values that are looked for in one pass over the texts. */
const valuesAtOnce = 2_000

interface Found {
  id: number
  project_id: number
  path: string | null
  type: number
  salt: string
  rule: string
  rule_id: number
  match_based_id: string
  secret_hash: string | null
  document_json: string
  /** Where it is long; a short one stands in the document. */
  message: string | null
  triage_comment: string | null
  code_json: string | null
  data_flow_json: string | null
  fix_json: string | null
}

/**
 * Takes secrets out of what earlier versions stored. Findings of rules for secrets that were stored as code become secrets;
 * of rules that may show one the source goes until the next scan. What they showed is looked for in the other texts of the
 * project. In the texts of known secrets it is found by its hash, or looks like no word.
 * Source: docs/api.md#secrets.
 */
export async function up(db: AnyDatabase): Promise<void> {
  const rules = await rulesForSecrets(db)
  const values = new Map<number, Set<string>>()
  let changed = 0
  for (let after = 0; ; ) {
    const { rows } = await sql<Found>`
      select finding.id, finding.project_id, finding.path, finding.type, deployment.secret_salt as salt,
        coalesce(rule.tool_rule, rule.path) as rule, finding.rule_id, finding.match_based_id, finding.secret_hash,
        finding.document_json, message.content as message, finding.triage_comment, detail.code_json, detail.data_flow_json, detail.fix_json
      from finding join deployment on deployment.id = finding.deployment_id
        join rule on rule.id = finding.rule_id
        left join finding_detail as detail on detail.finding_id = finding.id
        left join message on message.id = finding.message_id
      where finding.id > ${after} and (finding.type = ${toCode(findingTypes, 'secrets')}
        or finding.type = ${toCode(findingTypes, 'sast')}
          and finding.rule_id in (select value from json_each(${JSON.stringify([...rules.keys()])})))
      order by finding.id limit ${rowsAtOnce}`.execute(db)
    for (const row of rows) {
      const known = row.type === toCode(findingTypes, 'secrets')
      const shown = known ? await cleanKnown(db, row) : await cleanCode(db, row, rules.get(row.rule_id))
      if (shown === null) continue
      changed += 1
      await removeFrom(db, shown, 'finding', ['document_json', 'triage_comment'], sql`id = ${row.id}`)
      const inProject = values.get(row.project_id) ?? new Set()
      for (const value of shown) if (isTelling(value)) inProject.add(value)
      values.set(row.project_id, inProject)
    }
    after = rows.at(-1)?.id ?? 0
    if (rows.length < rowsAtOnce) break
  }
  if (changed === 0) return
  for (const [project, found] of values) await removeValues(db, project, [...found])
  await demandPurge(db)
}

async function rulesForSecrets(db: AnyDatabase): Promise<Map<number, SecretRule>> {
  const { rows } = await sql<Record<string, string> & { id: number }>`
    select id, coalesce(tool_rule, path) as name, title, category, cwe_json, subcategories_json, technologies_json,
      vulnerability_classes_json, rulesets_json
    from rule`.execute(db)
  const told = rows.map((row): [number, SecretRule] => {
    const { name = '', title = null, category = null, cwe_json = '[]' } = row
    const words = ['subcategories_json', 'technologies_json', 'vulnerability_classes_json', 'rulesets_json']
    const stored = { name, title, category, cwe_json, words: words.map((each) => row[each] ?? '[]') }
    return [row.id, secretRuleOf(stored)]
  })
  return new Map(told.filter(([, rule]) => rule !== 'never'))
}

/** Takes the source away from a finding that was stored as code. Gives the values that it showed, null where it showed none. */
async function cleanCode(
  db: AnyDatabase,
  row: Found,
  rule: SecretRule | undefined,
): Promise<string[] | null> {
  const source = sourceOf(row)
  const values = [...new Set([...valuesIn(source), ...quotedIn(messageOf(row))])]
  if (rule !== 'always' && values.length === 0) return null
  await sql`update finding_detail set code_json = null, data_flow_json = null, fix_json = null
    where finding_id = ${row.id}`.execute(db)
  if (rule !== 'always') return values
  const salted = (text: string) => createHmac('sha256', row.salt).update(text).digest('hex')
  const value = values.toSorted((a, b) => b.length - a.length)[0]
  // Its id was a hash of the value without a salt. The next scan knows it by the same id, salted.
  const [, key = '', index = ''] = /^(.*?)(_\d+)?$/s.exec(row.match_based_id) ?? []
  await sql`update finding set type = ${toCode(findingTypes, 'secrets')}, secret_type = ${typeOf(row.rule)},
    secret_hash = ${value === undefined ? null : salted(value)}, syntactic_id = null,
    validation_state = ${toCode(validationStates, 'NO_VALIDATOR')}, match_based_id = ${salted(key) + index}
    where id = ${row.id}`.execute(db)
  await sql`delete from finding_evidence where finding_id = ${row.id}`.execute(db)
  return values
}

/**
 * The value of a known secret is not stored; in its texts it is known by its hash. What else may be a value goes there, too.
 * @returns the values that its texts showed, null where they showed none.
 */
async function cleanKnown(db: AnyDatabase, row: Found): Promise<string[] | null> {
  const salted = (text: string) => createHmac('sha256', row.salt).update(text).digest('hex')
  const source = sourceOf(row)
  const said = [messageOf(row), row.triage_comment ?? ''].join('\n')
  const tokens = `${said}\n${source}`.match(/[^\s"'`<>()[\]{},;]{4,}/g) ?? []
  const bare = tokens.flatMap((token) => [
    token,
    token.replace(/[.:!?]+$/, ''),
    token.replace(/^[\w.-]+[=:]/, ''),
  ])
  const hashed = bare.filter((each) => row.secret_hash !== null && salted(each) === row.secret_hash)
  // A sentence about a secret names its commit, too; the code of a rule for secrets does not.
  const guessed = [
    ...quotedIn(said),
    ...(said.match(/[^\s"'`<>()[\]{},;=]{12,}/g) ?? []).filter(isRandom),
  ].filter((each) => isTelling(each) && !isCommit(each.replace(/[.:!?]+$/, '')))
  const shown = row.secret_hash === null ? [] : valuesIn(source).filter(isTelling)
  const values = [...new Set([...hashed, ...guessed, ...shown])].filter(
    (each) => !(row.path ?? '').includes(each) && each !== mark,
  )
  if (row.secret_hash === null && source !== '')
    await sql`update finding_detail set code_json = null, data_flow_json = null, fix_json = null
      where finding_id = ${row.id}`.execute(db)
  return values.length > 0 || (row.secret_hash === null && source !== '') ? values : null
}

/** All source that is stored with a finding. */
function sourceOf(row: Found): string {
  const texts: string[] = []
  for (const json of [row.code_json, row.data_flow_json, row.fix_json]) {
    // parse: our own columns, which hold lists and objects of strings and numbers.
    if (json !== null) inStrings(JSON.parse(json), (text) => texts.push(text))
  }
  return texts.join('\n').replaceAll(mark, ' ')
}

function messageOf({ document_json, message }: Found): string {
  // parse: our own column.
  const { rule_message } = JSON.parse(document_json) as { rule_message?: string | null }
  return (message ?? rule_message ?? '').replaceAll(mark, ' ')
}

/** What stands in quotes in a sentence, and is no word. */
const quotedIn = (said: string): string[] =>
  [...said.matchAll(/"([^"\s]{6,})"|'([^'\s]{6,})'|`([^`\s]{6,})`/g)]
    .map((each) => each.slice(1).join(''))
    .filter((each) => /\d|[!@$%^*=~?|]/.test(each) && !/[/\\]/.test(each))

/** Takes values out of the texts of a project, and of what stands for its deployment as a whole. */
async function removeValues(db: AnyDatabase, project: number, values: readonly string[]): Promise<void> {
  const own = sql`project_id = ${project}`
  const finding = sql`exists (select 1 from finding where finding.id = finding_id and finding.project_id = ${project})`
  const shared = sql`deployment_id = (select deployment_id from project where id = ${project})`
  for (let at = 0; at < values.length; at += valuesAtOnce) {
    const some = values.slice(at, at + valuesAtOnce)
    await removeFrom(db, some, 'finding', ['document_json', 'triage_comment'], own)
    await removeFrom(db, some, 'finding_detail', detailTexts, finding)
    await removeFrom(db, some, 'finding_event', ['note'], finding)
    await removeFrom(db, some, 'finding_match', ['before_json'], finding)
    await removeFrom(db, some, 'message', ['content'], own)
    await removeFrom(db, some, 'scan', scanTexts, own)
    await removeFrom(db, some, 'triage_change', ['note'], shared)
    await removeFrom(db, some, 'job', ['note'], shared)
    await removeFrom(db, some, 'audit_event', ['target', 'detail_json'], shared)
    await removeFrom(db, some, 'rule', ruleTexts, shared)
    const forms = new ValueForms(some)
    await cleanComments(db, forms, finding)
    await cleanCategories(db, forms, shared)
  }
}

/** Takes values out of columns of some rows; in JSON, out of its strings. */
async function removeFrom(
  db: AnyDatabase,
  values: readonly string[],
  table: string,
  columns: readonly string[],
  which: ReturnType<typeof sql>,
): Promise<void> {
  const forms = new ValueForms(values)
  const remove = (text: string) => forms.remove(text, mark)
  for (const column of columns) {
    for (let after = 0; ; ) {
      const { rows } = await sql<{ row: number; text: string }>`
        select rowid as row, ${sql.ref(column)} as text from ${sql.table(table)}
        where ${which} and ${sql.ref(column)} is not null and rowid > ${after}
        order by rowid limit ${rowsAtOnce}`.execute(db)
      for (const { row, text } of rows) {
        if (remove(text) === text) continue
        const isJson = column.endsWith('_json')
        // parse: our own columns.
        const cleaned = isJson ? JSON.stringify(inStrings(JSON.parse(text), remove)) : remove(text)
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${cleaned} where rowid = ${row}`.execute(
          db,
        )
      }
      after = rows.at(-1)?.row ?? 0
      if (rows.length < rowsAtOnce) break
    }
  }
}

/** Sets of categories are kept once each: two that are the same without a value become one. */
async function cleanCategories(
  db: AnyDatabase,
  forms: ValueForms,
  which: ReturnType<typeof sql>,
): Promise<void> {
  const { rows } = await sql<{ id: number; deployment_id: number; text: string }>`
    select id, deployment_id, categories_json as text from category_set where ${which}`.execute(db)
  for (const { id, deployment_id, text } of rows) {
    if (forms.remove(text, mark) === text) continue
    // parse: our own column.
    const cleaned = JSON.stringify(inStrings(JSON.parse(text), (each) => forms.remove(each, mark)))
    await sql`insert or ignore into category_set (deployment_id, categories_json)
      values (${deployment_id}, ${cleaned})`.execute(db)
    await sql`update finding set category_set_id = (select id from category_set
      where deployment_id = ${deployment_id} and categories_json = ${cleaned}) where category_set_id = ${id}`.execute(
      db,
    )
    await sql`delete from category_set where id = ${id}`.execute(db)
  }
}

/** The comments that undoing a change would bring back; their table has no row ids. */
async function cleanComments(
  db: AnyDatabase,
  forms: ValueForms,
  which: ReturnType<typeof sql>,
): Promise<void> {
  const { rows } = await sql<{ text: string }>`select distinct triage_comment as text from triage_change_item
    where triage_comment is not null and ${which}`.execute(db)
  for (const { text } of rows) {
    const cleaned = forms.remove(text, mark)
    if (cleaned === text) continue
    await sql`update triage_change_item set triage_comment = ${cleaned}
      where triage_comment = ${text} and ${which}`.execute(db)
  }
}

/** A JSON value with another text in place of each of its strings; names of members stay. */
function inStrings(value: unknown, change: (text: string) => unknown): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((each) => inStrings(each, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inStrings(each, change)]))
}

/** `detected-aws-key` is `aws key`. */
function typeOf(rule: string): string {
  const words = (rule.split(/[./]/).at(-1) ?? rule).replace(/^detected?-/, '').replaceAll(/[-_]+/g, ' ')
  return words.trim() === '' ? 'Generic secret' : words.trim()
}
