import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { approvalStates, fromCode, triageReasons } from '#server/db/codes.ts'
import { valuesOf } from '#server/db/sql.ts'
import { requestedState } from '#server/findings/approval-rules.ts'
import { matchingAmong } from '#server/findings/list/matching.ts'
import { type Message, oneLine, plural } from '../message.ts'
import type { Subscription } from '../subscription.ts'
import { maxSingleMessages } from './finding-groups.ts'
import type { Reading } from './findings.ts'
import { type GroupTexts, groupMessage } from './group-message.ts'
import { type StoredEvent, subjectsOf } from './stored-events.ts'

/** A request to ignore findings. */
export interface RequestInMessage {
  id: number
  state: string
  reason: string | null
  requester: string
  count: number
  /** Who approved or declined it. */
  decidedBy: string | null
  at: number
  findings: number[]
}

/** Requests since the last reading, and those with an answer since. */
export interface Requests {
  requested: RequestInMessage[]
  decided: RequestInMessage[]
}

/** Reads the requests to ignore findings that were made or decided since the last reading: two statements. */
export async function readRequests(reading: Reading, stored: readonly StoredEvent[]): Promise<Requests> {
  const { view, deploymentId, from, until } = reading
  const decided = new Set(subjectsOf(stored, 'approval.decided'))
  const isNew = (id: number) => id > from.newest.approval && id <= until.newest.approval
  if (decided.size === 0 && from.newest.approval >= until.newest.approval)
    return { requested: [], decided: [] }
  const rows = await view.reader
    .selectFrom('approval')
    .selectAll()
    .where('deployment_id', '=', deploymentId)
    .where((eb) =>
      eb.or([
        eb.and([eb('id', '>', from.newest.approval), eb('id', '<=', until.newest.approval)]),
        eb('id', 'in', valuesOf(decided)),
      ]),
    )
    .orderBy('id')
    .execute()
  const findings = await readFindingsOf(
    reading,
    rows.map(({ id }) => id),
  )
  const requests = rows.map((row) => ({
    id: row.id,
    state: fromCode(approvalStates, row.state),
    reason: fromCode(triageReasons, row.reason),
    requester: row.requester,
    count: row.count,
    decidedBy: row.decided_by,
    at: row.decided_at ?? row.requested_at,
    findings: [...new Set([row.finding_id, ...(findings.get(row.id) ?? []).map(({ id }) => id)])],
  }))
  return {
    requested: requests
      .filter(({ id }) => isNew(id))
      .flatMap((one) => stillWaiting(one, findings.get(one.id))),
    // Undo may have opened it again.
    decided: requests.filter(({ id, state }) => decided.has(id) && state !== 'requested'),
  }
}

interface RequestedFinding {
  id: number
  approval_state: number | null
  removed: number
}

/** A request with the findings that wait for it; none if it was decided or withdrawn within the same seconds. */
function stillWaiting(
  request: RequestInMessage,
  findings: readonly RequestedFinding[] = [],
): RequestInMessage[] {
  const waiting = findings.filter((one) => one.approval_state === requestedState)
  const count = waiting.filter(({ removed }) => removed === 0).length
  if (request.state !== 'requested' || count === 0) return []
  return [{ ...request, count, findings: waiting.map(({ id }) => id) }]
}

async function readFindingsOf({ view, deploymentId }: Reading, ids: readonly number[]) {
  const rows = await view.reader
    .selectFrom('finding')
    .select(['id', 'approval_id', 'approval_state', 'removed'])
    .where('deployment_id', '=', deploymentId)
    .where('approval_id', 'in', valuesOf(ids))
    .execute()
  return Map.groupBy(rows, (row) => row.approval_id)
}

/** The page of the requests that wait, or of the others. */
const listOf = ({ publicUrl, slug }: Reading['origin'], isDecided: boolean) =>
  `${publicUrl}${settingsPaths.approvals(slug)}${isDecided ? '?decided=true' : ''}`

/** How a request or its answer is told; never with its note. @param own whether to whoever made it. */
export function requestTexts(
  origin: Reading['origin'],
  { state, reason, requester, count, decidedBy, at }: RequestInMessage,
  own = false,
): GroupTexts {
  const isDecided = state !== 'requested'
  const by = (isDecided ? decidedBy : null) ?? requester
  const what = `ignore ${plural(count, 'finding')}`
  const whose = own ? 'your request' : `the request of ${oneLine(requester)}`
  return {
    event: isDecided ? 'approval.decided' : 'approval.requested',
    title: () =>
      isDecided ? `${oneLine(by)} ${state} ${whose} to ${what}` : `${oneLine(by)} asks to ${what}`,
    list: listOf(origin, isDecided),
    more: {
      by,
      count,
      ...(reason === null ? {} : { reason }),
      ...(isDecided ? { decision: state, requested_by: requester } : {}),
    },
    at,
  }
}

/** The messages of a subscription about requests with findings that it selects. */
export async function requestMessages(
  reading: Reading,
  subscription: Subscription,
  { requested, decided }: Requests,
): Promise<Message[]> {
  const wanted = [
    ...(subscription.events.includes('approval.requested') ? [requested] : []),
    ...(subscription.events.includes('approval.decided') ? [decided] : []),
  ]
  const set = { ...subscription.filter, rule_disabled: false, status: undefined }
  const messages: Message[] = []
  for (const requests of wanted) {
    const ids = requests.flatMap(({ findings }) => findings)
    const isMatching = new Set(await matchingAmong(reading.view, reading.deploymentId, set, ids))
    const own = requests.filter(({ findings }) => findings.some((id) => isMatching.has(id)))
    if (own.length > maxSingleMessages) messages.push(summaryOf(reading, own))
    else
      for (const request of own) {
        const told = request.findings.filter((id) => isMatching.has(id))
        messages.push(...(await groupMessage(reading, told, requestTexts(reading.origin, request))))
      }
  }
  return messages
}

/** One message for many requests, all made or all decided. */
export function summaryOf({ origin, now }: Reading, requests: readonly RequestInMessage[]): Message {
  const isDecided = requests[0]?.state !== 'requested'
  const what = plural(requests.length, 'request')
  return {
    event: isDecided ? 'approval.decided' : 'approval.requested',
    at: now,
    data: {
      deployment: { slug: origin.slug, name: origin.name },
      title: isDecided ? `${what} to ignore findings were answered` : `${what} to ignore findings wait`,
      url: listOf(origin, isDecided),
      count: requests.length,
      summary: true,
    },
  }
}
