import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Selectable } from 'kysely'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import type { DependencyTable, LockfileTable } from '#server/db/dependency-tables.ts'
import { takeId } from '#server/db/ids.ts'
import { valuesOf } from '#server/db/sql.ts'
import { parseStored } from '#server/db/stored-json.ts'
import { deleteLockfiles, restoreDependencyRows, restoreLockfileRows } from '#server/dependencies/writes.ts'
import type { SourceOfProject } from '#server/records/source.ts'
import { undoPeriod } from '#server/triage/decisions/undo.ts'

const [pack, unpack] = [promisify(gzip), promisify(gunzip)]

/** Lockfiles stored together: some ten thousand dependencies. */
const lockfilesPerBatch = 20

interface StoredLockfiles {
  lockfiles: Selectable<LockfileTable>[]
  dependencies: Selectable<DependencyTable>[]
}

const keyOf = ({ projectId, sourceId }: SourceOfProject) => `${projectId} ${sourceId}`

/**
 * Removes the lockfiles of a source and their dependencies from their tables, and stores them for as long as they can
 * be restored, so that queries of dependencies need no condition for them.
 * @returns the number of lockfiles.
 */
export async function removeLockfiles(
  transaction: ChangeTransaction,
  source: SourceOfProject,
  at: number,
): Promise<number> {
  const { deploymentId } = source
  await transaction
    .deleteFrom('stored_report')
    .where('deployment_id', '=', deploymentId)
    .where('kind', '=', 'retired')
    .where('expires_at', '<', at)
    .execute()
  const lockfiles = await transaction
    .selectFrom('lockfile')
    .innerJoin('scan', (join) =>
      join
        .onRef('scan.deployment_id', '=', 'lockfile.deployment_id')
        .onRef('scan.id', '=', 'lockfile.scan_id'),
    )
    .selectAll('lockfile')
    .where('lockfile.deployment_id', '=', deploymentId)
    .where('lockfile.ref_id', 'in', (eb) =>
      eb
        .selectFrom('ref')
        .select('id')
        .where('deployment_id', '=', deploymentId)
        .where('project_id', '=', source.projectId),
    )
    .where('scan.source_id', '=', source.sourceId)
    .execute()
  for (let from = 0; from < lockfiles.length; from += lockfilesPerBatch) {
    const some = lockfiles.slice(from, from + lockfilesPerBatch)
    const ids = some.map(({ id }) => id)
    const dependencies = await transaction
      .selectFrom('dependency')
      .selectAll()
      .where('deployment_id', '=', deploymentId)
      .where('lockfile_id', 'in', valuesOf(ids))
      .execute()
    const stored: StoredLockfiles = { lockfiles: some, dependencies }
    await transaction
      .insertInto('stored_report')
      .values({
        deployment_id: deploymentId,
        id: await takeId(transaction, deploymentId, 'stored_report'),
        kind: 'retired',
        key: keyOf(source),
        facts_json: '{}',
        content: await pack(JSON.stringify(stored)),
        created_at: at,
        expires_at: at + undoPeriod,
      })
      .execute()
    await deleteLockfiles(transaction, ids)
  }
  return lockfiles.length
}

/**
 * Restores the lockfiles that `removeLockfiles` stored, under the same ids; a lockfile that another source has reported
 * meanwhile is not replaced.
 */
export async function restoreLockfiles(
  transaction: ChangeTransaction,
  source: SourceOfProject,
): Promise<void> {
  const stored = await transaction
    .deleteFrom('stored_report')
    .where('deployment_id', '=', source.deploymentId)
    .where('kind', '=', 'retired')
    .where('key', '=', keyOf(source))
    .returning('content')
    .execute()
  const primary = await transaction
    .selectFrom('ref')
    .select('id')
    .where('deployment_id', '=', source.deploymentId)
    .where('project_id', '=', source.projectId)
    .where('is_primary', '=', 1)
    .executeTakeFirst()
  // The project that it was of may have been merged into this one.
  const { projectId } = source
  for (const { content } of stored) {
    // parse: our own column, written by `removeLockfiles`.
    const { lockfiles, dependencies } = parseStored<StoredLockfiles>((await unpack(content)).toString())
    const onPrimary = ({ ref_id }: { ref_id: number }) => Number(ref_id === primary?.id)
    const restored = await restoreLockfileRows(
      transaction,
      lockfiles.map((one) => ({ ...one, project_id: projectId, on_primary: onPrimary(one) })),
    )
    const refs = new Map(restored.map((one) => [one.id, one]))
    const rows = dependencies.flatMap((one) => {
      const lockfile = refs.get(one.lockfile_id)
      return lockfile ? [{ ...one, project_id: projectId, on_primary: onPrimary(lockfile) }] : []
    })
    await restoreDependencyRows(transaction, rows)
  }
}
