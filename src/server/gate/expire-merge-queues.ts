import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import type { Reader } from '#server/db/database.ts'
import { deleteFindings } from '#server/findings/writes.ts'
import type { Services } from '#server/http/services.ts'
import { deleteRef } from '#server/records/projects/writes.ts'
import { deleteScansOfRef } from '#server/records/scans/writes.ts'

/** How often a process looks for expired branches, in milliseconds. */
const interval = 600_000
/** The most findings of one change: other writers wait until it ends. */
const findingsPerChange = 1000

/** Whoever the change log names for it. */
const actor = 'Gatehouse'

const lastChecks = new WeakMap<Services, number>()

/**
 * Deletes branches of merge queues that were not scanned for seven days, with their findings, scans and dependencies, in
 * small changes. Verdicts stay. Any process may do it, at any time. Looks every ten minutes.
 * Source: docs/gate.md#merge-queues.
 */
export async function expireMergeQueues(services: Services, atStart: boolean): Promise<void> {
  const now = services.now()
  const last = lastChecks.get(services)
  if (!atStart && last !== undefined && Math.abs(now - last) < interval) return
  lastChecks.set(services, now)
  for (const deploymentId of await deploymentsWithExpired(services.database.read, now)) {
    let hasMore = true
    while (hasMore) {
      hasMore = await services.change(deploymentId, actor, (transaction) => deleteBatch(transaction, now))
    }
  }
}

async function deploymentsWithExpired(reader: Reader, now: number): Promise<number[]> {
  const rows = await reader
    .selectFrom('deployment')
    .select('id')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('ref')
          .select('ref.id')
          .whereRef('ref.deployment_id', '=', 'deployment.id')
          .where('expires_at', '<=', now),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** @returns whether there may be more. */
async function deleteBatch(transaction: ChangeTransaction, now: number): Promise<boolean> {
  const { deploymentId } = transaction
  const ref = await transaction
    .selectFrom('ref')
    .select(['id', 'project_id'])
    .where('deployment_id', '=', deploymentId)
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(1)
    .executeTakeFirst()
  if (!ref) return false
  const findings = await transaction
    .selectFrom('finding')
    .select('id')
    .where('deployment_id', '=', deploymentId)
    .where('ref_id', '=', ref.id)
    .limit(findingsPerChange)
    .execute()
  await deleteFindings(
    transaction,
    findings.map(({ id }) => id),
  )
  if (findings.length === findingsPerChange) return true
  await deleteScansOfRef(transaction, { projectId: ref.project_id, refId: ref.id })
  const lockfiles = await transaction
    .selectFrom('lockfile')
    .select('id')
    .where('deployment_id', '=', deploymentId)
    .where('ref_id', '=', ref.id)
    .execute()
  await deleteRef(
    transaction,
    ref.id,
    lockfiles.map(({ id }) => id),
  )
  return true
}
