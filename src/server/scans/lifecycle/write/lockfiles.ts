import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { deleteLockfiles, insertLockfiles, setLockfilesScan } from '#server/dependencies/writes.ts'
import type { ReportedLockfile } from '#server/reports/report/report.ts'
import type { RunTarget } from '../run.ts'

const rowsPerBatch = 500

type StoredLockfiles = ReadonlyMap<number, ReportedLockfile>

/**
 * Assigns the lockfiles of a run to its scan. A lockfile of another source is reassigned, unless that source's scan is
 * newer. Lockfiles that this source no longer reports are deleted, unless it could not read them.
 * @returns the lockfiles by id, whose dependencies must be written.
 */
export async function replaceLockfiles(
  transaction: ChangeTransaction,
  target: RunTarget & { startedAt: number | null; unread(path: string): boolean },
  lockfiles: readonly ReportedLockfile[],
): Promise<StoredLockfiles> {
  const storedRows = await transaction
    .selectFrom('lockfile')
    .leftJoin('scan', (join) =>
      join
        .onRef('scan.deployment_id', '=', 'lockfile.deployment_id')
        .onRef('scan.id', '=', 'lockfile.scan_id'),
    )
    .select(['lockfile.id', 'lockfile.path', 'scan.source_id', 'scan.started_at'])
    .where('lockfile.deployment_id', '=', target.deploymentId)
    .where('lockfile.ref_id', '=', target.refId)
    .execute()
  const reported = new Map(lockfiles.map((lockfile) => [lockfile.path, lockfile]))
  const stored = new Map<number, ReportedLockfile>()
  const removedIds: number[] = []
  for (const { id, path, source_id, started_at } of storedRows) {
    const lockfile = reported.get(path)
    reported.delete(path)
    const isOwn = source_id === target.sourceId
    const isNewer = !isOwn && target.startedAt !== null && (started_at ?? 0) > target.startedAt
    if (lockfile === undefined) {
      if (isOwn && !target.unread(path)) removedIds.push(id)
    } else if (!isNewer) stored.set(id, lockfile)
  }
  for (const ids of batches(removedIds)) {
    await deleteLockfiles(transaction, ids)
  }
  for (const ids of batches([...stored.keys()])) {
    await setLockfilesScan(transaction, ids, target.scanId)
  }
  const rows = [...reported.keys()].map((path) => ({
    deployment_id: target.deploymentId,
    project_id: target.projectId,
    ref_id: target.refId,
    on_primary: Number(target.onPrimary),
    path,
    scan_id: target.scanId,
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
