import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { valuesOf } from '#server/db/sql.ts'
import { renameEventOwners, updateFindings } from '#server/findings/writes.ts'
import { type LargeTable, type Renaming, selectMarked } from './large-tables.ts'

/** The owner that a person is. */
export const ownerOf = (name: string): string => `person:${name}`

/** Large tables with owners of findings. */
export const renamedOwnerTables: readonly LargeTable[] = [
  {
    select: (deploymentId, name) => selectMarked('finding', 'id', 'owner')(deploymentId, ownerOf(name)),
    rename: (transaction, ids, { replacement }) =>
      updateFindings(transaction, ids, { owner: ownerOf(replacement) }),
  },
  ...(['from_state', 'to_state'] as const).map(
    (column): LargeTable => ({
      select: (deploymentId, name) =>
        selectMarked('finding_event', 'id', column)(deploymentId, ownerOf(name)),
      rename: (transaction, ids, { replacement }) =>
        renameEventOwners(transaction, ids, column, ownerOf(replacement)),
    }),
  ),
  {
    select: (deploymentId, name) =>
      selectMarked('triage_change_item', 'change_id', 'owner')(deploymentId, ownerOf(name)),
    rename: (transaction, ids, { name, replacement }) =>
      transaction
        .updateTable('triage_change_item')
        .set({ owner: ownerOf(replacement) })
        .where('deployment_id', '=', transaction.deploymentId)
        .where('change_id', 'in', valuesOf(ids))
        .where('owner', '=', ownerOf(name))
        .execute(),
  },
]

/** Renames a person in what gives owners to findings, and takes them out of their teams. */
export async function renameOwner(
  transaction: ChangeTransaction,
  { name, replacement }: Renaming,
): Promise<void> {
  const { deploymentId } = transaction
  await transaction
    .updateTable('triage_change')
    .set({ owner: ownerOf(replacement) })
    .where('deployment_id', '=', deploymentId)
    .where('owner', '=', ownerOf(name))
    .execute()
  await transaction
    .updateTable('job')
    .set({ owner: ownerOf(replacement) })
    .where('deployment_id', '=', deploymentId)
    .where('owner', '=', ownerOf(name))
    .execute()
  await transaction
    .deleteFrom('owner_handle')
    .where('deployment_id', '=', deploymentId)
    .where('owner', '=', ownerOf(name))
    .execute()
  await transaction
    .deleteFrom('owner_rule')
    .where('deployment_id', '=', deploymentId)
    .where('owner', '=', ownerOf(name))
    .execute()
  await transaction
    .deleteFrom('team_member')
    .where('deployment_id', '=', deploymentId)
    .where('person', '=', name)
    .execute()
  await transaction
    .updateTable('team')
    .set({ created_by: replacement })
    .where('deployment_id', '=', deploymentId)
    .where('created_by', '=', name)
    .execute()
  await transaction
    .updateTable('project_codeowners')
    .set({ actor: replacement })
    .where('deployment_id', '=', deploymentId)
    .where('actor', '=', name)
    .execute()
  transaction.changed.table('team')
}
