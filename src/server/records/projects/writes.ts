import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { matchesAnyRef } from '#lib/text/ref-pattern.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import type { Reader } from '#server/db/database.ts'
import { insertNewRows } from '#server/db/engine.ts'
import { takeId } from '#server/db/ids.ts'
import { rowsOf } from '#server/db/sql.ts'
import { parseStored } from '#server/db/stored-json.ts'
import type { ProjectTable, RefTable } from '#server/db/tables.ts'
import { HttpError } from '#server/http/errors.ts'
import { deleteTextsOfRef } from '../policies/texts/writes.ts'

// The only module that writes `project` and `ref`: each function reports changes that affect finding counts.

/** The most projects of a deployment. Source: docs/quotas.md */
const maxProjects = 50_000

/** Inserts a project. @throws HttpError 409 if the deployment has as many as it may have. */
export async function insertProject(
  transaction: ChangeTransaction,
  values: Omit<Insertable<ProjectTable>, 'id' | 'deployment_id'>,
): Promise<Selectable<ProjectTable>> {
  const { deploymentId } = transaction
  const { count } = await transaction
    .selectFrom('project')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('deployment_id', '=', deploymentId)
    .executeTakeFirstOrThrow()
  if (count >= maxProjects)
    throw new HttpError(
      409,
      `The deployment has ${count.toLocaleString('en-US')} projects. The limit is ${maxProjects.toLocaleString('en-US')}. Delete or merge projects that are no longer used.`,
    )
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

/** The branch whose findings a project's default lists have; null before the first scan. */
export async function shownBranch(
  reader: Reader,
  deploymentId: number,
  projectId: number,
): Promise<{ id: number; name: string } | null> {
  const row = await reader
    .selectFrom('ref')
    .select(['id', 'name'])
    .where('deployment_id', '=', deploymentId)
    .where('project_id', '=', projectId)
    .where('is_primary', '=', 1)
    .executeTakeFirst()
  return row ?? null
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

/**
 * The ids of the refs whose findings those of a project's other refs are compared with: the primary branch, those that
 * were it before, and the protected refs. Source: docs/api.md#projects.
 */
export async function referenceRefs(
  reader: Reader,
  { deploymentId, projectId }: { deploymentId: number; projectId: number },
): Promise<ReadonlySet<number>> {
  const rows = await reader
    .selectFrom('ref')
    .innerJoin('project', (join) =>
      join
        .onRef('project.deployment_id', '=', 'ref.deployment_id')
        .onRef('project.id', '=', 'ref.project_id'),
    )
    .select(['ref.id', 'ref.name', 'ref.is_primary', 'ref.was_primary', 'project.gate_json'])
    .where('ref.deployment_id', '=', deploymentId)
    .where('ref.project_id', '=', projectId)
    .where('ref.expires_at', 'is', null)
    .execute()
  // parse: written by `changedGateSettings`, whose module needs what this one is part of.
  const { protected_refs: patterns = [] } = parseStored<{ protected_refs?: string[] }>(
    rows[0]?.gate_json ?? '{}',
  )
  return new Set(
    rows.flatMap(({ id, name, is_primary, was_primary }) =>
      is_primary === 1 || was_primary === 1 || matchesAnyRef(patterns, name) ? [id] : [],
    ),
  )
}

/** Marks a ref as deleted. Its findings are removed beside this. */
export async function setRefDeleted(transaction: ChangeTransaction, id: number, at: number): Promise<void> {
  await transaction
    .updateTable('ref')
    .set((eb) => ({
      deleted_at: at,
      deleted_scan_id: eb
        .selectFrom('scan')
        .select(({ fn }) => fn.max('scan.id').as('newest'))
        .whereRef('scan.deployment_id', '=', 'ref.deployment_id')
        .whereRef('scan.project_id', '=', 'ref.project_id'),
    }))
    .where('deployment_id', '=', transaction.deploymentId)
    .where('id', '=', id)
    .execute()
  transaction.changed.table('ref')
}

/**
 * Marks a deleted ref as one that is there again.
 * @param restored whether its findings are restored too; otherwise a scan reports them anew.
 */
export async function setRefReturned(
  transaction: ChangeTransaction,
  id: number,
  { restored }: { restored: boolean },
): Promise<void> {
  await transaction
    .updateTable('ref')
    .set({ deleted_at: null, ...(restored ? { deleted_scan_id: null } : {}) })
    .where('deployment_id', '=', transaction.deploymentId)
    .where('id', '=', id)
    .execute()
  transaction.changed.table('ref')
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
  const deleted = await transaction
    .deleteFrom('ref')
    .where('deployment_id', '=', transaction.deploymentId)
    .where('id', '=', id)
    .returning('project_id')
    .executeTakeFirst()
  if (deleted) await deleteTextsOfRef(transaction, { projectId: deleted.project_id, refId: id })
  transaction.changed.lockfiles(lockfiles)
  transaction.changed.table('ref')
}

/** Inserts refs, with one statement. @returns the id of the first. */
export function insertRefs(
  transaction: ChangeTransaction,
  rows: readonly Omit<Selectable<RefTable>, 'id' | 'deployment_id'>[],
): Promise<number> {
  transaction.changed.table('ref')
  return insertNewRows(transaction, 'ref', rows)
}

/** Sets all columns of refs, with one statement. Their findings and lockfiles are changed apart. */
export async function updateRefs(
  transaction: ChangeTransaction,
  refs: readonly Selectable<RefTable>[],
): Promise<void> {
  if (refs.length === 0) return
  const columns = {
    project_id: 'integer',
    name: 'text',
    is_primary: 'integer',
    was_primary: 'integer',
    deleted_at: 'integer',
    latest_scan_at: 'integer',
    expires_at: 'integer',
  } as const
  // parse: the keys of our own list.
  const names = Object.keys(columns) as (keyof typeof columns)[]
  const given = rowsOf(
    { id: 'integer', ...columns },
    refs.map((ref) => [ref.id, ...names.map((name) => ref[name])]),
  )
  const set = names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`given.${name}`)}`)
  await sql`update ref set ${sql.join(set)} from ${given} as given
    where ref.deployment_id = ${transaction.deploymentId} and ref.id = given.id`.execute(transaction)
  transaction.changed.table('ref')
}

/** Inserts a project that was merged into another, with the id that it had. */
export async function restoreProject(
  transaction: ChangeTransaction,
  row: Selectable<ProjectTable>,
): Promise<Selectable<ProjectTable>> {
  transaction.changed.table('project')
  return transaction.insertInto('project').values(row).returningAll().executeTakeFirstOrThrow()
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
