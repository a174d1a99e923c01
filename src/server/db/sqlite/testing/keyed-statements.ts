import { DatabaseSync, StatementSync } from 'node:sqlite'

// Loaded before each file of service tests. Ids are unique in their deployment alone, so that a statement that finds rows
// by an id and not by the deployment would show or change what belongs to somebody else: each statement of the service
// has to reach the rows of a deployment by a key that begins with it.

/** What works for all deployments at once, and by what in its text it is known. */
const acrossDeployments: readonly { table: string; text: RegExp }[] = [
  // Queues: the next job of any deployment, and the leases of a process that ended.
  { table: 'job', text: /lease_until|"?finished_at"? is null/ },
  { table: 'sbom_export', text: /lease_until|expires_at|created_by|tokenId/ },
  { table: 'webhook', text: /lease_until|^select "deployment_id", "id" from "webhook"$/ },
  { table: 'notification_position', text: /lease_until/ },
  { table: 'stored_report', text: /expires_at/ },
  // What a person may keep counts in all deployments.
  { table: 'kept_filter', text: /last_used_at|"person" = \?/ },
  { table: 'default_view', text: /"?person"? = \?/ },
  // The deployments with a retention period.
  { table: 'deployment_setting', text: /"name" = \?/ },
  // The update to branches of merge queues.
  { table: 'ref', text: /^update (ref set expires_at|finding set removed = 2)/ },
  { table: 'finding', text: /^update finding set (removed = 2|reopened_at = \()/ },
  // The update to former primary branches.
  ...['ref', 'project', 'audit_event'].map((table) => ({ table, text: /^update ref set was_primary = 1/ })),
  // The update to due dates.
  { table: 'finding_event', text: /^update finding set reopened_at = \(/ },
  // The update to the inbox: answers from before count as seen.
  { table: 'approval', text: /^update approval set seen_at = decided_at/ },
  // The update that masks credentials.
  { table: 'rule', text: /coalesce\(tool_rule, path\) as name/ },
  { table: 'finding', text: /evidence\.finding_id as evidence_of/ },
  { table: 'stored_report', text: /deployment\.secret_salt as salt/ },
  { table: 'change_log', text: /delete from "?change_log|min\("?number/ },
]

const original = DatabaseSync.prototype.prepare
// As it is now: tests that count statements put another one in its place.
const allRows = StatementSync.prototype.all
// Another file of tests in the same worker does not replace it again.
const isReplaced = original.name === 'prepareKeyed'

const rowsOf = (connection: DatabaseSync, text: string): Record<string, unknown>[] =>
  Reflect.apply(allRows, original.call(connection, text), [])

const checked = new Set<string>()

function prepareKeyed(this: DatabaseSync, text: string) {
  if (!checked.has(text) && /^\s*(select|update|delete|insert|with)\b/i.test(text) && isOfService()) {
    const schema = knownSchemaOf(this)
    // The same text may come again on the present schema.
    if (schema !== null) checked.add(text)
    const fault = schema === null ? null : faultOf(this, text, schema)
    if (fault !== null) throw new Error(`not found by its deployment: ${fault} in ${text}`)
  }
  return original.call(this, text)
}

if (!isReplaced) DatabaseSync.prototype.prepare = prepareKeyed

/** Whether the nearest caller outside of the database layer is no test. */
function isOfService(): boolean {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 100
  const lines = (new Error().stack ?? '').split('\n').filter((line) => line.includes('/src/server/'))
  Error.stackTraceLimit = limit
  if (!lines.some((line) => /\/db\/sqlite\/(connection|row-reads)\.ts/.test(line))) return false
  const caller = lines.find((line) => !/\/src\/server\/(db|changes)\/|keyed-statements/.test(line))
  return caller !== undefined && !/\.test\.ts|\/testing\//.test(caller)
}

interface Schema {
  /** The table of each index. */
  indexes: Map<string, string>
  /** Tables whose rows belong to a deployment. */
  tables: Set<string>
}

function faultOf(connection: DatabaseSync, text: string, schema: Schema): string | null {
  const names = aliasesIn(text)
  for (const { detail } of rowsOf(connection, `explain query plan ${text}`)) {
    const step = String(detail)
    const found = /^(SCAN|SEARCH) (\w+)/.exec(step)
    if (found === null || step.includes('VIRTUAL TABLE')) continue
    const index = /INDEX (\w+)/.exec(step)?.[1] ?? ''
    const alias = found[2] ?? ''
    const table = schema.indexes.get(index) ?? names.get(alias) ?? alias
    if (!schema.tables.has(table) || /\bdeployment_id=\?/.test(step)) continue
    if (acrossDeployments.some((one) => one.table === table && one.text.test(text))) continue
    return `${table} ("${step}")`
  }
  return null
}

const known = new WeakMap<DatabaseSync, { version: unknown; schema: Schema | null }>()

/** The schema of a connection, read again only after it has changed: that takes longer than most tests' statements. */
function knownSchemaOf(connection: DatabaseSync): Schema | null {
  const version = rowsOf(connection, 'pragma schema_version')[0]?.['schema_version']
  const last = known.get(connection)
  if (last !== undefined && last.version === version) return last.schema
  const schema = schemaOf(connection)
  known.set(connection, { version, schema })
  return schema
}

/** The schema of a database in its present form; null of an earlier one. */
function schemaOf(connection: DatabaseSync): Schema | null {
  const rows = rowsOf(
    connection,
    `select one.name as name, one.tbl_name as "table", one.type as type, exists (
        select 1 from pragma_table_info(one.tbl_name) as part where part.name = 'deployment_id' and part.pk = 1
      ) as keyed from sqlite_schema as one`,
  )
  if (!rows.some(({ name }) => name === 'id_counter')) return null
  const of = (type: string) => rows.filter((row) => row['type'] === type)
  return {
    indexes: new Map(of('index').map((row) => [String(row['name']), String(row['table'])])),
    tables: new Set(of('table').flatMap((row) => (row['keyed'] === 1 ? [String(row['name'])] : []))),
  }
}

function aliasesIn(text: string): Map<string, string> {
  const names = new Map<string, string>()
  for (const [, table = '', alias = table] of text.matchAll(
    /\b(?:from|join|update|into|,)\s+"?(\w+)"?(?:\s+as\s+"?(\w+)"?)?/gi,
  ))
    names.set(alias, table)
  return names
}
