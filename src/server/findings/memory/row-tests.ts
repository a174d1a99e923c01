import { type RawBuilder, sql } from 'kysely'
import type { FindingFilter } from '#contract/findings-query.ts'
import { none } from '#contract/query.ts'
import type { Reader } from '#server/db/database.ts'
import { rowsOf } from '#server/db/sql.ts'
import { milliseconds } from '../conditions.ts'
import type { Condition, FilterName, Selection } from '../query.ts'
import { globOf } from './glob.ts'
import type { Columns } from './memory.ts'
import { deriveFromNames, namesOf, rulesHolding } from './names.ts'
import { type ColumnName, sources, type TextColumn } from './sources.ts'
import type { Table } from './table.ts'
import { upgradedPackages } from './upgraded-packages.ts'

/**
 * What a condition demands of a row: for the numbers of a column whether they are wanted (several columns: one is
 * enough), for the numbers of policy and rule together, a range of instants, or one of the times of triage in whole seconds.
 */
export type RowTest =
  | { wanted: { column: ColumnName; table: Uint8Array }[] }
  | { pairs: Uint8Array; width: number }
  | { since: number }
  | { until: number }
  | { triagedFrom: number; triagedBefore: number }

/** Parameters whose condition is asked of the database once for each value of a column, not for each row. */
const byValue: Partial<Record<FilterName, ColumnName>> = {
  severities: 'severity',
  status: 'decision',
  triage_reasons: 'decision',
  primary_ref: 'primary',
  ref: 'ref',
  repository_ids: 'project',
  project_tags: 'project',
  categories: 'categories',
  not_categories: 'categories',
  confidence: 'confidence',
  autotriage_verdict: 'verdict',
  policy_ids: 'policy',
  exposures: 'reachability',
  transitivities: 'transitivity',
  is_malicious: 'malicious',
  click_to_fix_pr_state: 'fixPullRequests',
  has_ticket: 'ticket',
  uncertain: 'uncertain',
  fix_available: 'fixAvailable',
  validation_state: 'validation',
}
const byText: Partial<Record<FilterName, TextColumn>> = {
  component_tags: 'componentTag',
  vulnerability_identifiers: 'advisory',
  dependencies: 'package',
  versions: 'packageVersion',
  files: 'path',
  tickets: 'ticketName',
  triaged_by: 'triagedBy',
  secret_types: 'secretType',
  secret_hashes: 'secretHash',
}
const searched = ['path', 'advisory', 'package', 'message'] as const

/**
 * What a condition of a selection demands of the rows of its table.
 * @returns null where memory cannot tell, which no filter of the contract makes happen.
 */
export async function testOf(
  reader: Reader,
  columns: Columns,
  table: Table,
  selection: Selection,
  condition: Condition,
): Promise<RowTest | null> {
  const { filter, deploymentId } = selection
  const one = (column: ColumnName, wanted: Uint8Array): RowTest => ({ wanted: [{ column, table: wanted }] })
  const { parameter } = condition
  // There may be thousands of names, and their list is known.
  const amongNames = async (kind: 'repos' | 'rules', column: ColumnName, among: boolean) => {
    const given = new Set(listOf(filter, parameter))
    const wanted = new Uint8Array(table.columns[column].size).fill(Number(!among))
    for (const [id, name] of await namesOf(reader, columns, deploymentId, kind)) {
      if (id < wanted.length && given.has(name)) wanted[id] = Number(among)
    }
    return wanted
  }
  const valued = byValue[parameter]
  if (valued) return one(valued, await valuesWhere(reader, columns, table, valued, selection, condition))
  if (parameter === 'upgrades') return one('upgrade', await upgradesAmong(columns, table, selection))
  const text = byText[parameter]
  if (text) return one(text, textsAmong(table, text, listOf(filter, parameter)))
  switch (parameter) {
    case 'repos':
    case 'not_repos':
      return one('project', await amongNames('repos', 'project', parameter === 'repos'))
    case 'rules':
    case 'not_rules':
      return one('rule', await amongNames('rules', 'rule', parameter === 'rules'))
    case 'since':
      return { since: milliseconds(filter.since ?? 0) }
    case 'until':
      return { until: milliseconds(filter.until ?? 0) }
    case 'triaged_since':
      return triagedIn(filter.triaged_since ?? 0, Number.POSITIVE_INFINITY)
    case 'triaged_until':
      // Rows that nobody triaged have 0.
      return triagedIn(1, filter.triaged_until ?? 0)
    case 'first_seen_scan_ids':
      return one('firstScan', numbersAmong(table, 'firstScan', filter.first_seen_scan_ids ?? []))
    case 'fixed_scan_ids':
      return one('fixedScan', numbersAmong(table, 'fixedScan', filter.fixed_scan_ids ?? []))
    case 'epss_min':
      return one('epss', scoresFrom(table, filter.epss_min))
    case 'path':
      return one('path', pathsLike(table, filter.path ?? ''))
    case 'not_path':
      return one(
        'path',
        pathsLike(table, filter.not_path ?? '').map((found) => 1 - found),
      )
    case 'q': {
      const part = filter.q?.trim() ?? ''
      return {
        wanted: [
          { column: 'rule', table: await rulesHolding(reader, columns, deploymentId, table, part) },
          ...searched.map((column) => ({ column, table: table.texts[column].holding(part) })),
        ],
      }
    }
    case 'policies':
      return pairsWhere(reader, table, deploymentId, condition)
    default:
      return null
  }
}

