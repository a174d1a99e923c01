import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from '#server/db/database.ts'
import type { Services } from '#server/http/services.ts'
import type { Selected } from './archive.ts'

/** The columns with the name of a person, in tables whose rows belong to a deployment. */
const deploymentColumns = {
  finding: 'triaged_by',
  finding_event: 'actor',
  finding_comment: 'author',
  finding_mention: 'person',
  triage_change: 'actor',
  triage_change_item: 'triaged_by',
  policy_rule: 'last_change_by',
  policy_change: 'actor',
  project_change: 'actor',
  retired_source: 'actor',
  job: 'actor',
  sbom_export: 'created_by',
  gate_verdict: 'actor',
  webhook: 'created_by',
  webhook_delivery: 'actor',
  notification_event: 'actor',
  view: 'owner',
  default_view: 'person',
  kept_filter: 'person',
  change_log: 'actor',
  team: 'created_by',
  team_member: 'person',
  project_codeowners: 'actor',
  owner_handle: null,
  owner_rule: null,
} as const

/** Columns with owners of findings, of which a person is one. */
const ownerColumns: Partial<Record<Selected['table'], readonly string[]>> = {
  finding: ['owner'],
  finding_event: ['from_state', 'to_state'],
  triage_change: ['owner'],
  triage_change_item: ['owner'],
  job: ['owner'],
  owner_handle: ['owner'],
  owner_rule: ['owner'],
}

/** Selects the rows with the name of a person: what belongs to them, what they did, and what the audit log says of them. */
export function rowsOfPerson(services: Services, name: string): Selected[] {
  const ids = services.deployments.all().map(({ id }) => id)
  const perDeployment = Object.entries(deploymentColumns).flatMap(([table, column]) =>
    ids.map((id) => ({
      // parse: a key of the list above.
      table: table as keyof typeof deploymentColumns,
      condition: sql<SqlBool>`deployment_id = ${id} and (${conditionOf(table, column, name)})`,
    })),
  )
  return [
    { table: 'person', condition: sql<SqlBool>`id in (${accountOf(name)})` },
    { table: 'person_name', condition: sql<SqlBool>`person_id in (${accountOf(name)})` },
    { table: 'person_role', condition: sql<SqlBool>`person_id in (${accountOf(name)})` },
    { table: 'token', condition: tokensOf(name) },
    { table: 'session', condition: sql<SqlBool>`person = ${name}` },
    { table: 'audit_event', condition: sql<SqlBool>`(actor = ${name} or target = ${name})` },
    ...perDeployment,
    ...ids.map((id) => ({
      table: 'team_group_member' as const,
      condition: sql<SqlBool>`deployment_id = ${id} and person_id in (${accountOf(name)})`,
    })),
    ...ids.map((id) => ({
      table: 'approval' as const,
      condition: sql<SqlBool>`deployment_id = ${id}
        and (requester = ${name} or decided_by = ${name})`,
    })),
    ...ids.map((id) => ({
      table: 'finding_comment_version' as const,
      condition: sql<SqlBool>`deployment_id = ${id} and comment_id in (
        select comment.id from finding_comment as comment
        where comment.deployment_id = ${id} and comment.author = ${name})`,
    })),
  ]
}

/** The e-mails of a person beside what they created. */
const mailOf = (name: string) => sql`person_id in (${accountOf(name)})`

function conditionOf(table: string, column: string | null, name: string) {
  // parse: a key of the list above.
  const owners = ownerColumns[table as Selected['table']] ?? []
  const conditions = owners.map((owner) => sql`${sql.ref(owner)} = ${`person:${name}`}`)
  if (column !== null) conditions.unshift(sql`${sql.ref(column)} = ${name}`)
  if (table === 'webhook') conditions.push(mailOf(name))
  return sql.join(conditions, sql` or `)
}

/** The id of the person of single sign-on who has or had a name. */
const accountOf = (name: string) => sql`select person_id from person_name where name = ${name}`

/** Tokens that a person has, created or revoked. */
export const tokensOf = (name: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(person = ${name} or created_by = ${name} or revoked_by = ${name})`

/** Counts the rows with the name of a person by table; tables without any are left out. */
export async function countPersonRows(
  reader: Reader,
  selected: readonly Selected[],
): Promise<Partial<Record<Selected['table'], number>>> {
  const counts: Partial<Record<Selected['table'], number>> = {}
  for (const { table, condition } of selected) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)} where ${condition}`.execute(reader)
    const count = (counts[table] ?? 0) + (rows[0]?.count ?? 0)
    if (count > 0) counts[table] = count
  }
  return counts
}

/** Whether any row has the name of a person. */
export async function hasPersonRows(reader: Reader, selected: readonly Selected[]): Promise<boolean> {
  for (const { table, condition } of selected) {
    const { rows } = await sql`select 1 from ${sql.table(table)} where ${condition} limit 1`.execute(reader)
    if (rows.length > 0) return true
  }
  return false
}
