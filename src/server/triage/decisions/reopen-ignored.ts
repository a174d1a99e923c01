import { setImmediate as immediate } from 'node:timers/promises'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { findingTypes, fromCode, ignoreEnds, toCode, triageStates } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import type { Decision } from '#server/findings/decision.ts'
import type { Services } from '#server/http/services.ts'
import { BatchedTriage } from './triage.ts'
import { readFlawInstances, type TriageStatus } from './triage-state.ts'

/** How often a process looks for findings to reopen, in milliseconds. */
const interval = 30_000
/** The most findings of one change: other writers wait until it ends, as for a large import. */
const findingsPerChange = 100_000
/** Findings that are reopened at once; requests are answered in between. */
const findingsPerBatch = 1000

/** Whoever the history names for it. */
const actor = 'Gatehouse'
const reopen: Decision = { state: 'reopened', reason: null, until: null, note: undefined }

const ignored = toCode(triageStates, 'ignored')

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
      hasMore = await services.change(deploymentId, actor, (transaction) => reopenDue(transaction, now))
    }
  }
}

/** A finding of which a scan reports what it was ignored until, one of `ignoreEnds`. */
export interface EndedIgnore {
  id: number
  ends: number
}

/**
 * Reopens findings of which a scan reported what they were ignored until, with all their instances that are ignored until
 * the same, as one change for each type and end that can be undone. Source: docs/api.md#triage.
 * @param ended findings of the transaction's deployment. @param at now, in milliseconds since 1970.
 */
export async function reopenEnded(
  transaction: ChangeTransaction,
  ended: readonly EndedIgnore[],
  at: number,
): Promise<void> {
  if (ended.length === 0) return
  const { deploymentId } = transaction
  const found = await transaction
    .selectFrom('finding')
    .select(['id', 'type'])
    .where('deployment_id', '=', deploymentId)
    .where('id', 'in', valuesOf(ended.map(({ id }) => id)))
    .execute()
  const types = new Map(found.map(({ id, type }) => [id, type]))
  for (const some of Map.groupBy(ended, ({ id, ends }) => `${types.get(id)} ${ends}`).values()) {
    const [first] = some
    const type = types.get(first?.id ?? 0)
    if (!first || type === undefined) continue
    const decision = { ...reopen, ends: fromCode(ignoreEnds, first.ends) }
    const target = { type: fromCode(findingTypes, type), decision, keepsRequests: true }
    const change = new BatchedTriage(transaction, target, { deploymentId, actor, at })
    for (let from = 0; from < some.length; from += findingsPerBatch) {
      const selected = some.slice(from, from + findingsPerBatch).map(({ id }) => id)
      const instances = await readFlawInstances(transaction, deploymentId, selected)
      const changed = instances.filter(
        (row) => row.triage_state === ignored && row.ignore_ends === first.ends,
      )
      await change.add({ selected, changed })
      await immediate()
    }
    await change.finish()
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

/** Reopens what ended as one change for each type. @returns whether there may be more. */
async function reopenDue(transaction: ChangeTransaction, now: number): Promise<boolean> {
  const changes = new Map<number, BatchedTriage>()
  let due: { id: number; type: number }[] = []
  let count = 0
  do {
    due = await readDue(transaction, now)
    count += due.length
    for (const [type, rows] of Map.groupBy(due, (row) => row.type)) {
      const target = { type: fromCode(findingTypes, type), decision: reopen, keepsRequests: true }
      const of = { deploymentId: transaction.deploymentId, actor, at: now }
      const change = changes.get(type) ?? new BatchedTriage(transaction, target, of)
      changes.set(type, change)
      const selected = rows.map(({ id }) => id)
      const instances = await readFlawInstances(transaction, transaction.deploymentId, selected)
      await change.add({ selected, changed: instances.filter((row) => isDue(row, now)) })
    }
    await immediate()
  } while (due.length === findingsPerBatch && count < findingsPerChange)
  for (const change of changes.values()) await change.finish()
  return due.length === findingsPerBatch
}

function readDue(transaction: ChangeTransaction, now: number) {
  return transaction
    .selectFrom('finding')
    .select(['id', 'type'])
    .where('deployment_id', '=', transaction.deploymentId)
    .where('ignored_until', '<=', now)
    .orderBy('ignored_until')
    .limit(findingsPerBatch)
    .execute()
}

const isDue = ({ ignored_until: until }: TriageStatus, now: number) => until !== null && until <= now