/** Times of triage are kept in whole seconds: what falls between two of them the database tells. */
function triagedIn(from: number, before: number): RowTest | null {
  const isKept = [from, before].every(
    (seconds) => seconds === Number.POSITIVE_INFINITY || Number.isInteger(seconds),
  )
  return isKept ? { triagedFrom: Math.max(1, from), triagedBefore: before } : null
}

/** For each number of a column whether a condition holds of a row that has nothing but this value. */
async function valuesWhere(
  reader: Reader,
  columns: Columns,
  table: Table,
  column: ColumnName,
  { deploymentId, filter }: Selection,
  { parameter, holds }: Condition,
): Promise<Uint8Array> {
  const wanted = new Uint8Array(table.columns[column].size)
  const values = valuesAsFindings(column, wanted.length, deploymentId)
  const find = async () => {
    const { rows } = await sql<{ code: number }>`
      select finding.code from ${values} as finding where ${holds}`.execute(reader)
    return Uint32Array.from(rows, ({ code }) => code)
  }
  // Ids are all asked for, other values as far as there are any; reasons depend on the status beside them.
  const many = sources[column].kind === 'id' ? '' : wanted.length
  const asked = JSON.stringify([deploymentId, column, many, parameter, filter[parameter], filter.status])
  const codes = column === 'policy' ? await find() : await deriveFromNames(columns, `values ${asked}`, find)
  for (const code of codes) if (code < wanted.length) wanted[code] = 1
  return wanted
}

/** The values of a column as rows that a condition can be asked of, each with its `code`. */
function valuesAsFindings(column: ColumnName, size: number, deploymentId: number): RawBuilder<unknown> {
  const codes = Array.from({ length: size }, (_, code) => [code])
  const numbers = sql`${rowsOf({ code: 'integer' }, codes)} as number`
  if (column === 'decision') {
    return sql`(select code, code / 8 as status, nullif(code % 8, 0) - 1 as triage_reason from ${numbers})`
  }
  const { kind, sql: name } = sources[column]
  if (typeof name !== 'string') throw new RangeError(`${column} is no column of a finding`)
  if (kind === 'word') return sql`(select code, nullif(code, 0) - 1 as ${sql.ref(name)} from ${numbers})`
  if (kind === 'flag') return sql`(select code, code as ${sql.ref(name)} from ${numbers})`
  const others = searched.map((one) => (one === 'message' ? 'document_json' : one))
  return sql`(select id as code, id as ${sql.ref(name)}, ${sql.join(others.map((one) => sql`null as ${sql.ref(one)}`))}
    from ${sql.table(named[column] ?? column)} where deployment_id = ${deploymentId}
    union all select 0, null, ${sql.join(others.map(() => sql`null`))})`
}
const named: Partial<Record<ColumnName, string>> = { categories: 'category_set' }

/** For each policy and rule whether a condition holds of a row that has them: at `policy * width + rule`. */
async function pairsWhere(
  reader: Reader,
  table: Table,
  deploymentId: number,
  condition: Condition,
): Promise<RowTest | null> {
  const width = table.columns.rule.size
  const size = table.columns.policy.size * width
  if (size > pairsAtMost) return null
  const pairs = new Uint8Array(size)
  const { rows } = await sql<{ policy_id: number; rule_id: number }>`
    select policy_id, rule_id from (select policy_id, rule_id from policy_rule where deployment_id = ${deploymentId})
      as finding where ${condition.holds}`.execute(reader)
  for (const { policy_id: policy, rule_id: rule } of rows) {
    const at = policy * width + rule
    if (rule < width && at < size) pairs[at] = 1
  }
  return { pairs, width }
}
const pairsAtMost = 20_000_000

function listOf(filter: FindingFilter, parameter: FilterName): readonly string[] {
  const list = filter[parameter]
  return Array.isArray(list) ? list.map(String) : []
}

function textsAmong(table: Table, column: TextColumn, texts: readonly string[]): Uint8Array {
  const pool = table.texts[column]
  const wanted = new Uint8Array(pool.size)
  for (const text of texts) {
    const code = text === none ? 0 : pool.find(text)
    if (code >= 0) wanted[code] = 1
  }
  return wanted
}

async function upgradesAmong(columns: Columns, table: Table, { deploymentId, filter }: Selection) {
  const given = filter.upgrades ?? []
  const wanted = textsAmong(table, 'upgrade', given)
  const { of, names } = await upgradedPackages(columns, deploymentId, table)
  const packages = new Set(given)
  for (let code = 1; code < wanted.length; code++) {
    if (packages.has(names[of[code] ?? 0] ?? '')) wanted[code] = 1
  }
  return wanted
}

function numbersAmong(table: Table, column: ColumnName, numbers: readonly number[]): Uint8Array {
  const wanted = new Uint8Array(table.columns[column].size)
  for (const number of numbers) if (number > 0 && number < wanted.length) wanted[number] = 1
  return wanted
}

function scoresFrom(table: Table, least: FindingFilter['epss_min']): Uint8Array {
  if (typeof least !== 'number') return Uint8Array.from(table.scores, (_, code) => Number(code === 0))
  return Uint8Array.from(table.scores, (score) => Number(score >= least))
}

function pathsLike(table: Table, pattern: string): Uint8Array {
  if (pattern === none) return textsAmong(table, 'path', [none])
  return table.texts.path.where(globOf(pattern))
}
