import { type RawBuilder, sql } from 'kysely'
import type { Comparison } from '../comparison.ts'
import type { ArrayRow, RowReader } from '../database.ts'

/** Differences that are described; the others are only counted. */
const describedAtMost = 20

/** Rows that are read at a time. */
const rowsPerRead = 1_000

/** Rows that are compared by their keys, the first of which is the deployment. */
interface ComparedRows {
  /** Statement of the keys and then the values, in the order of the keys. */
  query: RawBuilder<unknown>
  keys: number
  /** Names of the values. */
  columns: readonly string[]
  nameOf(key: ArrayRow): string
}

const decisionColumns = [
  ...['type', 'severity', 'status', 'state', 'removed', 'triage_state', 'triage_reason', 'triage_comment'],
  ...['triaged_at', 'triaged_by', 'rule_id', 'policy_id', 'project_id', 'ref_id'],
]

/**
 * The decisions on findings, with the columns that every version has. Findings whose project or ref was deleted are not
 * shown by any version, and some updates remove them.
 */
const decisions: ComparedRows = {
  query: sql`
    select finding.deployment_id, finding.id,
      ${sql.join(decisionColumns.map((name) => sql.ref(`finding.${name}`)))}
    from finding
    join project on project.id = finding.project_id and project.deployment_id = finding.deployment_id
    join ref on ref.id = finding.ref_id and ref.deployment_id = finding.deployment_id
    order by 1, 2`,
  keys: 2,
  columns: decisionColumns,
  nameOf: ([owner, id]) => `finding ${id} of deployment ${owner}`,
}

const modes: ComparedRows = {
  query: sql`
    select policy_rule.deployment_id, policy_rule.policy_id, policy_rule.rule_id, policy_rule.mode
    from policy_rule
    join policy on policy.id = policy_rule.policy_id and policy.deployment_id = policy_rule.deployment_id
    join rule on rule.id = policy_rule.rule_id and rule.deployment_id = policy_rule.deployment_id
    order by 1, 2, 3`,
  keys: 3,
  columns: ['mode'],
  nameOf: ([owner, policy, rule]) => `rule ${rule} of policy ${policy} of deployment ${owner}`,
}

/** Counts by name, each of rows that are shown. */
const countStatements = [
  sql`select 'deployments' as name, count(*) as value from deployment`,
  sql`select 'tokens' as name, count(*) as value from token where revoked_at is null`,
  sql`select 'audit events' as name, count(*) as value from audit_event`,
  ...['project', 'rule', 'policy', 'triage_change'].map(
    (
      table,
    ) => sql`select ${sql.lit(table)} || ' rows of deployment ' || deployment_id as name, count(*) as value
      from ${sql.table(table)} group by deployment_id`,
  ),
  sql`select 'refs of deployment ' || ref.deployment_id as name, count(*) as value
    from ref join project on project.id = ref.project_id and project.deployment_id = ref.deployment_id
    group by ref.deployment_id`,
  sql`select 'scans of deployment ' || scan.deployment_id || ' with status ' || scan.status as name, count(*) as value
    from scan join project on project.id = scan.project_id and project.deployment_id = scan.deployment_id
    group by scan.deployment_id, scan.status`,
  sql`select 'dependencies of deployment ' || dependency.deployment_id as name, count(*) as value
    from dependency
    join lockfile on lockfile.id = dependency.lockfile_id and lockfile.deployment_id = dependency.deployment_id
    join ref on ref.id = lockfile.ref_id and ref.deployment_id = lockfile.deployment_id
    group by dependency.deployment_id`,
]

const changeNumbers = sql`select 'deployment ' || id as name, change_number as value from deployment`

/**
 * Compares what two databases say about the same data, whatever their versions: the decision on each finding, the mode
 * of each rule, and counts.
 * @param before @param after snapshots, or databases that nobody writes.
 */
export async function compareDatabases(before: RowReader, after: RowReader): Promise<Comparison> {
  const both = [before, after] as const
  const found = new Differences()
  await compareChangeNumbers(both, found)
  return {
    findings: await compareRows(both, decisions, found),
    modes: await compareRows(both, modes, found),
    counts: await compareCounts(both, found),
    differences: found.described,
    total: found.total,
  }
}

type Both = readonly [before: RowReader, after: RowReader]

class Differences {
  readonly described: string[] = []
  total = 0

  add(text: string) {
    this.total++
    if (this.described.length < describedAtMost) this.described.push(text)
  }
}

/** Compares rows by their keys, in one pass over both databases. @returns how many are in both. */
async function compareRows([before, after]: Both, rows: ComparedRows, found: Differences): Promise<number> {
  const [left, right] = [rowsOf(before, rows), rowsOf(after, rows)]
  let one = (await left.next()).value
  let other = (await right.next()).value
  let compared = 0
  while (one || other) {
    const order = !one ? 1 : !other ? -1 : orderOf(one, other, rows.keys)
    if (one && other && order === 0) {
      compared++
      const changes = changesBetween(one, other, rows)
      if (changes.length > 0) found.add(`${rows.nameOf(one)}: ${changes.join(', ')}`)
    } else if (one && order < 0) found.add(`${rows.nameOf(one)} is missing after the update`)
    else if (other) found.add(`${rows.nameOf(other)} exists only after the update`)
    if (order <= 0) one = (await left.next()).value
    if (order >= 0) other = (await right.next()).value
  }
  return compared
}

function orderOf(one: ArrayRow, other: ArrayRow, keys: number): number {
  for (let at = 0; at < keys; at++) {
    const order = Number(one[at]) - Number(other[at])
    if (order !== 0) return order
  }
  return 0
}

async function* rowsOf(reader: RowReader, { query }: ComparedRows): AsyncGenerator<ArrayRow, undefined> {
  for await (const rows of reader.chunks(query.compile(reader.read), rowsPerRead)) yield* rows
  return undefined
}

/**
 * Describes the columns that differ, for example `triage_state is 0 instead of 1`. Texts are not shown, since notes of
 * earlier versions may contain secrets.
 */
function changesBetween(before: ArrayRow, after: ArrayRow, { keys, columns }: ComparedRows): string[] {
  const isText = (value: unknown) => typeof value === 'string'
  return columns.flatMap((name, at) => {
    const [was, is] = [before[keys + at], after[keys + at]]
    if (was === is) return []
    return isText(was) || isText(is) ? `${name} differs` : `${name} is ${is} instead of ${was}`
  })
}

async function compareCounts([before, after]: Both, found: Differences): Promise<number> {
  const one = await countsOf(before, countStatements)
  const other = await countsOf(after, countStatements)
  const names = new Set([...one.keys(), ...other.keys()])
  for (const name of names)
    if (one.get(name) !== other.get(name))
      found.add(`${name}: ${other.get(name) ?? 0} instead of ${one.get(name) ?? 0}`)
  return names.size
}

/** An update may log changes of its own, but must not lose one. */
async function compareChangeNumbers([before, after]: Both, found: Differences) {
  const now = await countsOf(after, [changeNumbers])
  for (const [name, number] of await countsOf(before, [changeNumbers]))
    if ((now.get(name) ?? 0) < number) found.add(`change ${number} of ${name} is missing after the update`)
}

async function countsOf(
  reader: RowReader,
  statements: readonly RawBuilder<unknown>[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const statement of statements) {
    const rows = await reader.arrays(statement.compile(reader.read))
    for (const [name, value] of rows) counts.set(String(name), Number(value))
  }
  return counts
}
