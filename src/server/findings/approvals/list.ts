import { type Selectable, sql } from 'kysely'
import type { Approval, ApprovalsAnswer } from '#contract/responses/approvals.ts'
import type { ApprovalTable } from '#server/db/approval-tables.ts'
import {
  approvalStates,
  findingTypes,
  fromCode,
  ignoreEnds,
  severities,
  triageReasons,
} from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import { badRequest } from '#server/http/errors.ts'
import type { Principal } from '#server/http/principal.ts'
import { ownId } from '#server/http/request/own-id.ts'
import { formatInstant } from '../list/write-finding.ts'
import { packageLabel } from '../triage/triage-detail.ts'
import { requestedState } from './rules.ts'
import { namesOfSamePerson } from './same-person.ts'

interface ApprovalsRequest {
  deploymentId: number
  principal: Pick<Principal, 'name' | 'personId'>
  /** Only requests that wait, or only others; undefined for all. */
  waiting: boolean | undefined
  /** The last id of the previous page. */
  cursor: string | undefined
  limit: number
}

const waitingRows = sql`from finding where finding.deployment_id = approval.deployment_id
  and finding.approval_id = approval.id and finding.approval_state = ${requestedState}`

/**
 * Returns a page of requests, newest first, with what they are about. The number of statements does not depend on theirs.
 * @throws HttpError 400 for a cursor that is no id.
 * Source: docs/api.md#approvals.
 */
export async function listApprovals(reader: Reader, request: ApprovalsRequest): Promise<ApprovalsAnswer> {
  const { deploymentId, waiting, cursor, limit } = request
  const isWaiting = sql<boolean>`(approval.state = ${requestedState} and exists (select 1 ${waitingRows}))`
  const rows = await reader
    .selectFrom('approval')
    .selectAll()
    .where('deployment_id', '=', deploymentId)
    .$if(waiting === true, (query) => query.where(isWaiting))
    .$if(waiting === false, (query) => query.where(sql<boolean>`not ${isWaiting}`))
    .orderBy('id', 'desc')
    .$if(Boolean(cursor) && cursor !== '0', (query) => query.where('id', '<', idOf(cursor)))
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  return {
    approvals: await describeApprovals(reader, request, shown),
    cursor: rows.length > limit ? String(shown.at(-1)?.id ?? '') : '',
  }
}

function idOf(cursor = ''): number {
  const id = ownId(cursor)
  if (id === null) throw badRequest([{ parameter: 'cursor', detail: 'is not a cursor of this list' }])
  return id
}

/** Requests as response objects. Source: docs/api.md#approvals. */
export async function describeApprovals(
  reader: Reader,
  { deploymentId, principal }: Pick<ApprovalsRequest, 'deploymentId' | 'principal'>,
  rows: readonly Selectable<ApprovalTable>[],
): Promise<Approval[]> {
  const findings = await readFindings(
    reader,
    deploymentId,
    rows.map((row) => row.finding_id),
  )
  const waiting = await countWaiting(
    reader,
    deploymentId,
    rows.filter((row) => row.state === requestedState).map(({ id }) => id),
  )
  const own = await namesOfSamePerson(reader, principal, [...new Set(rows.map((row) => row.requester))])
  return rows.map((row) => {
    const left = waiting.get(row.id)
    const isWithdrawn = row.state === requestedState && left === undefined
    return {
      id: String(row.id),
      state: isWithdrawn ? 'withdrawn' : fromCode(approvalStates, row.state),
      issue_type: fromCode(findingTypes, row.type),
      count: left?.count ?? row.count,
      // Scans may have changed it since: the approver has to know what it is now.
      severity: fromCode(severities, left?.severity ?? row.severity),
      finding: findings.get(row.finding_id) ?? null,
      reason: fromCode(triageReasons, row.reason),
      note: row.note,
      ignored_until: row.ignored_until === null ? null : formatInstant(row.ignored_until),
      ignore_ends: fromCode(ignoreEnds, row.ignore_ends),
      requested_by: row.requester,
      requested_at: formatInstant(row.requested_at),
      own: own.has(row.requester),
      decided_by: row.decided_by,
      decided_at: row.decided_at === null ? null : formatInstant(row.decided_at),
      decision_note: row.decision_note,
    }
  })
}

/**
 * How many findings in lists wait for each request, 0 of a request for findings of a merge queue alone, and the highest
 * severity of all that wait.
 */
async function countWaiting(
  reader: Reader,
  deploymentId: number,
  ids: readonly number[],
): Promise<Map<number, { count: number; severity: number }>> {
  const rows = await reader
    .selectFrom('finding')
    .select('approval_id')
    .select(sql<number>`sum(case when removed = 0 then 1 else 0 end)`.as('count'))
    .select((eb) => eb.fn.max('severity').as('severity'))
    .where('deployment_id', '=', deploymentId)
    .where('approval_id', 'in', valuesOf(ids))
    .where('approval_state', '=', requestedState)
    .groupBy('approval_id')
    .execute()
  return new Map(
    rows.map((row) => [row.approval_id ?? 0, { count: Number(row.count), severity: Number(row.severity) }]),
  )
}

async function readFindings(
  reader: Reader,
  deploymentId: number,
  ids: readonly number[],
): Promise<Map<number, NonNullable<Approval['finding']>>> {
  const rows = await reader
    .selectFrom('finding')
    .innerJoin('rule', (join) =>
      join.onRef('rule.deployment_id', '=', 'finding.deployment_id').onRef('rule.id', '=', 'finding.rule_id'),
    )
    .innerJoin('project', (join) =>
      join
        .onRef('project.deployment_id', '=', 'finding.deployment_id')
        .onRef('project.id', '=', 'finding.project_id'),
    )
    .select(['finding.id', 'rule.title', 'rule.path as rule', 'project.name as project'])
    .select(['finding.path', 'finding.line', 'finding.package', 'finding.package_version'])
    .where('finding.deployment_id', '=', deploymentId)
    .where('finding.id', 'in', valuesOf(ids))
    .execute()
  return new Map(
    rows.map(({ package: name, package_version: version, ...row }) => [
      row.id,
      { ...row, package: packageLabel(name, version) },
    ]),
  )
}
