import { type RawBuilder, sql } from 'kysely'
import { timeCursorForm } from '#contract/parameters/cursor.ts'
import type { AuditFinding } from '#contract/responses/deployments.ts'
import { findingTypes, fromCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { textOfFinding } from '#server/db/rule-texts.ts'
import { parseStored } from '#server/db/stored-json.ts'
import { assertHistoryKept } from '#server/findings/history/history-start.ts'
import { packageLabel } from '#server/findings/history/triage-detail.ts'
import { badRequest, notFound } from '#server/http/errors.ts'
import { ownId } from '#server/http/request/own-id.ts'

interface EventFindingsRequest {
  deploymentId: number
  /** As in the URL. */
  eventId: string
  cursor?: string | undefined
  limit?: number | undefined
}

interface Row extends Omit<AuditFinding, 'issue_type' | 'package'> {
  type: number
  package: string | null
  package_version: string | null
  change_id: number
}

const defaultLimit = 100

/**
 * Returns one page of the findings that a triage event changed, each with its state before and after from its history.
 * At most three statements for any number.
 * @throws HttpError 400 for a cursor that cannot be read, 404 for an unknown event.
 * Source: docs/api.md#deployments-tokens-and-people.
 */
export async function findingsOfEvent(
  reader: Reader,
  request: EventFindingsRequest,
): Promise<{ findings: AuditFinding[]; cursor: string }> {
  const limit = request.limit ?? defaultLimit
  const after = afterOf(request.cursor)
  const lines = await findingsOfChange(reader, request)
  if (lines === null) return { findings: [], cursor: '' }
  const { rows } = await sql<Row>`
    select finding.id, finding.type, ${textOfFinding('title')} as title, rule.path as rule, project.name as project, ref.name as ref,
      finding.path, finding.line, finding.package, finding.package_version,
      line.from_state as "from", line.to_state as "to", line.reason, line.note, line.change_id
    from ${lines} as line
    join finding on finding.deployment_id = ${request.deploymentId} and finding.id = line.finding_id
    join rule on rule.deployment_id = finding.deployment_id and rule.id = finding.rule_id
    join project on project.deployment_id = finding.deployment_id and project.id = finding.project_id
    join ref on ref.deployment_id = finding.deployment_id and ref.id = finding.ref_id
    where finding.removed = 0 and (line.change_id, line.finding_id) > (${after.change}, ${after.finding})
    order by line.change_id, line.finding_id limit ${limit + 1}`.execute(reader)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    findings: page.map(({ change_id: _, type, package: name, package_version: version, ...row }) => ({
      ...row,
      issue_type: fromCode(findingTypes, type),
      package: packageLabel(name, version),
    })),
    cursor: last && rows.length > limit ? `${last.change_id}.${last.id}` : '',
  }
}

/** The kinds of history events of triage, and of undoing triage. */
const eventKinds = { triaged: ['triaged', 'noted'], undone: ['undone'] } as const

/** The history events of an audit event, as a subquery; null if it is not about triage. */
async function findingsOfChange(
  reader: Reader,
  { deploymentId, eventId }: EventFindingsRequest,
): Promise<RawBuilder<unknown> | null> {
  const event = await reader
    .selectFrom('audit_event')
    .select(['at', 'actor', 'action', 'target', 'detail_json'])
    .where('id', '=', ownId(eventId) ?? -1)
    .where('deployment_id', '=', deploymentId)
    .executeTakeFirst()
  if (!event) throw notFound('event')
  const { action, target, actor } = event
  if (!/^(findings|job|approval)\./.test(action)) return null
  await assertHistoryKept(reader, deploymentId, event.at)
  // parse: written by us; the fields that are used are checked.
  const { scanId, to, reason } = parseStored<Record<string, unknown>>(event.detail_json ?? '{}')
  if (action === 'findings.triaged' && typeof scanId === 'number') {
    const state = typeof to === 'string' ? to : 'untriaged'
    return sql`(select finding_id, from_state, to_state, reason, note, 0 as change_id from finding_event
      where deployment_id = ${deploymentId} and scan_id = ${scanId} and kind in (${sql.join(eventKinds.triaged)}) and actor = ${actor}
        and to_state = ${state} and reason is not distinct from ${typeof reason === 'string' ? reason : null})`
  }
  const id = ownId(target ?? '')
  if (id === null) return null
  const ofRequest = eventKindOfRequest.get(action)
  if (ofRequest !== undefined) return findingsOfRequest(deploymentId, id, { kind: ofRequest, at: event.at })
  if (action === 'findings.triaged') return findingsOfChanges(deploymentId, sql`= ${id}`, 'triaged')
  if (action === 'findings.triage_undone') return findingsOfChanges(deploymentId, sql`= ${id}`, 'undone')
  if (!action.startsWith('job.')) return null
  const { undoes = null } =
    (await reader
      .selectFrom('job')
      .select('undoes')
      .where('deployment_id', '=', deploymentId)
      .where('id', '=', id)
      .executeTakeFirst()) ?? {}
  const isUndoing = undoes !== null || action === 'job.undone'
  const batches = sql`in (select id from triage_change where deployment_id = ${deploymentId} and job_id = ${undoes ?? id})`
  return findingsOfChanges(deploymentId, batches, isUndoing ? 'undone' : 'triaged')
}

/** The kinds of history events of requests to ignore findings. */
const eventKindOfRequest: ReadonlyMap<string, string> = new Map([
  ['approval.requested', 'ignore_requested'],
  ['approval.approved', 'ignore_approved'],
  ['approval.declined', 'ignore_declined'],
])

/** The findings of a request: those of its changes, and those of a request by a file, which is no change. */
function findingsOfRequest(
  deploymentId: number,
  approvalId: number,
  { kind, at }: { kind: string; at: number },
): RawBuilder<unknown> {
  const changes = sql`select id from triage_change where deployment_id = ${deploymentId} and approval_id = ${approvalId}`
  return sql`(select line.finding_id, line.from_state, line.to_state, line.reason, line.note, 0 as change_id
    from finding_event as line
    where line.deployment_id = ${deploymentId} and line.kind = ${kind}
      and line.finding_id in (
        select finding_id from triage_change_item where deployment_id = ${deploymentId} and change_id in (${changes})
        union select id from finding where deployment_id = ${deploymentId} and approval_id = ${approvalId})
      and (line.change_id in (${changes}) or line.change_id is null and line.at = ${at}))`
}

function findingsOfChanges(
  deploymentId: number,
  changes: RawBuilder<unknown>,
  what: keyof typeof eventKinds,
): RawBuilder<unknown> {
  return sql`(select item.finding_id, line.from_state, line.to_state, line.reason, line.note, item.change_id
    from triage_change_item as item
    join finding_event as line on line.deployment_id = item.deployment_id
      and line.finding_id = item.finding_id and line.change_id = item.change_id
    where item.deployment_id = ${deploymentId} and item.change_id ${changes} and line.kind in (${sql.join(eventKinds[what])}))`
}

function afterOf(cursor = ''): { change: number; finding: number } {
  const match = timeCursorForm.exec(cursor)
  if (!match) {
    throw badRequest([{ parameter: 'cursor', detail: 'is not a cursor from a response' }])
  }
  const [, change = -1, finding = 0] = match
  return { change: Number(change), finding: Number(finding) }
}
