import { type Selectable, sql } from 'kysely'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { scanStatuses, toCode } from '#server/db/codes.ts'
import { insertNumbered, insertRows } from '#server/db/engine.ts'
import type { RefMove } from '#server/db/moved-rows.ts'
import { rowsOf, textsOf, valuesOf } from '#server/db/sql.ts'
import type { Tables } from '#server/db/tables.ts'
import { insertRuleRenames } from '#server/records/policies/writes.ts'
import { replaceMessages } from '#server/scans/moving/writes.ts'

// The few rows that a project has beside its refs, findings, lockfiles and scans.

/** The columns with which two rows of a project cannot be the same. */
const ownTables = {
  project_codeowners: [],
  retired_source: ['source_id', 'at'],
  rule_rename: ['from_rule_id', 'to_rule_id'],
} as const
type OwnTable = keyof typeof ownTables
// parse: the keys of our own list.
const ownTableNames = Object.keys(ownTables) as OwnTable[]

export type OwnRows = { [Table in OwnTable]: Selectable<Tables[Table]>[] }

/** The CODEOWNERS file of a project, its retired sources, and the rules that its tools renamed. */
export async function readOwnRows(transaction: ChangeTransaction, projectId: number): Promise<OwnRows> {
  const read = <Table extends OwnTable>(table: Table) =>
    sql<Selectable<Tables[Table]>>`select * from ${sql.table(table)}
      where deployment_id = ${transaction.deploymentId} and project_id = ${projectId}`.execute(transaction)
  return {
    project_codeowners: (await read('project_codeowners')).rows,
    retired_source: (await read('retired_source')).rows,
    rule_rename: (await read('rule_rename')).rows,
  }
}

/**
 * Gives the rows of a project to another, which keeps its own where both have one. A source is retired if it is in both, or
 * in the only one that has it. Scans are moved after this.
 */
export async function giveOwnRows(
  transaction: ChangeTransaction,
  { from, to }: RefMove,
  rows: OwnRows,
  at: number,
): Promise<void> {
  const { deploymentId } = transaction
  await transaction
    .deleteFrom('retired_source')
    .where('deployment_id', '=', deploymentId)
    .where('project_id', '=', from)
    .where('undone_at', 'is', null)
    .where('source_id', 'in', activeSources(deploymentId, to))
    .execute()
  await transaction
    .updateTable('retired_source')
    .set({ undone_at: at })
    .where('deployment_id', '=', deploymentId)
    .where('project_id', '=', to)
    .where('undone_at', 'is', null)
    .where('source_id', 'in', activeSources(deploymentId, from))
    .execute()
  for (const table of ownTableNames) {
    const same = ownTables[table].map(
      (column) => sql`and ${sql.ref(`there.${column}`)} = ${sql.ref(`${table}.${column}`)}`,
    )
    await sql`update ${sql.table(table)} set project_id = ${to} where deployment_id = ${deploymentId}
      and project_id = ${from} and not exists (select 1 from ${sql.table(table)} as there
        where there.deployment_id = ${deploymentId} and there.project_id = ${to} ${sql.join(same, sql` `)})`.execute(
      transaction,
    )
  }
  await moveStoredLockfiles(transaction, { from, to }, rows.retired_source)
}

/** The sources of the scans of a project that are not retired in it. */
const activeSources = (deploymentId: number, projectId: number) => sql<number>`(
  select scan.source_id from scan where scan.deployment_id = ${deploymentId} and scan.project_id = ${projectId}
    and scan.status = ${toCode(scanStatuses, 'SCAN_STATUS_COMPLETED')} and not exists (
      select 1 from retired_source as retired where retired.deployment_id = ${deploymentId}
        and retired.project_id = ${projectId} and retired.source_id = scan.source_id and retired.undone_at is null))`

/** The lockfiles of retired sources are stored under the project and the source. */
async function moveStoredLockfiles(
  transaction: ChangeTransaction,
  { from, to }: RefMove,
  retired: OwnRows['retired_source'],
): Promise<void> {
  const keys = retired.map(({ source_id: source }) => `${from} ${source}`)
  await sql`update stored_report set key = cast(${to} as text) || substr(key, cast(${`${from}`.length + 1} as integer))
    where deployment_id = ${transaction.deploymentId} and kind = 'retired' and key in ${textsOf(keys)}`.execute(
    transaction,
  )
}

