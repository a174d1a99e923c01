import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Reader } from './database.ts'
import type { RuleTable, RuleTextTable } from './policy-tables.ts'
import { jsonField, rowsOf, valuesOf } from './sql.ts'

// What a scan says about a rule belongs to its project and source: `rule` has the text of the deployment, `rule_text` what
// differs from it. Source: docs/decisions/0138-rule-texts.md

/** The columns of a rule that scans say, which `rule` and `rule_text` both have. */
export const ruleTextColumns = [
  'title',
  'message',
  'category',
  'severity',
  'confidence',
  'source',
  'url',
  'secret_type',
  'has_validators',
  'cwe_json',
  'owasp_json',
  'subcategories_json',
  'vulnerability_classes_json',
  'languages_json',
  'technologies_json',
  'rulesets_json',
  'help',
] as const satisfies (keyof RuleTextTable)[]
export type RuleTextColumn = (typeof ruleTextColumns)[number]

/**
 * The `ref_id` of what a branch says about a rule that its project says otherwise: it is kept for when the branch becomes
 * the primary one, and no finding shows it. A null is what the project says.
 */
export const keptOf = (refId: number): number => -refId

/** What a project says; null where it is the text of the deployment. */
export type OwnText = Pick<Selectable<RuleTextTable>, RuleTextColumn>

/** What an administrator set in place of a rule's text. */
export type FixedText = Partial<
  Pick<
    Selectable<RuleTable>,
    'title' | 'message' | 'severity' | 'confidence' | 'url' | 'cwe_json' | 'owasp_json'
  >
>

/** The content of `rule.fixed_json`. */
export interface FixedTexts {
  /** Milliseconds since 1970. */
  at: number
  texts: FixedText
}

/** A text of a rule as the deployment shows it, for statements that read `rule`. */
export const deploymentText = (column: 'title' | 'cwe_json' | 'owasp_json') =>
  sql<
    string | null
  >`coalesce(${jsonField(sql.ref('rule.fixed_json'), `texts.${column}`)}, ${sql.ref(`rule.${column}`)})`

/** The columns of a finding that decide which text its rule has. */
export interface TextPlace {
  rule_id: number
  project_id: number
  source_id: number
  ref_id: number
}

/** The name of the row of `rule_text` that a finding has. */
export const placeKey = ({ rule_id, project_id, source_id, ref_id }: TextPlace): string =>
  `${rule_id}/${project_id}/${source_id}/${ref_id}`

/** Where findings are, as values or columns of a statement. */
export interface TextScope {
  projectId: number | RawBuilder<number>
  sourceId: number | RawBuilder<number>
  refId: number | RawBuilder<number>
}

const ofFinding: TextScope = {
  projectId: sql.ref('finding.project_id'),
  sourceId: sql.ref('finding.source_id'),
  refId: sql.ref('finding.ref_id'),
}

/**
 * A column of a rule as the project of its findings says it, for statements that read `rule`, by default together with
 * `finding`. It seeks once in the key of `rule_text`, which has a row only where a project says something else.
 */
export const textOfFinding = <T = string | null>(
  column: RuleTextColumn,
  { projectId, sourceId, refId }: TextScope = ofFinding,
): RawBuilder<T> => sql<T>`coalesce((select own.${sql.ref(column)} from rule_text as own
    where own.deployment_id = rule.deployment_id and own.rule_id = rule.id and own.project_id = ${projectId}
      and own.source_id = ${sourceId} and own.ref_id in (0, ${refId})
    order by own.ref_id limit 1), ${sql.ref(`rule.${column}`)})`

/** A column of a rule as a project says it with any of its sources, for statements that read `rule`. */
export const textOfProject = <T = string | null>(
  column: RuleTextColumn,
  projectId: number,
): RawBuilder<T> => sql<T>`coalesce((select own.${sql.ref(column)} from rule_text as own
    where own.deployment_id = rule.deployment_id and own.rule_id = rule.id and own.project_id = ${projectId}
      and own.ref_id >= 0 and own.${sql.ref(column)} is not null order by own.ref_id limit 1), ${sql.ref(`rule.${column}`)})`

/** Whether a project says something else about a rule than the deployment, for statements that read `rule`. */
export const isSaidDifferently = sql<boolean>`exists (select 1 from rule_text
    where rule_text.deployment_id = rule.deployment_id and rule_text.rule_id = rule.id)`

/** The columns that findings show. */
const shownColumns = [
  'title',
  'message',
  'category',
  'severity',
  'confidence',
  'url',
  'cwe_json',
  'owasp_json',
  'subcategories_json',
  'vulnerability_classes_json',
] as const satisfies RuleTextColumn[]
type ShownText = Pick<OwnText, (typeof shownColumns)[number]>

/** Reads what the projects of findings say about their rules, by `placeKey`. One statement; none without rows. */
export async function readOwnTexts(
  reader: Reader,
  deploymentId: number,
  rows: readonly TextPlace[],
): Promise<Map<string, ShownText>> {
  const places = new Map(rows.map((row) => [placeKey(row), row]))
  if (places.size === 0) return new Map()
  const given = rowsOf(
    { rule: 'integer', project: 'integer', source: 'integer', ref: 'integer' },
    [...places.values()].map((row) => [row.rule_id, row.project_id, row.source_id, row.ref_id]),
  )
  const columns = sql.join(shownColumns.map((column) => sql.ref(`own.${column}`)))
  // A cross join, as SQLite would read all of `rule_text` for each place otherwise.
  const found = await sql<ShownText & TextPlace & { said_by: number }>`
    select ${columns}, own.rule_id, own.project_id, own.source_id, given."ref" as ref_id, own.ref_id as said_by
    from ${given} as given
    cross join rule_text as own
    where own.deployment_id = ${deploymentId} and own.rule_id = given.rule
      and own.project_id = given.project and own.source_id = given.source and own.ref_id in (0, given."ref")`.execute(
    reader,
  )
  const texts = new Map<string, ShownText>()
  for (const row of found.rows) {
    const key = placeKey(row)
    // What the project says comes before what a ref said.
    if (row.said_by === 0 || !texts.has(key)) texts.set(key, row)
  }
  return texts
}

/** The text of a rule with what a project says in its place. */
export function withOwnText<T extends Partial<ShownText>>(rule: T, own: ShownText | undefined): T {
  if (!own) return rule
  const said = shownColumns.filter((column) => column in rule && own[column] !== null)
  return { ...rule, ...Object.fromEntries(said.map((column) => [column, own[column]])) }
}

/** What a project says about rules, on a ref or with 0 as the project, or what is kept for a branch, by their ids. */
export async function readTextsOfProject(
  reader: Reader & { readonly deploymentId: number },
  { projectId, sourceId, refId }: { projectId: number; sourceId: number; refId: number },
  ruleIds: readonly number[],
): Promise<Map<number, OwnText>> {
  const rows = await reader
    .selectFrom('rule_text')
    .select(['rule_id', ...ruleTextColumns])
    .where('deployment_id', '=', reader.deploymentId)
    .where('rule_id', 'in', valuesOf(ruleIds))
    .where('project_id', '=', projectId)
    .where('source_id', '=', sourceId)
    .where('ref_id', '=', refId)
    .execute()
  return new Map(rows.map(({ rule_id: id, ...text }) => [id, text]))
}
