import { setTimeout as delay } from 'node:timers/promises'
import type { RawBuilder } from 'kysely'
import { deletedName } from '#server/access/people/names.ts'
import { recordAudit } from '#server/audit/audit-log.ts'
import { renameInAudit, setAuditTarget } from '#server/audit/rename.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { readLong } from '#server/db/long-read.ts'
import { valuesOf } from '#server/db/sql.ts'
import { renameEventActors, updateFindings } from '#server/findings/writes.ts'
import { HttpError } from '#server/http/errors.ts'
import { localOperator } from '#server/http/principal.ts'
import type { Services } from '#server/http/services.ts'
import { renameLastChanges } from '#server/records/policies/writes.ts'
import { renameInComments } from './comments.ts'
import { type LargeTable, type Renaming, selectMarked } from './large-tables.ts'
import { ownerOf, renamedOwnerTables, renameOwner } from './owner-names.ts'
import { hasPersonRows, rowsOfPerson } from './person-rows.ts'

const rowsPerRead = 5000
/** Lets requests run, which take several turns of the event loop. Milliseconds. */
const pause = 2
const rowsPerWrite = 500
/** Work that was running when the tokens were deleted may still write the name. */
const maxPasses = 5

/**
 * Deletes what belongs to a person: tokens, sessions, default views, and views that are not shared. In history and audit
 * log, a neutral name takes the place of theirs. Notes and comments that they wrote are kept, since they belong to findings.
 * @returns the neutral name.
 * @throws HttpError 404 if no row has the name, 409 if it is not that of a person.
 * Source: docs/operating.md#export-and-delete-data.
 */
export async function deletePerson(services: Services, name: string): Promise<{ replacement: string }> {
  await assertPerson(services, name)
  if (!(await hasPersonRows(services.database.read, rowsOfPerson(services, name))))
    throw new HttpError(404, `Nothing has the name "${name}".`)
  const names = await allNamesOf(services, name)
  const replacement = await deleteAccess(services, names)
  for (const one of names) {
    const renaming = { name: one, replacement }
    for (const { id } of services.deployments.all())
      for (let pass = 0; pass < maxPasses; pass++)
        if ((await renameInDeployment(services, id, renaming)) === 0) break
    await renameInAudit(services, renaming)
    await renameInAudit(services, { name: ownerOf(one), replacement: ownerOf(replacement) })
  }
  for (const { id } of services.deployments.all()) await rewriteColumnFiles(services, id)
  // The name may still be in bytes of rows that were replaced.
  await services.record((_, run) => run.purge())
  return { replacement }
}

/** A name, and all that a person of single sign-on has or had beside it. */
async function allNamesOf({ database }: Services, name: string): Promise<string[]> {
  const rows = await database.read
    .selectFrom('person_name')
    .select('name')
    .where('person_id', 'in', (eb) =>
      eb.selectFrom('person_name').select('person_id').where('name', '=', name),
    )
    .execute()
  return [...new Set([name, ...rows.map((row) => row.name)])]
}

/** @throws HttpError 409 for the name of a machine's token, of the service, or of its own administrator. */
async function assertPerson({ database }: Services, name: string): Promise<void> {
  const tokens = await database.read
    .selectFrom('token')
    .select(['person', 'name', 'origin'])
    .where((eb) =>
      eb.or([
        eb('person', '=', name).and('origin', 'is not', null),
        eb('person', 'is', null).and('name', '=', name),
      ]),
    )
    .where('revoked_at', 'is', null)
    .execute()
  if (tokens.length === 0 && name !== localOperator.name && name !== 'Gatehouse') return
  throw new HttpError(409, `"${name}" is not a person, but the service or one of its tokens.`)
}

