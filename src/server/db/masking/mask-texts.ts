import { type Kysely, type RawBuilder, sql } from 'kysely'
import { ValueForms } from '#server/base/config/value-forms.ts'
import { maskSaid } from '#server/base/credentials/mask-prose.ts'
import { mask } from '#server/base/credentials/mask-source.ts'
import { inStrings } from './mask-row.ts'

type AnyDatabase = Kysely<unknown>
type Change = (text: string) => string

const rowsAtOnce = 500

/** Values that look like made ones, which no text of a project may have. */
export interface ProjectValues {
  deployment: number
  project: number
  values: Set<string>
}

/** The title of a rule, which other texts repeat. */
export interface ChangedTitle {
  deployment: number
  from: string
  to: string
}

/** Columns of a table; `key` counts its rows, and is null where only several columns do. */
type Place = [table: string, columns: string[], key: string | null]

const findingOf = (project: number) =>
  sql`finding_id in (select id from finding where project_id = ${project})`
const ofProject: [...Place, of: (project: number) => RawBuilder<unknown>][] = [
  ['finding', ['document_json', 'triage_comment', 'resource'], 'id', (id) => sql`project_id = ${id}`],
  ['finding_detail', ['references_json', 'data_flow_json'], 'finding_id', findingOf],
  ['message', ['content'], 'id', (id) => sql`project_id = ${id}`],
  [
    'scan',
    ['meta_json', 'report_json', 'errors_json', 'coverage_json', 'hold_json'],
    'id',
    (id) => sql`project_id = ${id}`,
  ],
  ['finding_event', ['note'], 'id', findingOf],
  ['finding_comment', ['text'], 'id', findingOf],
]
const ofDeployment: Place[] = [
  ['job', ['note', 'error', 'result_json'], 'id'],
  ['triage_change', ['note'], 'id'],
  ['triage_change_item', ['triage_comment'], null],
  ['approval', ['note', 'decision_note'], 'id'],
  ['finding_comment_version', ['text'], null],
  ['gate_verdict', ['document_json'], 'id'],
  ['webhook_delivery', ['title', 'payload_json'], 'id'],
  ['audit_event', ['target', 'detail_json'], 'id'],
]

/** Takes values out of all texts of their projects and deployments, and titles that changed out of what repeats them. */
export async function maskTexts(
  db: AnyDatabase,
  projects: readonly ProjectValues[],
  titles: readonly ChangedTitle[],
): Promise<void> {
  for (const { deployment, project, values } of projects) {
    const change = without(values)
    for (const [table, columns, key, of] of ofProject)
      for (const column of columns)
        await changeTexts(db, inColumn(column, change), {
          table,
          key,
          column,
          deployment,
          which: of(project),
        })
  }
  const deployments = new Set([...projects, ...titles].map(({ deployment }) => deployment))
  for (const deployment of deployments) {
    const values = projects.flatMap((each) => (each.deployment === deployment ? [...each.values] : []))
    const changed = titles.filter((each) => each.deployment === deployment)
    const remove = without(values)
    const change = (text: string) =>
      remove(changed.reduce((result, { from, to }) => result.replaceAll(from, () => to), text))
    for (const [table, columns, key] of ofDeployment)
      for (const column of columns)
        await changeTexts(db, inColumn(column, change), { table, key, column, deployment, which: sql`1 = 1` })
  }
}

function without(values: Iterable<string>): Change {
  const forms = new ValueForms(values)
  return (text) => forms.remove(text, mask)
}

/** Takes what may be a credential out of the errors of stored scans, as a scan does now. */
export async function maskStoredErrors(db: AnyDatabase): Promise<boolean> {
  let changed = false
  const { rows } = await sql<{ id: number }>`select id from deployment`.execute(db)
  for (const { id } of rows) {
    const place = { table: 'scan', key: 'id', column: 'errors_json', deployment: id, which: sql`1 = 1` }
    const hasChanged = await changeTexts(db, maskErrorsIn, place)
    changed ||= hasChanged
  }
  return changed
}

function maskErrorsIn(json: string): string {
  // parse: our own column; earlier versions stored no failure.
  const said = JSON.parse(json) as Said
  return JSON.stringify({ ...said, ...maskErrorsOf(said) })
}

interface Said {
  failure?: string | null
  errors?: { message: string; rule: string | null; path: string | null }[]
}

/** Errors of a tool, and why its run failed, without what may be a credential. */
export const maskErrorsOf = ({ failure, errors }: Said): Said => ({
  ...(failure == null ? {} : { failure: maskSaid(failure, null) }),
  ...(errors && {
    errors: errors.map((each) => ({ ...each, message: maskSaid(each.message, each.rule, each.path ?? '') })),
  }),
})

interface Texts {
  table: string
  key: string | null
  column: string
  deployment: number
  which: RawBuilder<unknown>
}

/** Takes values out of a column of some rows. */
export const removeFrom = (db: AnyDatabase, values: Iterable<string>, texts: Texts) =>
  changeTexts(db, inColumn(texts.column, without(values)), texts)

/** The change of a column; in JSON, of its strings. */
const inColumn = (column: string, change: Change): Change =>
  // parse: our own columns.
  column.endsWith('_json') ? (json) => JSON.stringify(inStrings(JSON.parse(json), change)) : change

/** Changes a column of some rows. @returns whether a row changed. */
async function changeTexts(
  db: AnyDatabase,
  change: Change,
  { table, key, column, deployment, which }: Texts,
): Promise<boolean> {
  const name = sql.ref(key ?? column)
  let changed = false
  for (let after: number | string = key === null ? '' : 0; ; ) {
    const { rows }: { rows: { id: number | string; text: string }[] } = await sql<{
      id: number | string
      text: string
    }>`
      select ${name} as id, ${sql.ref(column)} as text from ${sql.table(table)}
      where deployment_id = ${deployment} and ${which} and ${sql.ref(column)} is not null and ${name} > ${after}
      order by ${name} limit ${rowsAtOnce}`.execute(db)
    for (const { id, text } of rows) {
      const cleaned = change(text)
      if (cleaned === text) continue
      changed = true
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${cleaned}
        where deployment_id = ${deployment} and ${name} = ${id}`.execute(db)
    }
    after = rows.at(-1)?.id ?? after
    if (rows.length < rowsAtOnce) return changed
  }
}
