import { type SqlBool, sql } from 'kysely'
import type { Reader, Writer } from '#server/db/database.ts'
import type { JobQueue, Lease } from './job-queue.ts'

/** How long a lease lasts without renewal, in milliseconds. */
export const leaseDuration = 15_000

/** Thrown to roll back a transaction: another process has taken the job over, or the job has ended. */
export class LeaseLost extends Error {}

/**
 * Whether a job is leased. A lease that ends later than any new lease could was created before the clock was set back,
 * and is ignored.
 */
export const isHeld = (leaseUntil: number | null, now: number): boolean =>
  leaseUntil !== null && leaseUntil > now && leaseUntil <= now + leaseDuration

const isFree = (now: number) =>
  sql<SqlBool>`(lease_until is null or lease_until not between ${now + 1} and ${now + leaseDuration})`

/** The jobs of a queue that can be claimed now: the first of each deployment, or the first one. */
export function readFreeJobs(reader: Reader, queue: JobQueue, now: number) {
  const due = queue.due?.(now)
  const unfinished = reader
    .selectFrom(queue.table)
    .where(queue.unfinished)
    .$if(due !== undefined, (jobs) => jobs.where(due ?? queue.unfinished))
  return unfinished
    .select(['deployment_id', 'id'])
    .where(isFree(now))
    .$if(queue.oneAtATimeIn === 'deployment', (jobs) =>
      jobs.where((eb) =>
        eb(
          eb.refTuple('deployment_id', 'id'),
          'in',
          unfinished
            .select((each) => ['deployment_id', each.fn.min<number>('id').as('id')])
            .groupBy('deployment_id')
            .$asTuple('deployment_id', 'id'),
        ),
      ),
    )
    .orderBy(queue.madeAt)
    .orderBy('id')
    .limit(queue.oneAtATimeIn === 'process' ? 1 : 1000)
    .execute()
}

/** Claims a job, unless another process did. @returns how often it was claimed; undefined if the claim failed. */
export async function claim(transaction: Writer, lease: Lease, now: number): Promise<number | undefined> {
  const row = await transaction
    .updateTable(lease.queue.table)
    .set((eb) => ({
      holder: lease.holder,
      lease_until: now + leaseDuration,
      attempts: eb('attempts', '+', 1),
    }))
    .where('deployment_id', '=', lease.deploymentId)
    .where('id', '=', lease.id)
    .where(lease.queue.unfinished)
    .where(isFree(now))
    .returning('attempts')
    .executeTakeFirst()
  return row?.attempts
}

/**
 * Renews a lease. Each transaction of a job begins or ends with this call, so that only the holder of the job can
 * write.
 * @throws LeaseLost if another process took the job over, or if it was cancelled.
 */
export async function holdLease(transaction: Writer, lease: Lease, now: number): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable(lease.queue.table)
    .set({ lease_until: now + leaseDuration })
    .where('deployment_id', '=', lease.deploymentId)
    .where('id', '=', lease.id)
    .where('holder', '=', lease.holder)
    .where(lease.queue.unfinished)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new LeaseLost()
}

/** Releases an unfinished job, so that the next process can claim it without waiting. */
export async function release(
  transaction: Writer,
  { queue, deploymentId, id, holder }: Lease,
): Promise<void> {
  await transaction
    .updateTable(queue.table)
    .set({ lease_until: null, attempts: 0 })
    .where('deployment_id', '=', deploymentId)
    .where('id', '=', id)
    .where('holder', '=', holder)
    .where(queue.unfinished)
    .execute()
}

/** Ends the leases of processes that are known to have exited. */
export async function releaseAll(transaction: Writer, queue: JobQueue): Promise<void> {
  await transaction.updateTable(queue.table).set({ lease_until: null }).where(queue.unfinished).execute()
}
