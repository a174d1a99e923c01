import { setImmediate } from 'node:timers/promises'
import { recordAudit } from '#server/audit/audit-log.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { states, toCode } from '#server/db/codes.ts'
import { changeState } from '#server/findings/history/change-state.ts'
import { HttpError, notFound } from '#server/http/errors.ts'
import { type ProjectRow, readProjectByName } from '#server/records/projects/project.ts'
import { setRefDeleted, setRefReturned } from '#server/records/projects/writes.ts'
import { undoableUntil, undoPeriod } from '#server/triage/decisions/undo.ts'

/** Findings written per batch; requests are answered in between. */
const findingsPerBatch = 2000

export interface RefRequest {
  /** Name of the project. */
  repo: string
  /** A full ref. */
  ref: string
  actor: string
  /** Milliseconds since 1970. */
  at: number
}

/** What a deletion or its undo did, for the answer. */
export interface ChangedRef {
  name: string
  findings: number
  restorableUntil: number | null
}

/**
 * Deletes a branch that is not the primary one: its findings leave every list and count. They keep their decisions,
 * comments, owners and tickets, and have them again if a scan brings the branch back. Its scans stay in the list of scans.
 * @throws HttpError 404 for an unknown project or ref, 409 for the primary branch.
 * Source: docs/api.md#projects.
 */
export async function deleteRef(transaction: ChangeTransaction, request: RefRequest): Promise<ChangedRef> {
  const { project, ref } = await readRef(transaction, request)
  if (ref.deleted_at !== null) throw notFound('ref')
  if (ref.is_primary === 1 || ref.name === project.primary_branch)
    throw new HttpError(409, `${ref.name} is the primary branch of the project, which cannot be deleted.`)
  const { at } = request
  await setRefDeleted(transaction, ref.id, at)
  const rows = await transaction
    .selectFrom('finding')
    .select('id')
    .where('deployment_id', '=', transaction.deploymentId)
    .where('ref_id', '=', ref.id)
    .where('state', '<>', toCode(states, 'removed'))
    .orderBy('id')
    .execute()
  const present = rows.map(({ id }) => id)
  await inBatches(present, (ids) =>
    changeState(transaction, ids, {
      kind: 'retired',
      reason: 'branch_deleted',
      to: 'removed',
      actor: request.actor,
      at,
    }),
  )
  await audit(transaction, { ...request, repo: project.name }, 'branch.deleted', present.length)
  return {
    name: ref.name,
    findings: present.length,
    restorableUntil: at + undoPeriod,
  }
}

/**
 * Restores a deleted branch: exactly the findings that its deletion removed, with people's decisions since then.
 * @throws HttpError 404 for an unknown project or ref, 409 if it is not deleted, or was more than 24 hours ago.
 */
export async function restoreRef(transaction: ChangeTransaction, request: RefRequest): Promise<ChangedRef> {
  const { project, ref } = await readRef(transaction, request)
  if (ref.deleted_at === null) throw new HttpError(409, 'This branch is not deleted.')
  if (undoableUntil(ref.deleted_at, request.at) === null)
    throw new HttpError(409, 'This branch was deleted more than 24 hours ago.')
  await setRefReturned(transaction, ref.id, { restored: true })
  const removed = await transaction
    .selectFrom('finding')
    .innerJoin('finding_event as event', (join) =>
      join
        .onRef('event.deployment_id', '=', 'finding.deployment_id')
        .onRef('event.finding_id', '=', 'finding.id'),
    )
    .select(['finding.id', 'event.from_state'])
    .where('finding.deployment_id', '=', transaction.deploymentId)
    .where('finding.ref_id', '=', ref.id)
    .where('finding.state', '=', toCode(states, 'removed'))
    .where('finding.state_updated_at', '=', ref.deleted_at)
    .where('event.at', '=', ref.deleted_at)
    .where('event.reason', '=', 'branch_deleted')
    .orderBy('event.id')
    .execute()
  // Of several deletions at one instant, the last one counts.
  const before = new Map(removed.map(({ id, from_state }) => [id, from_state]))
  for (const to of states) {
    const those = [...before].flatMap(([id, state]) => (state === to ? [id] : []))
    await inBatches(those, (ids) =>
      changeState(transaction, ids, {
        kind: 'restored',
        reason: 'branch_restored',
        to,
        actor: request.actor,
        at: request.at,
      }),
    )
  }
  await audit(transaction, { ...request, repo: project.name }, 'branch.restored', before.size)
  return { name: ref.name, findings: before.size, restorableUntil: null }
}

async function readRef(
  transaction: ChangeTransaction,
  { repo, ref: name }: RefRequest,
): Promise<{ project: ProjectRow; ref: FoundRef }> {
  const project = await readProjectByName(transaction, transaction.deploymentId, repo)
  const ref = await transaction
    .selectFrom('ref')
    .select(['id', 'name', 'is_primary', 'deleted_at'])
    .where('deployment_id', '=', transaction.deploymentId)
    .where('project_id', '=', project.id)
    .where('name', '=', name)
    // Branches of merge queues are in no list, and deleted by themselves.
    .where('expires_at', 'is', null)
    .executeTakeFirst()
  if (!ref) throw notFound('ref')
  return { project, ref }
}

interface FoundRef {
  id: number
  name: string
  is_primary: number
  deleted_at: number | null
}

async function inBatches(
  all: readonly number[],
  write: (ids: readonly number[]) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < all.length; from += findingsPerBatch) {
    await write(all.slice(from, from + findingsPerBatch))
    await setImmediate()
  }
}

const audit = (
  transaction: ChangeTransaction,
  { repo, ref, actor, at }: RefRequest,
  action: 'branch.deleted' | 'branch.restored',
  findings: number,
) =>
  recordAudit(transaction, {
    deploymentId: transaction.deploymentId,
    at,
    actor,
    action,
    target: repo,
    detail: { ref, findings },
  })