/** Ends the access of a person for good. @returns the name for what is left, with the number of the audit event. */
async function deleteAccess(services: Services, names: readonly string[]): Promise<string> {
  const replacement = await services.record(async (transaction) => {
    const id = await recordAudit(transaction, {
      deploymentId: null,
      at: services.now(),
      actor: localOperator.name,
      action: 'person.deleted',
    })
    const replacement = deletedName(id)
    await setAuditTarget(transaction, id, replacement)
    const accounts = transaction.selectFrom('person_name').select('person_id').where('name', 'in', names)
    await transaction.deleteFrom('session').where('person', 'in', names).execute()
    await transaction.deleteFrom('token').where('person', 'in', names).execute()
    await transaction.deleteFrom('person_role').where('person_id', 'in', accounts).execute()
    const deployments = valuesOf(services.deployments.all().map(({ id }) => id))
    await transaction
      .deleteFrom('team_group_member')
      .where('deployment_id', 'in', deployments)
      .where('person_id', 'in', accounts)
      .execute()
    await transaction
      .deleteFrom('webhook')
      .where('deployment_id', 'in', deployments)
      .where('person_id', 'in', accounts)
      .execute()
    // The names are deleted with the person.
    await transaction.deleteFrom('person').where('id', 'in', accounts).execute()
    for (const column of ['disabled_by', 'created_by'] as const)
      await transaction
        .updateTable('person')
        .set({ [column]: replacement })
        .where(column, 'in', names)
        .execute()
    await transaction
      .updateTable('person_role')
      .set({ created_by: replacement })
      .where('created_by', 'in', names)
      .execute()
    for (const column of ['created_by', 'revoked_by'] as const)
      await transaction
        .updateTable('token')
        .set({ [column]: replacement })
        .where(column, 'in', names)
        .execute()
    return replacement
  })
  services.authenticator.logEndedSessions()
  return replacement
}

/** @returns how many rows of large tables had the name. */
async function renameInDeployment(
  services: Services,
  deploymentId: number,
  { name, replacement }: Renaming,
): Promise<number> {
  const change = <T>(work: (transaction: ChangeTransaction) => Promise<T>) =>
    services.change(deploymentId, localOperator.name, work)
  // Jobs first, since running ones write their actor.
  await change((transaction) => renameSmallTables(transaction, { name, replacement }, services.now()))
  let count = 0
  for (const { select, rename } of largeTables) {
    const ids = await markedIds(services, select(deploymentId, name))
    for (let from = 0; from < ids.length; from += rowsPerWrite)
      await change((transaction) =>
        rename(transaction, ids.slice(from, from + rowsPerWrite), { name, replacement }),
      )
    count += ids.length
  }
  return count
}

/** Tables that have no index for the name. */
const largeTables: readonly LargeTable[] = [
  ...renamedOwnerTables,
  {
    select: selectMarked('finding', 'id', 'triaged_by'),
    rename: (transaction, ids, { replacement }) =>
      updateFindings(transaction, ids, { triaged_by: replacement }),
  },
  {
    select: selectMarked('finding_event', 'id', 'actor'),
    rename: (transaction, ids, { replacement }) => renameEventActors(transaction, ids, replacement),
  },
  {
    select: selectMarked('triage_change_item', 'change_id', 'triaged_by'),
    rename: (transaction, ids, { name, replacement }) =>
      transaction
        .updateTable('triage_change_item')
        .set({ triaged_by: replacement })
        .where('deployment_id', '=', transaction.deploymentId)
        .where('change_id', 'in', valuesOf(ids))
        .where('triaged_by', '=', name)
        .execute(),
  },
  {
    select: selectMarked('change_log', 'number', 'actor'),
    rename: (transaction, numbers, { replacement }) =>
      transaction
        .updateTable('change_log')
        .set({ actor: replacement })
        .where('deployment_id', '=', transaction.deploymentId)
        .where('number', 'in', valuesOf(numbers))
        .execute(),
  },
]

/** The ids of rows with a 1 beside them. Rows are read without an index, so requests are answered in between. */
async function markedIds({ database }: Services, query: RawBuilder<unknown>): Promise<number[]> {
  return readLong(database, async (snapshot) => {
    const ids: number[] = []
    for await (const rows of snapshot.chunks(query.compile(snapshot.read), rowsPerRead)) {
      for (const [id, isMarked] of rows) if (Number(isMarked) === 1) ids.push(Number(id))
      await delay(pause)
    }
    // A change has many items.
    return [...new Set(ids)]
  })
}

