import { sql } from 'kysely'
import type { Approval, ApprovalsAnswer } from '#contract/responses/approvals.ts'
import {
  approvalStates,
  findingTypes,
  fromCode,
  ignoreEnds,
  severities,
  triageReasons,
} from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { textOfFinding } from '#server/db/rule-texts.ts'
import { requestedState } from '#server/findings/approval-rules.ts'
import { packageLabel } from '#server/findings/history/triage-detail.ts'
import { formatInstant } from '#server/findings/list/write-finding.ts'
import { badRequest } from '#server/http/errors.ts'
import { ownId } from '#server/http/request/own-id.ts'
import { type Actor, namesOfSamePerson } from './same-person.ts'

interface ApprovalsRequest {
  deploymentId: number
  principal: Actor
  /** Only requests that wait, or only others; undefined for all. */
  waiting: boolean | undefined
  /** The last id of the previous page. */
  cursor: string | undefined
  limit: number
}

const waitingRows = sql`from finding as waiting where waiting.deployment_id = approval.deployment_id
  and waiting.approval_id = approval.id and waiting.approval_state = ${requestedState}`

/**
 * A number for a finding that waits, with its severity. Other findings or severities hardly have the same sum, and not
 * that of the squares as well; the remainder keeps a square within 64 bits.
 */
const waitingKey = sql`((waiting.id * 8 + waiting.severity) % 2147483647)`

/**
 * Requests with what they are about, how many findings in lists wait for each, null if none waits at all, the highest
 * severity of all that wait, and a text that differs with these findings and their severities.
 */
export function describedApprovals(reader: Reader, deploymentId: number) {
  return reader
    .selectFrom('approval')
    .leftJoin('finding', (join) =>
      join
        .onRef('finding.deployment_id', '=', 'approval.deployment_id')
        .onRef('finding.id', '=', 'approval.finding_id'),
    )
    .leftJoin('rule', (join) =>
      join.onRef('rule.deployment_id', '=', 'finding.deployment_id').onRef('rule.id', '=', 'finding.rule_id'),
    )
    .leftJoin('project', (join) =>
      join
        .onRef('project.deployment_id', '=', 'finding.deployment_id')
        .onRef('project.id', '=', 'finding.project_id'),
    )
    .selectAll('approval')
    .select(['finding.id as finding', 'rule.path as rule', 'project.name as project'])
    .select(textOfFinding('title').as('title'))
    .select(['finding.path', 'finding.line', 'finding.package', 'finding.package_version'])
    .select(
      sql<number | null>`(select sum(case when removed = 0 then 1 else 0 end) ${waitingRows})`.as('waiting'),
    )
    .select(sql<number | null>`(select max(waiting.severity) ${waitingRows})`.as('waiting_severity'))
    .select(
      sql<string | null>`(select count(*) || '-' || sum(${waitingKey}) || '-' ||
        sum((${waitingKey}) * (${waitingKey}) % 2147483647) ${waitingRows})`.as('version'),
    )
    .where('approval.deployment_id', '=', deploymentId)
}

type DescribedRow = Awaited<ReturnType<ReturnType<typeof describedApprovals>['execute']>>[number]

/**
 * Returns a page of requests, newest first, with what they are about. The number of statements does not depend on theirs.
 * @throws HttpError 400 for a cursor that is no id.
 * Source: docs/api.md#approvals.
 */
export async function listApprovals(reader: Reader, request: ApprovalsRequest): Promise<ApprovalsAnswer> {
  const { deploymentId, principal, waiting, cursor, limit } = request
  const isWaiting = sql<boolean>`(approval.state = ${requestedState} and exists (select 1 ${waitingRows}))`
  const rows = await describedApprovals(reader, deploymentId)
    .$if(waiting === true, (query) => query.where(isWaiting))
    .$if(waiting === false, (query) => query.where(sql<boolean>`not ${isWaiting}`))
    .orderBy('approval.id', 'desc')
    .$if(Boolean(cursor) && cursor !== '0', (query) => query.where('approval.id', '<', idOf(cursor)))
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  const own = await namesOfSamePerson(reader, deploymentId, principal, [
    ...new Set(shown.map((row) => row.requester)),
  ])
  return {
    approvals: shown.map((row) => describeApproval(row, own)),
    cursor: rows.length > limit ? String(shown.at(-1)?.id ?? '') : '',
  }
}

function idOf(cursor = ''): number {
  const id = ownId(cursor)
  if (id === null) throw badRequest([{ parameter: 'cursor', detail: 'is not a cursor of this list' }])
  return id
}

/** A request by its id. */
export async function readApproval(
  reader: Reader,
  { deploymentId, principal }: Pick<ApprovalsRequest, 'deploymentId' | 'principal'>,
  id: number,
): Promise<Approval> {
  const query = describedApprovals(reader, deploymentId).where('approval.id', '=', id)
  const row = await query.executeTakeFirstOrThrow()
  return describeApproval(row, await namesOfSamePerson(reader, deploymentId, principal, [row.requester]))
}

/**
 * A request as a response object. Source: docs/api.md#approvals.
 * @param own those of the requesters behind which the reader stands.
 */
export function describeApproval(row: DescribedRow, own: ReadonlySet<string>): Approval {
  const waits = row.state === requestedState
  return {
    id: String(row.id),
    state: waits && row.waiting === null ? 'withdrawn' : fromCode(approvalStates, row.state),
    version: (waits ? row.version : null) ?? 'decided',
    issue_type: fromCode(findingTypes, row.type),
    count: waits && row.waiting !== null ? Number(row.waiting) : row.count,
    // Scans may have changed it since: the approver has to know what it is now.
    severity: fromCode(severities, (waits ? row.waiting_severity : null) ?? row.severity),
    finding: findingOf(row),
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
}

/** The first finding of a request; null if it was deleted. */
function findingOf(row: DescribedRow): Approval['finding'] {
  const { finding: id, title, rule, project, path, line } = row
  if (id === null || rule === null || project === null) return null
  return { id, title, rule, project, path, line, package: packageLabel(row.package, row.package_version) }
}
