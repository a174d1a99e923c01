import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { deleteLockfiles, insertLockfiles, setLockfilesScan } from '#server/dependencies/writes.ts'
import type { ReportedLockfile } from '../../report/report.ts'
import type { RunPlace } from '../run.ts'

const rowsPerBatch = 500

type StoredLockfiles = ReadonlyMap<number, ReportedLockfile>

/**
 * Makes the lockfiles of a run those of its scan. One that another source named is taken over, unless that source's
 * scan is newer than one that is sent late; those that only this source named and no longer does are deleted, unless
 * it could not read them.
 * @returns the lockfiles to be filled, by id.
 */
export async function replaceLockfiles(
  transaction: ChangeTransaction,
  place: RunPlace & { startedAt: number | null; unread(path: string): boolean },
  lockfiles: readonly ReportedLockfile[],
): Promise<StoredLockfiles> {
  const known = await transaction
    .selectFrom('lockfile')
    .leftJoin('scan', (join) =>
      join
        .onRef('scan.deployment_id', '=', 'lockfile.deployment_id')
        .onRef('scan.id', '=', 'lockfile.scan_id'),
    )
    .select(['lockfile.id', 'lockfile.path', 'scan.source_id', 'scan.started_at'])
    .where('lockfile.deployment_id', '=', place.deploymentId)
    .where('lockfile.ref_id', '=', place.refId)
    .execute()
  const reported = new Map(lockfiles.map((lockfile) => [lockfile.path, lockfile]))
  const stored = new Map<number, ReportedLockfile>()
  const removedIds: number[] = []
  for (const { id, path, source_id, started_at } of known) {
    const lockfile = reported.get(path)
    reported.delete(path)
    const own = source_id === place.sourceId
    const newer = !own && place.startedAt !== null && (started_at ?? 0) > place.startedAt
    if (lockfile === undefined) {
      if (own && !place.unread(path)) removedIds.push(id)
    } else if (!newer) stored.set(id, lockfile)
  }
  for (const ids of batches(removedIds)) {
    await deleteLockfiles(transaction, ids)
  }
  for (const ids of batches([...stored.keys()])) {
    await setLockfilesScan(transaction, ids, place.scanId)
  }
  const rows = [...reported.keys()].map((path) => ({
    deployment_id: place.deploymentId,
    project_id: place.projectId,
    ref_id: place.refId,
    on_primary: Number(place.onPrimary),
    path,
    scan_id: place.scanId,
  }))
  const inserted = await insertLockfiles(transaction, rows)
  for (const [path, lockfile] of reported) {
    const id = inserted.get(path)
    if (id === undefined) throw new Error(`the lockfile ${path} was not written`)
    stored.set(id, lockfile)
  }
  return stored
}

function* batches<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += rowsPerBatch) yield all.slice(from, from + rowsPerBatch)
}
