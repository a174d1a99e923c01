import { sql } from 'kysely'
import type { Approval } from '#contract/responses/approvals.ts'
import { findingTypes, fromCode } from '#server/db/codes.ts'
import type { Reader, Writer } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import { requestedState } from '#server/findings/approval-rules.ts'
import type { FindingsSnapshot } from '#server/findings/snapshot.ts'
import { HttpError, notFound } from '#server/http/errors.ts'
import type { Principal } from '#server/http/principal.ts'
import { ownId } from '#server/http/request/own-id.ts'
import { disabledRules, firstDueDay } from '../inbox/finding-keys.ts'
import { itemKey } from '../inbox/keys.ts'
import { describeApproval, describedApprovals } from './list.ts'
import { type Actor, namesOfSamePerson } from './same-person.ts'

const dayMs = 24 * 3600_000
/** How long an answer that nobody saw stays in the inbox. */
const answerPeriod = 90 * dayMs

type Person = Actor

/** The keys of requests that wait for a person's decision, and of the answers to their own requests. */
interface RequestKeys {
  approval: number[]
  answer: number[]
  /** Who of those that asked is the person. */
  own: ReadonlySet<string>
}

/** A request that waits, with each of its findings, or one with an answer. */
export interface RequestRow {
  id: number
  type: number
  severity: number
  requester: string
  state: number
  finding: number | null
}

/**
 * Returns those of some requests that are in the inbox of a person: those of others that wait, due when the first of their
 * findings is and not for findings of disabled rules alone, and their own with an answer. Statements: those that compare people. Source: docs/decisions/0075-inbox.md.
 * @param person with whether they may decide requests.
 */
export async function requestKeys(
  view: FindingsSnapshot,
  deploymentId: number,
  person: Person & { approves: boolean },
  rows: readonly RequestRow[],
): Promise<RequestKeys> {
  const keys: RequestKeys = { approval: [], answer: [], own: new Set() }
  if (rows.length === 0) return keys
  const isDisabled = await disabledRules(view, deploymentId)
  keys.own = await namesOfSamePerson(view.reader, deploymentId, person, [
    ...new Set(rows.map((row) => row.requester)),
  ])
  for (const [id, ofRequest] of Map.groupBy(rows, (row) => row.id)) {
    const [first] = ofRequest
    if (!first) continue
    const { severity, state } = first
    const isOwn = keys.own.has(first.requester)
    if (state !== requestedState) {
      if (isOwn) keys.answer.push(itemKey({ kind: 'answer', id, day: 0, severity }))
    } else if (person.approves && !isOwn) {
      const type = fromCode(findingTypes, first.type)
      const ids = ofRequest.flatMap((row) => row.finding ?? []).filter((one) => !isDisabled(type, one))
      if (ids.length === 0) continue
      const day = await firstDueDay(view, deploymentId, type, ids)
      keys.approval.push(itemKey({ kind: 'approval', id, day, severity }))
    }
  }
  return keys
}

/** Requests that wait, with each of their findings, and those whose answer nobody saw; as one part of a statement. */
export function unseenRequests({ reader, columns }: FindingsSnapshot, deploymentId: number) {
  return reader
    .selectFrom('approval')
    .leftJoin('finding', (join) =>
      join
        .onRef('finding.deployment_id', '=', 'approval.deployment_id')
        .onRef('finding.approval_id', '=', 'approval.id')
        .on('finding.approval_state', '=', requestedState),
    )
    .select([sql<'request' | 'mention' | 'scan'>`'request'`.as('what'), 'approval.id'])
    .select(['approval.type', 'approval.severity', 'approval.requester', 'approval.state'])
    .select(['finding.id as finding', sql<string | null>`cast(null as text)`.as('hold')])
    .where('approval.deployment_id', '=', deploymentId)
    .where('approval.seen_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([eb('approval.state', '=', requestedState), eb('finding.id', 'is not', null)]),
        eb('approval.decided_at', '>', columns.now - answerPeriod),
      ]),
    )
}

/**
 * Reads requests by id, in one statement.
 * @param own those of the requesters behind which the reader stands.
 */
export async function readApprovals(
  reader: Reader,
  deploymentId: number,
  own: ReadonlySet<string>,
  ids: readonly number[],
): Promise<Map<number, Approval>> {
  if (ids.length === 0) return new Map()
  const rows = await describedApprovals(reader, deploymentId)
    .where('approval.id', 'in', valuesOf(ids))
    .execute()
  return new Map(rows.map((row) => [row.id, describeApproval(row, own)]))
}

/** Whether somebody has seen the answer to their request, and when. */
export interface SeenAnswer {
  deploymentId: number
  /** As in the URL. */
  id: string
  principal: Principal
  seen: boolean
  /** Milliseconds since 1970. */
  at: number
}

/**
 * Takes the answer to a request out of the inbox of whoever made it, or puts it back.
 * @throws HttpError 404 for an unknown request, 403 for one of somebody else, 409 for one without an answer.
 */
export async function markSeen(
  transaction: Writer,
  { deploymentId, id, principal, seen, at }: SeenAnswer,
): Promise<void> {
  const approval = await transaction
    .updateTable('approval')
    .set({ seen_at: seen ? sql`coalesce(seen_at, ${at})` : null })
    .where('deployment_id', '=', deploymentId)
    .where('id', '=', ownId(id) ?? -1)
    .returning(['requester', 'state'])
    .executeTakeFirst()
  if (!approval) throw notFound('approval')
  const own = await namesOfSamePerson(transaction, deploymentId, principal, [approval.requester])
  if (own.size === 0) throw new HttpError(403, 'Somebody else made this request.')
  if (approval.state === requestedState) throw new HttpError(409, 'This request has no answer yet.')
}
