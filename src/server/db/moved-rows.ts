import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ChangeTransaction } from './changed-rows.ts'
import { rowsOf } from './sql.ts'

// Rows that a change of projects moves are stored with the place where they were. One statement moves all of a table, there
// and back. The tables themselves are written by the `writes.ts` of their resource, which call this.

/** A ref whose rows get another ref. */
export interface RefMove {
  from: number
  to: number
}

/** The tables with a project, of which those with a ref move with it. */
type MovedTable = 'finding' | 'lockfile' | 'scan' | 'gate_verdict' | 'sbom_export'
type TableOfRefs = 'finding' | 'lockfile' | 'scan'

/** The column with the place of a row, by table. An offer has two: the findings that may be one. */
const places = {
  ...{ finding: 'ref_id', lockfile: 'ref_id', scan: 'ref_id' },
  ...{ gate_verdict: 'project_id', sbom_export: 'project_id' },
  ...{ finding_event: 'finding_id', finding_match: 'finding_id', 'finding_match.other_id': 'other_id' },
} as const satisfies Record<MovedTable, string> & Record<string, string>

/** Stores where rows are that will move, unless the change has them already. @param condition on the table. */
export async function storePlaces(
  transaction: ChangeTransaction,
  changeId: number,
  kind: keyof typeof places,
  condition: RawBuilder<SqlBool>,
): Promise<void> {
  const [table = kind] = kind.split('.')
  const parent = places[kind]
  const flaw = table === 'finding' ? sql`finding.flaw_id` : sql`cast(null as bigint)`
  await sql`insert into project_change_item (deployment_id, change_id, kind, row_id, parent_id, flaw_id)
    select deployment_id, ${sql.lit(changeId)}, ${sql.lit(kind)}, id, ${sql.ref(parent)}, ${flaw}
    from ${sql.table(table)} where deployment_id = ${transaction.deploymentId} and ${condition}
    on conflict do nothing`.execute(transaction)
}

/**
 * Moves the stored rows of a table to refs, and to the projects of these.
 * @param moves from the refs where they were stored; null to move all back to those.
 * @param condition on the table; other rows stay.
 * @returns the ids of the rows.
 */
export async function moveRows(
  transaction: ChangeTransaction,
  changeId: number,
  table: TableOfRefs,
  moves: readonly RefMove[] | null,
  condition: RawBuilder<SqlBool> = sql<SqlBool>`true`,
): Promise<number[]> {
  const { deploymentId } = transaction
  const given = rowsOf(
    { from_id: 'integer', to_id: 'integer' },
    (moves ?? []).map(({ from, to }) => [from, to]),
  )
  const target = moves ? sql`join ${given} as move on move.from_id = item.parent_id` : sql``
  const primary = table === 'scan' ? sql`` : sql`, on_primary = ref.is_primary`
  const flaw = table === 'finding' && !moves ? sql`, flaw_id = item.flaw_id` : sql``
  const { rows } = await sql<{ id: number }>`update ${sql.table(table)}
    set project_id = ref.project_id, ref_id = ref.id ${primary} ${flaw}
    from project_change_item as item ${target}
      join ref on ref.deployment_id = item.deployment_id and ref.id = ${sql.ref(moves ? 'move.to_id' : 'item.parent_id')}
    where ${sql.ref(`${table}.deployment_id`)} = ${deploymentId} and item.deployment_id = ${deploymentId}
      and item.change_id = ${changeId} and item.kind = ${sql.lit(table)} and item.row_id = ${sql.ref(`${table}.id`)}
      and ${condition} returning ${sql.ref(`${table}.id`)} as id`.execute(transaction)
  return rows.map(({ id }) => id)
}

/** Gives the rows of a project in tables without refs to another. They are stored before, to be given back. */
export async function giveRows(
  transaction: ChangeTransaction,
  changeId: number,
  { from, to }: RefMove,
): Promise<void> {
  for (const table of ['gate_verdict', 'sbom_export'] as const) {
    const ofProject = sql<SqlBool>`project_id = ${from}`
    await storePlaces(transaction, changeId, table, ofProject)
    await sql`update ${sql.table(table)} set project_id = ${to}
      where deployment_id = ${transaction.deploymentId} and ${ofProject}`.execute(transaction)
  }
}

/** Gives the rows of tables without refs back to the projects that they were of. */
export async function giveBackRows(transaction: ChangeTransaction, changeId: number): Promise<void> {
  const { deploymentId } = transaction
  for (const table of ['gate_verdict', 'sbom_export'] as const)
    await sql`update ${sql.table(table)} set project_id = item.parent_id from project_change_item as item
      where ${sql.ref(`${table}.deployment_id`)} = ${deploymentId} and item.deployment_id = ${deploymentId}
        and item.change_id = ${changeId} and item.kind = ${sql.lit(table)}
        and item.row_id = ${sql.ref(`${table}.id`)}`.execute(transaction)
}
