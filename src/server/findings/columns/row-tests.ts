import { type RawBuilder, sql } from 'kysely'
import type { FindingFilter } from '#contract/parameters/findings-query.ts'
import { none } from '#contract/parameters/query.ts'
import type { Reader } from '#server/db/database.ts'
import { rowsOf } from '#server/db/sql.ts'
import { toMilliseconds } from '../filters/conditions.ts'
import type { Condition, FilterName, Selection } from '../filters/query.ts'
import { type ColumnName, columnSources, type TextColumn } from './column-sources.ts'
import type { ColumnSnapshot } from './column-store.ts'
import { compileGlob } from './glob.ts'
import { deriveFromNames, namesOf, rulesContaining } from './names.ts'
import type { Table } from './table.ts'
import { upgradedPackages } from './upgraded-packages.ts'

/**
 * What a condition demands of a row: for the numbers of a column whether they are wanted (several columns: one is
 * enough), for the numbers of policy and rule together, a range of instants, or one of the times of triage in whole seconds.
 */
export type RowTest =
  | { matches: { column: ColumnName; table: Uint8Array }[] }
  | { pairs: Uint8Array; width: number }
  | { since: number }
  | { until: number }
  | { triagedFrom: number; triagedBefore: number }

/** Parameters whose condition is asked of the database once for each value of a column, not for each row. */
const valueColumns: Partial<Record<FilterName, ColumnName>> = {
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
const textColumnsByFilter: Partial<Record<FilterName, TextColumn>> = {
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
const searchedColumns = ['path', 'advisory', 'package', 'message'] as const

/**
 * What a condition of a selection demands of the rows of its table.
 * @returns null where memory cannot tell, which no filter of the contract makes happen.
 */
export async function rowTestFor(
  reader: Reader,
  columns: ColumnSnapshot,
  table: Table,
  selection: Selection,
  condition: Condition,
): Promise<RowTest | null> {
  const { filter, deploymentId } = selection
  const columnTest = (column: ColumnName, matches: Uint8Array): RowTest => ({
    matches: [{ column, table: matches }],
  })
  const { parameter } = condition
  // There may be thousands of names, and their list is known.
  const matchNames = async (kind: 'repos' | 'rules', column: ColumnName, isIncluded: boolean) => {
    const listedNames = new Set(listOf(filter, parameter))
    const matches = new Uint8Array(table.columns[column].size).fill(Number(!isIncluded))
    for (const [id, name] of await namesOf(reader, columns, deploymentId, kind)) {
      if (id < matches.length && listedNames.has(name)) matches[id] = Number(isIncluded)
    }
    return matches
  }
  const valueColumn = valueColumns[parameter]
  if (valueColumn)
    return columnTest(
      valueColumn,
      await codesMatching(reader, columns, table, valueColumn, selection, condition),
    )
  if (parameter === 'upgrades') return columnTest('upgrade', await matchUpgrades(columns, table, selection))
  const text = textColumnsByFilter[parameter]
  if (text) return columnTest(text, matchTexts(table, text, listOf(filter, parameter)))
  switch (parameter) {
    case 'repos':
    case 'not_repos':
      return columnTest('project', await matchNames('repos', 'project', parameter === 'repos'))
    case 'rules':
    case 'not_rules':
      return columnTest('rule', await matchNames('rules', 'rule', parameter === 'rules'))
    case 'since':
      return { since: toMilliseconds(filter.since ?? 0) }
    case 'until':
      return { until: toMilliseconds(filter.until ?? 0) }
    case 'triaged_since':
      return triageTimeTest(filter.triaged_since ?? 0, Number.POSITIVE_INFINITY)
    case 'triaged_until':
      // Rows that nobody triaged have 0.
      return triageTimeTest(1, filter.triaged_until ?? 0)
    case 'first_seen_scan_ids':
      return columnTest('firstScan', matchNumbers(table, 'firstScan', filter.first_seen_scan_ids ?? []))
    case 'fixed_scan_ids':
      return columnTest('fixedScan', matchNumbers(table, 'fixedScan', filter.fixed_scan_ids ?? []))
    case 'epss_min':
      return columnTest('epss', matchScores(table, filter.epss_min))
    case 'path':
      return columnTest('path', matchPaths(table, filter.path ?? ''))
    case 'not_path':
      return columnTest(
        'path',
        matchPaths(table, filter.not_path ?? '').map((match) => 1 - match),
      )
    case 'q': {
      const part = filter.q?.trim() ?? ''
      return {
        matches: [
          { column: 'rule', table: await rulesContaining(reader, columns, deploymentId, table, part) },
          ...searchedColumns.map((column) => ({ column, table: table.texts[column].holding(part) })),
        ],
      }
    }
    case 'policies':
      return policyRulePairs(reader, table, deploymentId, condition)
    default:
      return null
  }
}

/** Times of triage are kept in whole seconds: what falls between two of them the database tells. */
function triageTimeTest(from: number, before: number): RowTest | null {
  const isWholeSeconds = [from, before].every(
    (seconds) => seconds === Number.POSITIVE_INFINITY || Number.isInteger(seconds),
  )
  return isWholeSeconds ? { triagedFrom: Math.max(1, from), triagedBefore: before } : null
}

/** For each number of a column whether a condition holds of a row that has nothing but this value. */
async function codesMatching(
  reader: Reader,
  columns: ColumnSnapshot,
  table: Table,
  column: ColumnName,
  { deploymentId, filter }: Selection,
  { parameter, holds }: Condition,
): Promise<Uint8Array> {
  const matches = new Uint8Array(table.columns[column].size)
  const values = codesAsFindings(column, matches.length, deploymentId)
  const readCodes = async () => {
    const { rows } = await sql<{ code: number }>`
      select finding.code from ${values} as finding where ${holds}`.execute(reader)
    return Uint32Array.from(rows, ({ code }) => code)
  }
  // Ids are all asked for, other values as far as there are any; reasons depend on the status beside them.
  const cacheSize = columnSources[column].kind === 'id' ? '' : matches.length
  const cacheKey = JSON.stringify([
    deploymentId,
    column,
    cacheSize,
    parameter,
    filter[parameter],
    filter.status,
  ])
  const codes =
    column === 'policy' ? await readCodes() : await deriveFromNames(columns, `values ${cacheKey}`, readCodes)
  for (const code of codes) if (code < matches.length) matches[code] = 1
  return matches
}

/** The values of a column as rows that a condition can be asked of, each with its `code`. */
function codesAsFindings(column: ColumnName, size: number, deploymentId: number): RawBuilder<unknown> {
  const codes = Array.from({ length: size }, (_, code) => [code])
  const numbers = sql`${rowsOf({ code: 'integer' }, codes)} as number`
  if (column === 'decision') {
    return sql`(select code, code / 8 as status, nullif(code % 8, 0) - 1 as triage_reason from ${numbers})`
  }
  const { kind, sql: name } = columnSources[column]
  if (typeof name !== 'string') throw new RangeError(`${column} is no column of a finding`)
  if (kind === 'word') return sql`(select code, nullif(code, 0) - 1 as ${sql.ref(name)} from ${numbers})`
  if (kind === 'flag') return sql`(select code, code as ${sql.ref(name)} from ${numbers})`
  const others = searchedColumns.map((columnTest) =>
    columnTest === 'message' ? 'document_json' : columnTest,
  )
  return sql`(select id as code, id as ${sql.ref(name)}, ${sql.join(others.map((columnTest) => sql`null as ${sql.ref(columnTest)}`))}
    from ${sql.table(tableNames[column] ?? column)} where deployment_id = ${deploymentId}
    union all select 0, null, ${sql.join(others.map(() => sql`null`))})`
}
const tableNames: Partial<Record<ColumnName, string>> = { categories: 'category_set' }

/** For each policy and rule whether a condition holds of a row that has them: at `policy * width + rule`. */
async function policyRulePairs(
  reader: Reader,
  table: Table,
  deploymentId: number,
  condition: Condition,
): Promise<RowTest | null> {
  const width = table.columns.rule.size
  const size = table.columns.policy.size * width
  if (size > maxPairs) return null
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
const maxPairs = 20_000_000

function listOf(filter: FindingFilter, parameter: FilterName): readonly string[] {
  const list = filter[parameter]
  return Array.isArray(list) ? list.map(String) : []
}

function matchTexts(table: Table, column: TextColumn, texts: readonly string[]): Uint8Array {
  const pool = table.texts[column]
  const matches = new Uint8Array(pool.size)
  for (const text of texts) {
    const code = text === none ? 0 : pool.find(text)
    if (code >= 0) matches[code] = 1
  }
  return matches
}

async function matchUpgrades(columns: ColumnSnapshot, table: Table, { deploymentId, filter }: Selection) {
  const listedNames = filter.upgrades ?? []
  const matches = matchTexts(table, 'upgrade', listedNames)
  const { of, names } = await upgradedPackages(columns, deploymentId, table)
  const packages = new Set(listedNames)
  for (let code = 1; code < matches.length; code++) {
    if (packages.has(names[of[code] ?? 0] ?? '')) matches[code] = 1
  }
  return matches
}

function matchNumbers(table: Table, column: ColumnName, numbers: readonly number[]): Uint8Array {
  const matches = new Uint8Array(table.columns[column].size)
  for (const number of numbers) if (number > 0 && number < matches.length) matches[number] = 1
  return matches
}

function matchScores(table: Table, minimum: FindingFilter['epss_min']): Uint8Array {
  if (typeof minimum !== 'number') return Uint8Array.from(table.scores, (_, code) => Number(code === 0))
  return Uint8Array.from(table.scores, (score) => Number(score >= minimum))
}

function matchPaths(table: Table, pattern: string): Uint8Array {
  if (pattern === none) return matchTexts(table, 'path', [none])
  return table.texts.path.where(compileGlob(pattern))
}
