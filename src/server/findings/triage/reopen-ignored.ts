import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { findingTypes, fromCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import type { Services } from '#server/http/services.ts'
import { triageInstances } from './triage.ts'
import type { Decision } from './triage-request.ts'
import { readFlawInstances, type TriageStatus } from './triage-state.ts'

/** How often a process looks for findings to reopen, in milliseconds. */
const interval = 30_000
/** The most findings of one change: other writers wait until it ends. */
const findingsPerChange = 1000

/** Whoever the history names for it. */
const actor = 'Gatehouse'
const reopen: Decision = { state: 'reopened', reason: null, until: null, note: undefined }

const lastChecks = new WeakMap<Services, number>()

/**
 * Reopens findings that were ignored until a time that has passed, with all their instances whose time has passed, as
 * changes that can be undone. Any process may do it, at any time: a finding is reopened once. Looks every 30 seconds.
 * Source: docs/api.md#triage.
 */
export async function reopenIgnored(services: Services, atStart: boolean): Promise<void> {
  const now = services.now()
  const last = lastChecks.get(services)
  if (!atStart && last !== undefined && Math.abs(now - last) < interval) return
  lastChecks.set(services, now)
  for (const deploymentId of await dueDeployments(services.database.read, now)) {
    let hasMore = true
    while (hasMore) {
      hasMore = await services.change(deploymentId, actor, (transaction) => reopenBatch(transaction, now))
    }
  }
}

async function dueDeployments(reader: Reader, now: number): Promise<number[]> {
  const rows = await reader
    .selectFrom('deployment')
    .select('id')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('finding')
          .select('finding.id')
          .whereRef('finding.deployment_id', '=', 'deployment.id')
          .where('ignored_until', '<=', now),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** @returns whether there may be more. */
async function reopenBatch(transaction: ChangeTransaction, now: number): Promise<boolean> {
  const { deploymentId } = transaction
  const due = await transaction
    .selectFrom('finding')
    .select(['id', 'type'])
    .where('deployment_id', '=', deploymentId)
    .where('ignored_until', '<=', now)
    .orderBy('ignored_until')
    .limit(findingsPerChange)
    .execute()
  for (const [type, rows] of Map.groupBy(due, (row) => row.type)) {
    const selected = rows.map(({ id }) => id)
    const instances = await readFlawInstances(transaction, deploymentId, selected)
    const changed = instances.filter((row) => isDue(row, now))
    const target = { type: fromCode(findingTypes, type), decision: reopen, keepsRequests: true }
    await triageInstances(transaction, target, { deploymentId, actor, at: now }, { selected, changed })
  }
  return due.length === findingsPerChange
}

const isDue = ({ ignored_until: until }: TriageStatus, now: number) => until !== null && until <= now