/** Tables with few rows of a person, or with an index for them. */
async function renameSmallTables(
  transaction: ChangeTransaction,
  renaming: Renaming,
  now: number,
): Promise<void> {
  const { deploymentId } = transaction
  const { name, replacement } = renaming
  await transaction
    .deleteFrom('default_view')
    .where('deployment_id', '=', deploymentId)
    .where('person', '=', name)
    .execute()
  await transaction
    .deleteFrom('view')
    .where('deployment_id', '=', deploymentId)
    .where('owner', '=', name)
    .where('shared', '=', 0)
    .execute()
  await renameOwners(transaction, renaming)
  await renameOwner(transaction, renaming)
  await renameLastChanges(transaction, renaming)
  await renameActors(transaction, renaming)
  await renameInComments(transaction, renaming, now)
  await transaction
    .updateTable('webhook')
    .set({ created_by: replacement })
    .where('deployment_id', '=', deploymentId)
    .where('created_by', '=', name)
    .execute()
  await transaction
    .updateTable('notification_event')
    .set({ actor: replacement })
    .where('deployment_id', '=', deploymentId)
    .where('actor', '=', name)
    .execute()
  // Messages have the name in their text.
  await transaction
    .deleteFrom('webhook_delivery')
    .where('deployment_id', '=', deploymentId)
    .where('actor', '=', name)
    .execute()
  for (const column of ['requester', 'decided_by'] as const)
    await transaction
      .updateTable('approval')
      .set({ [column]: replacement })
      .where('deployment_id', '=', deploymentId)
      .where(column, '=', name)
      .execute()
}

/** Renames whoever made changes, retired sources and asked for verdicts. */
async function renameActors(transaction: ChangeTransaction, { name, replacement }: Renaming): Promise<void> {
  const { deploymentId } = transaction
  await transaction
    .updateTable('triage_change')
    .set({ actor: replacement })
    .where('deployment_id', '=', deploymentId)
    .where('actor', '=', name)
    .execute()
  await transaction
    .updateTable('project_change')
    .set({ actor: replacement })
    .where('deployment_id', '=', deploymentId)
    .where('actor', '=', name)
    .execute()
  await transaction
    .updateTable('policy_change')
    .set({ actor: replacement })
    .where('deployment_id', '=', deploymentId)
    .where('actor', '=', name)
    .execute()
  await transaction
    .updateTable('retired_source')
    .set({ actor: replacement })
    .where('deployment_id', '=', deploymentId)
    .where('actor', '=', name)
    .execute()
  await transaction
    .updateTable('gate_verdict')
    .set({ actor: replacement })
    .where('deployment_id', '=', deploymentId)
    .where('actor', '=', name)
    .execute()
}

/** Renames the owner of what others use as well: jobs, exports, shared views, and filters in links. */
async function renameOwners(transaction: ChangeTransaction, { name, replacement }: Renaming): Promise<void> {
  const { deploymentId } = transaction
  await transaction
    .updateTable('job')
    .set({ actor: replacement })
    .where('deployment_id', '=', deploymentId)
    .where('actor', '=', name)
    .execute()
  await transaction
    .updateTable('sbom_export')
    .set({ created_by: replacement })
    .where('deployment_id', '=', deploymentId)
    .where('created_by', '=', name)
    .execute()
  await transaction
    .updateTable('view')
    .set({ owner: replacement })
    .where('deployment_id', '=', deploymentId)
    .where('owner', '=', name)
    .execute()
  await transaction
    .updateTable('kept_filter')
    .set({ person: replacement })
    .where('deployment_id', '=', deploymentId)
    .where('person', '=', name)
    .execute()
}

/** Writes the files of columns anew, without the name. */
const rewriteColumnFiles = (services: Services, deploymentId: number): Promise<void> =>
  services.columns.withoutFiles(deploymentId, async (removeFiles) => removeFiles())
