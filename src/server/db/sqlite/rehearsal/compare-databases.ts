import { DatabaseSync } from 'node:sqlite'
import type { Comparison } from '../../comparison.ts'

/** Differences that are described; the others are only counted. */
const describedAtMost = 20

/**
 * The decisions on findings, with the columns that every version has. Findings whose project or ref was deleted are not
 * shown by any version, and some updates remove them.
 */
const decisionColumns = [
  ...['type', 'severity', 'status', 'state', 'removed', 'triage_state', 'triage_reason', 'triage_comment'],
  ...['triaged_at', 'triaged_by', 'rule_id', 'policy_id', 'project_id', 'ref_id'],
]
const decisions = `
  select finding.deployment_id as owner, finding.id as id, 0 as part,
    json_array(${decisionColumns.map((name) => `finding.${name}`).join(', ')}) as value
  from finding
  join project on project.id = finding.project_id and project.deployment_id = finding.deployment_id
  join ref on ref.id = finding.ref_id and ref.deployment_id = finding.deployment_id
  order by 1, 2, 3`

const modeColumns = ['mode']
const modes = `
  select policy_rule.deployment_id as owner, policy_rule.policy_id as id, policy_rule.rule_id as part,
    json_array(policy_rule.mode) as value
  from policy_rule
  join policy on policy.id = policy_rule.policy_id and policy.deployment_id = policy_rule.deployment_id
  join rule on rule.id = policy_rule.rule_id and rule.deployment_id = policy_rule.deployment_id
  order by 1, 2, 3`

/** Counts by name, each of rows that are shown. */
const countStatements = [
  `select 'deployments' as name, count(*) as value from deployment`,
  `select 'tokens' as name, count(*) as value from token where revoked_at is null`,
  `select 'audit events' as name, count(*) as value from audit_event`,
  ...['project', 'rule', 'policy', 'triage_change'].map(
    (table) => `select '${table} rows of deployment ' || deployment_id as name, count(*) as value
      from ${table} group by deployment_id`,
  ),
  `select 'refs of deployment ' || ref.deployment_id as name, count(*) as value
    from ref join project on project.id = ref.project_id and project.deployment_id = ref.deployment_id
    group by ref.deployment_id`,
  `select 'scans of deployment ' || scan.deployment_id || ' with status ' || scan.status as name, count(*) as value
    from scan join project on project.id = scan.project_id and project.deployment_id = scan.deployment_id
    group by scan.deployment_id, scan.status`,
  `select 'dependencies of deployment ' || dependency.deployment_id as name, count(*) as value
    from dependency
    join lockfile on lockfile.id = dependency.lockfile_id and lockfile.deployment_id = dependency.deployment_id
    join ref on ref.id = lockfile.ref_id and ref.deployment_id = lockfile.deployment_id
    group by dependency.deployment_id`,
]

const changeNumbers = `select 'deployment ' || id as name, change_number as value from deployment`

/**
 * Compares what two databases say about the same data, whatever their versions: the decision on each finding, the mode
 * of each rule, and counts.
 * @param before @param after files of databases that nobody writes.
 */
export function compareDatabases(before: string, after: string): Comparison {
  const connections = [new DatabaseSync(before), new DatabaseSync(after)] as const
  const found = new Differences()
  try {
    for (const connection of connections) connection.exec('pragma query_only = on')
    compareChangeNumbers(connections, found)
    return {
      findings: compareRows(connections, decisions, (row) => `finding ${row.id}`, decisionColumns, found),
      modes: compareRows(
        connections,
        modes,
        (row) => `rule ${row.part} of policy ${row.id}`,
        modeColumns,
        found,
      ),
      counts: compareCounts(connections, found),
      differences: found.described,
      total: found.total,
    }
  } finally {
    for (const connection of connections) connection.close()
  }
}

type Connections = readonly [DatabaseSync, DatabaseSync]

class Differences {
  readonly described: string[] = []
  total = 0

  add(text: string) {
    this.total++
    if (this.described.length < describedAtMost) this.described.push(text)
  }
}

interface KeyedRow {
  owner: number
  id: number
  part: number
  value: string
}

/** Compares rows by their keys, in one pass over both databases. */
function compareRows(
  [before, after]: Connections,
  statement: string,
  nameOf: (row: KeyedRow) => string,
  columns: readonly string[],
  found: Differences,
): number {
  const [left, right] = [rowsOf(before, statement), rowsOf(after, statement)]
  const name = (row: KeyedRow) => `${nameOf(row)} of deployment ${row.owner}`
  let one = left.next().value
  let other = right.next().value
  let compared = 0
  while (one || other) {
    const order = !one ? 1 : !other ? -1 : orderOf(one, other)
    if (one && other && order === 0) {
      compared++
      if (one.value !== other.value)
        found.add(`${name(one)}: ${changesBetween(one.value, other.value, columns)}`)
    } else if (one && order < 0) found.add(`${name(one)} is missing after the update`)
    else if (other) found.add(`${name(other)} exists only after the update`)
    if (order <= 0) one = left.next().value
    if (order >= 0) other = right.next().value
  }
  return compared
}

const orderOf = (one: KeyedRow, other: KeyedRow): number =>
  one.owner - other.owner || one.id - other.id || one.part - other.part

function* rowsOf(connection: DatabaseSync, statement: string): Generator<KeyedRow, undefined> {
  for (const row of connection.prepare(statement).iterate())
    yield {
      owner: Number(row['owner']),
      id: Number(row['id']),
      part: Number(row['part']),
      value: String(row['value']),
    }
  return undefined
}

/**
 * Describes the columns that differ, for example `triage_state is 0 instead of 1`. Texts are not shown, since notes of
 * earlier versions may contain secrets.
 */
function changesBetween(before: string, after: string, columns: readonly string[]): string {
  // parse: written by the statements above.
  const [one, other] = [JSON.parse(before) as unknown[], JSON.parse(after) as unknown[]]
  const isText = (value: unknown) => typeof value === 'string'
  return columns
    .flatMap((name, at) => {
      const [was, is] = [one[at], other[at]]
      if (was === is) return []
      return isText(was) || isText(is) ? `${name} differs` : `${name} is ${is} instead of ${was}`
    })
    .join(', ')
}

function compareCounts([before, after]: Connections, found: Differences): number {
  const [one, other] = [countsOf(before, countStatements), countsOf(after, countStatements)]
  const names = new Set([...one.keys(), ...other.keys()])
  for (const name of names)
    if (one.get(name) !== other.get(name))
      found.add(`${name}: ${other.get(name) ?? 0} instead of ${one.get(name) ?? 0}`)
  return names.size
}

/** An update may log changes of its own, but must not lose one. */
function compareChangeNumbers([before, after]: Connections, found: Differences) {
  const now = countsOf(after, [changeNumbers])
  for (const [name, number] of countsOf(before, [changeNumbers]))
    if ((now.get(name) ?? 0) < number) found.add(`change ${number} of ${name} is missing after the update`)
}

const countsOf = (connection: DatabaseSync, statements: readonly string[]): Map<string, number> =>
  new Map(
    statements.flatMap((statement) =>
      connection
        .prepare(statement)
        .all()
        .map((row) => [String(row['name']), Number(row['value'])] as const),
    ),
  )