/** Gives the rows back that `giveOwnRows` gave at a time. */
export async function giveBackOwnRows(
  transaction: ChangeTransaction,
  { from, to }: RefMove,
  rows: OwnRows,
  at: number,
): Promise<void> {
  const { deploymentId } = transaction
  for (const [table, column, values] of [
    ['project_codeowners', 'at', rows.project_codeowners.map((row) => row.at)],
    ['retired_source', 'at', rows.retired_source.map((row) => row.at)],
    ['rule_rename', 'id', rows.rule_rename.map((row) => row.id)],
  ] as const)
    await sql`delete from ${sql.table(table)} where deployment_id = ${deploymentId} and project_id = ${to}
      and ${sql.ref(column)} in ${valuesOf(values)}`.execute(transaction)
  await insertRows(transaction, 'project_codeowners', rows.project_codeowners)
  await insertRows(transaction, 'retired_source', rows.retired_source)
  await insertRows(transaction, 'rule_rename', rows.rule_rename)
  await transaction
    .updateTable('retired_source')
    .set({ undone_at: null })
    .where('deployment_id', '=', deploymentId)
    .where('project_id', '=', to)
    .where('undone_at', '=', at)
    .execute()
  await moveStoredLockfiles(transaction, { from: to, to: from }, rows.retired_source)
}

/** Copies the rows of a project to one that is split off. */
export async function copyOwnRows(transaction: ChangeTransaction, { from, to }: RefMove): Promise<void> {
  const rows = await readOwnRows(transaction, from)
  const copies = <Row extends object>(given: readonly Row[]) =>
    given.map((row) => ({ ...row, project_id: to }))
  await insertRows(transaction, 'project_codeowners', copies(rows.project_codeowners))
  await insertRows(transaction, 'retired_source', copies(rows.retired_source))
  await insertRuleRenames(
    transaction,
    // The modes are those of the whole deployment, and given back with the original.
    copies(rows.rule_rename).map(({ id: _, ...row }) => ({ ...row, took_modes: 0 })),
  )
}

/** Copies what identifies findings from scan to scan, which a project needs that takes findings of another. */
export async function copyIdentities(transaction: ChangeTransaction, { from, to }: RefMove): Promise<void> {
  for (const [table, columns] of [
    ['flaw_exclusion', 'flaw_id, evidence'],
    ['fingerprint_alias', 'source_id, fingerprint, same_as'],
  ] as const)
    await sql`insert into ${sql.table(table)} (deployment_id, project_id, ${sql.raw(columns)})
      select deployment_id, ${sql.lit(to)}, ${sql.raw(columns)} from ${sql.table(table)}
      where deployment_id = ${transaction.deploymentId} and project_id = ${from} on conflict do nothing`.execute(
      transaction,
    )
}

/** Copies the files that the newest full scans named to refs that have none. */
export async function copyScopes(transaction: ChangeTransaction, moves: readonly RefMove[]): Promise<void> {
  const given = rowsOf(
    { from_id: 'integer', to_id: 'integer' },
    moves.map(({ from, to }) => [from, to]),
  )
  await sql`insert into scan_scope (deployment_id, ref_id, source_id, files, hashes)
    select scan_scope.deployment_id, move.to_id, source_id, files, hashes
    from ${given} as move join scan_scope on scan_scope.ref_id = move.from_id
    where scan_scope.deployment_id = ${transaction.deploymentId} on conflict do nothing`.execute(transaction)
}

/** Messages that are read, and inserted, at a time. */
const messagesPerBatch = 500

/** Gives findings that were moved to a project the messages of that project. */
export async function moveMessages(
  transaction: ChangeTransaction,
  projectId: number,
  findings: readonly number[],
): Promise<void> {
  const { deploymentId } = transaction
  for (let after = 0; ; ) {
    const messages = await transaction
      .selectFrom('message')
      .select(['id', 'digest', 'content'])
      .where('deployment_id', '=', deploymentId)
      .where('project_id', '<>', projectId)
      .where('id', '>', after)
      .where(
        'id',
        'in',
        sql<number>`(select finding.message_id from finding where finding.deployment_id = ${deploymentId}
          and finding.project_id = ${projectId} and finding.id in ${valuesOf(findings)}
          and finding.message_id is not null)`,
      )
      .orderBy('id')
      .limit(messagesPerBatch)
      .execute()
    if (messages.length === 0) return
    after = messages.at(-1)?.id ?? after
    const known = await transaction
      .selectFrom('message')
      .select(['id', 'digest'])
      .where('deployment_id', '=', deploymentId)
      .where('project_id', '=', projectId)
      .where('digest', 'in', textsOf(messages.map(({ digest }) => digest)))
      .execute()
    const ids = new Map<unknown, number>(known.map(({ id, digest }) => [digest, id]))
    const missing = new Map(
      messages.filter(({ digest }) => !ids.has(digest)).map(({ digest, content }) => [digest, content]),
    )
    const rows = [...missing].map(([digest, content]) => ({ project_id: projectId, digest, content }))
    for (const [digest, id] of await insertNumbered(transaction, 'message', rows, 'digest'))
      ids.set(digest, id)
    const given = rowsOf(
      { from_id: 'integer', to_id: 'integer' },
      messages.map(({ id, digest }) => [id, ids.get(digest) ?? id]),
    )
    await replaceMessages(transaction, findings, given)
  }
}
