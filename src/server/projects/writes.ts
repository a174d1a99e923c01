import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { takeId } from '#server/db/ids.ts'
import { rowsOf } from '#server/db/sql.ts'
import type { ProjectTable, RefTable } from '#server/db/tables.ts'

// The only module that writes `project` and `ref`: each function reports changes that affect finding counts.

/** Inserts a project. */
export async function insertProject(
  transaction: ChangeTransaction,
  values: Omit<Insertable<ProjectTable>, 'id' | 'deployment_id'>,
): Promise<Selectable<ProjectTable>> {
  const { deploymentId } = transaction
  const id = await takeId(transaction, deploymentId, 'project')
  transaction.changed.table('project')
  return transaction
    .insertInto('project')
    .values({ ...values, deployment_id: deploymentId, id })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Sets columns of a project. @returns the project after the change. */
export async function updateProject(
  transaction: ChangeTransaction,
  id: number,
  values: Updateable<ProjectTable>,
): Promise<Selectable<ProjectTable>> {
  if ('name' in values || 'tags_json' in values) transaction.changed.table('project')
  return transaction
    .updateTable('project')
    .set(values)
    .where('deployment_id', '=', transaction.deploymentId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Sets the tags of projects, with one statement. */
export async function updateTags(
  transaction: ChangeTransaction,
  projects: readonly { id: number; tags: readonly string[] }[],
): Promise<void> {
  if (projects.length === 0) return
  const updates = rowsOf(
    { id: 'integer', tags: 'text' },
    projects.map(({ id, tags }) => [id, JSON.stringify(tags)]),
  )
  await sql`update project set tags_json = given.tags
    from ${updates} as given
    where project.deployment_id = ${transaction.deploymentId} and project.id = given.id`.execute(transaction)
  transaction.changed.table('project')
}

/** Inserts a ref of a project. */
export async function insertRef(
  transaction: ChangeTransaction,
  values: Omit<Insertable<RefTable>, 'id' | 'deployment_id'>,
): Promise<Selectable<RefTable>> {
  const { deploymentId } = transaction
  const id = await takeId(transaction, deploymentId, 'ref')
  transaction.changed.table('ref')
  return transaction
    .insertInto('ref')
    .values({ ...values, deployment_id: deploymentId, id })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Sets whether a ref is the primary one, and remembers one that was. */
export async function setRefPrimary(
  transaction: ChangeTransaction,
  id: number,
  primary: number,
): Promise<void> {
  await transaction
    .updateTable('ref')
    .set({ is_primary: primary, was_primary: 1 - primary })
    .where('deployment_id', '=', transaction.deploymentId)
    .where('id', '=', id)
    .execute()
}

/** Keeps the branch of a merge queue until a time; no count depends on it. */
export async function keepRefUntil(transaction: ChangeTransaction, id: number, until: number): Promise<void> {
  await transaction
    .updateTable('ref')
    .set({ expires_at: until })
    .where('deployment_id', '=', transaction.deploymentId)
    .where('id', '=', id)
    .execute()
}

/** Deletes a ref, and by foreign keys its lockfiles with their dependencies. Its findings are deleted before. */
export async function deleteRef(
  transaction: ChangeTransaction,
  id: number,
  lockfiles: readonly number[],
): Promise<void> {
  await transaction
    .deleteFrom('ref')
    .where('deployment_id', '=', transaction.deploymentId)
    .where('id', '=', id)
    .execute()
  transaction.changed.lockfiles(lockfiles)
  transaction.changed.table('ref')
}

/**
 * Sets the times at which a project and its ref were last scanned, unless a newer scan is known; no count depends on
 * them. The branch of a merge queue leaves that of its project.
 */
export async function setLatestScan(
  transaction: ChangeTransaction,
  { projectId, refId }: { projectId: number; refId: number },
  at: number,
): Promise<void> {
  await transaction
    .updateTable('project')
    .set({ latest_scan_at: at })
    .where('deployment_id', '=', transaction.deploymentId)
    .where('id', '=', projectId)
    .where(sql<boolean>`not exists (select 1 from ref where ref.deployment_id = ${transaction.deploymentId}
      and ref.id = ${refId} and ref.expires_at is not null)`)
    .where((eb) => eb.or([eb('latest_scan_at', 'is', null), eb('latest_scan_at', '<', at)]))
    .execute()
  await transaction
    .updateTable('ref')
    .set({ latest_scan_at: at })
    .where('deployment_id', '=', transaction.deploymentId)
    .where('id', '=', refId)
    .where((eb) => eb.or([eb('latest_scan_at', 'is', null), eb('latest_scan_at', '<', at)]))
    .execute()
}

/**
 * Deletes a project, and by foreign keys all rows that belong to it.
 * @param owned its findings and lockfiles, which are deleted with it.
 */
export async function deleteProjectRow(
  transaction: ChangeTransaction,
  id: number,
  owned: { findings: readonly number[]; lockfiles: readonly number[] },
): Promise<void> {
  await transaction
    .deleteFrom('project')
    .where('deployment_id', '=', transaction.deploymentId)
    .where('id', '=', id)
    .execute()
  transaction.changed.findings(owned.findings)
  transaction.changed.lockfiles(owned.lockfiles)
  transaction.changed.scans()
  transaction.changed.table('ref')
  transaction.changed.table('project')
}
