import type { WebhookEvent } from '#contract/webhook-vocabulary.ts'
import { type PageType, paths } from '#lib/urls/paths.ts'
import { fromCode, triageReasons, triageStates } from '#server/db/codes.ts'
import { valuesOf } from '#server/db/sql.ts'
import { firstOfFlaws, matchingAmong } from '#server/findings/list/matching.ts'
import type { FindingsSnapshot } from '#server/findings/snapshot.ts'
import { type FindingInMessage, type Message, type MessageData, oneLine, plural } from '../message.ts'
import type { Position } from '../position.ts'
import type { Subscription } from '../subscription.ts'
import {
  type FindingGroup,
  groupFindings,
  listedIds,
  maxSingleMessages,
  mergeGroups,
  readFindingsInMessages,
  severitiesText,
} from './finding-groups.ts'
import type { Origin } from './origin.ts'
import { readScans, type ScanInMessage, scanData, shortRef } from './scans.ts'

/** The most messages about single findings of one reading; more become one summary. */
const maxMessages = 200
/** The statuses of findings that are not ignored or fixed. */
export const unresolved = ['open', 'reviewing', 'fixing'] as const
const eventsPerRead = 5000

/** The snapshot of a reading, and what it is of. */
export interface Reading {
  view: FindingsSnapshot
  deploymentId: number
  from: Position
  until: Position
  origin: Origin
  now: number
}

/** Findings of one event, before their texts are read. */
interface Draft {
  event: WebhookEvent
  group: FindingGroup
  isSummary: boolean
}

/** Events of histories since the last reading, by finding: the scan or change that each is of. */
export interface HistoryEvents {
  reopened: Map<number, number>
  triaged: Map<number, number>
}

const actorOfService = 'Gatehouse'

/** Reads the histories that grew since the last reading: one statement for each 5,000 events. */
export async function readHistoryEvents({
  view,
  deploymentId,
  from,
  until,
}: Reading): Promise<HistoryEvents> {
  const events: HistoryEvents = { reopened: new Map(), triaged: new Map() }
  let after = from.newest.finding_event
  while (after < until.newest.finding_event) {
    const rows = await view.reader
      .selectFrom('finding_event')
      .select(['id', 'finding_id', 'kind', 'actor', 'to_state', 'scan_id', 'change_id'])
      .where('deployment_id', '=', deploymentId)
      .where('id', '>', after)
      .where('id', '<=', until.newest.finding_event)
      .where('kind', 'in', ['reappeared', 'triaged'])
      .orderBy('id')
      .limit(eventsPerRead)
      .execute()
    for (const row of rows) {
      if (row.kind === 'reappeared') events.reopened.set(row.finding_id, row.scan_id ?? 0)
      else if (row.actor === actorOfService && row.to_state === 'reopened')
        events.reopened.set(row.finding_id, 0)
      else if (row.change_id !== null) events.triaged.set(row.finding_id, row.change_id)
    }
    after = rows.length < eventsPerRead ? until.newest.finding_event : (rows.at(-1)?.id ?? 0)
  }
  return events
}

/** The messages of a subscription about findings. Source: docs/notifications.md#events. */
export async function findingMessages(
  reading: Reading,
  subscription: Subscription,
  history: HistoryEvents,
): Promise<Message[]> {
  const { view, deploymentId, origin } = reading
  const drafts = [
    ...(await newFindings(reading, subscription)),
    ...(await reopenedFindings(reading, subscription, history)),
    ...(await triagedFindings(reading, subscription, history)),
  ]
  if (drafts.length === 0) return []
  const scans = await readScans(
    view.reader,
    deploymentId,
    drafts.flatMap(({ event, group }) => (event === 'finding.triaged' ? [] : group.key)),
  )
  const limited = summarize(drafts, scans)
  const ids = limited.flatMap(({ group, isSummary }) => (isSummary ? listedIds(group) : group.ids))
  const findings = await readFindingsInMessages(view.reader, deploymentId, ids, origin)
  const changes = await readChanges(reading, limited)
  return limited.flatMap((draft) => messagesOf(draft, { reading, subscription, scans, findings, changes }))
}

const withoutDisabled = ({ filter }: Subscription) => ({ ...filter, rule_disabled: false })

async function newFindings(reading: Reading, subscription: Subscription): Promise<Draft[]> {
  const { view, deploymentId, from } = reading
  if (!subscription.events.includes('finding.new')) return []
  const set = { status: [...unresolved], ...withoutDisabled(subscription) }
  const ids = await firstOfFlaws(view, deploymentId, set, from.newest.finding)
  const groups = await groupFindings(view.reader, deploymentId, ids, (row) => row.first_seen_scan_id)
  return groups.map((group) => ({ event: 'finding.new', group, isSummary: false }))
}

async function reopenedFindings(
  { view, deploymentId }: Reading,
  subscription: Subscription,
  { reopened }: HistoryEvents,
): Promise<Draft[]> {
  if (!subscription.events.includes('finding.reopened') || reopened.size === 0) return []
  const set = { status: [...unresolved], ...withoutDisabled(subscription) }
  const ids = await matchingAmong(view, deploymentId, set, [...reopened.keys()])
  const groups = await groupFindings(view.reader, deploymentId, ids, ({ id }) => reopened.get(id) ?? 0)
  return groups.map((group) => ({ event: 'finding.reopened', group, isSummary: false }))
}

/** Decisions match whatever status they led to, and each is one message. */
async function triagedFindings(
  { view, deploymentId }: Reading,
  subscription: Subscription,
  { triaged }: HistoryEvents,
): Promise<Draft[]> {
  if (!subscription.events.includes('finding.triaged') || triaged.size === 0) return []
  const set = { ...withoutDisabled(subscription), status: undefined }
  const ids = await matchingAmong(view, deploymentId, set, [...triaged.keys()])
  const groups = await groupFindings(view.reader, deploymentId, ids, ({ id }) => triaged.get(id) ?? 0)
  return groups.map((group) => ({ event: 'finding.triaged', group, isSummary: group.count > 1 }))
}

/**
 * Summarizes what a first scan found, more than 50 events of a scan, new and reopened together, and everything if it is too
 * much.
 */
function summarize(drafts: readonly Draft[], scans: ReadonlyMap<number, ScanInMessage>): Draft[] {
  const isOfScan = ({ event }: Draft) => event !== 'finding.triaged'
  const countByScan = new Map<number, number>()
  for (const { group } of drafts.filter(isOfScan))
    countByScan.set(group.key, (countByScan.get(group.key) ?? 0) + group.count)
  const limited = drafts.map((draft) => {
    const { event, group } = draft
    const isFirst = event === 'finding.new' && scans.get(group.key)?.isFirst !== false
    const count = isOfScan(draft) ? (countByScan.get(group.key) ?? 0) : group.count
    return { ...draft, isSummary: draft.isSummary || isFirst || count > maxSingleMessages }
  })
  const messages = limited.reduce((sum, { isSummary, group }) => sum + (isSummary ? 1 : group.count), 0)
  if (messages <= maxMessages) return limited
  return [...Map.groupBy(drafts, ({ event }) => event)].map(([event, own]) => ({
    event,
    group: mergeGroups(own.map(({ group }) => group)),
    isSummary: true,
  }))
}

interface Change {
  actor: string
  state: string
  reason: string | null
}

async function readChanges(
  { view, deploymentId }: Reading,
  drafts: readonly Draft[],
): Promise<Map<number, Change>> {
  const ids = drafts.flatMap(({ event, group }) => (event === 'finding.triaged' ? group.key : []))
  if (ids.length === 0) return new Map()
  const rows = await view.reader
    .selectFrom('triage_change')
    .select(['id', 'actor', 'to_state', 'reason'])
    .where('deployment_id', '=', deploymentId)
    .where('id', 'in', valuesOf(ids))
    .execute()
  return new Map(
    rows.map(({ id, actor, to_state: state, reason }) => [
      id,
      { actor, state: fromCode(triageStates, state) ?? 'changed', reason: fromCode(triageReasons, reason) },
    ]),
  )
}

interface Texts {
  reading: Reading
  subscription: Subscription
  scans: ReadonlyMap<number, ScanInMessage>
  findings: ReadonlyMap<number, FindingInMessage>
  changes: ReadonlyMap<number, Change>
}

function messagesOf({ event, group, isSummary }: Draft, texts: Texts): Message[] {
  const { reading, scans, findings, changes } = texts
  const { origin, now } = reading
  const scan = event === 'finding.triaged' ? undefined : scans.get(group.key)
  const change = event === 'finding.triaged' ? changes.get(group.key) : undefined
  const common = {
    deployment: { slug: origin.slug, name: origin.name },
    ...(scan ? scanData(scan, origin) : {}),
    ...(change
      ? {
          by: change.actor,
          triage_state: change.state,
          ...(change.reason === null ? {} : { reason: change.reason }),
        }
      : {}),
  }
  const at = scan?.at ?? now
  const of = (ids: readonly number[]) => ids.flatMap((id) => findings.get(id) ?? [])
  if (!isSummary) {
    return of(group.ids).map((finding) => ({
      event,
      at,
      data: {
        ...common,
        title: singleTitle(event, finding, change),
        url: finding.url,
        count: 1,
        summary: false,
        severities: { [finding.severity]: 1 },
        findings: [finding],
      },
    }))
  }
  const listed = of(listedIds(group))
  const data: MessageData = {
    ...common,
    title: summaryTitle(event, group, { scan, change }),
    url: scan ? scanData(scan, origin).scan.url : listUrl(texts, listed),
    count: group.count,
    summary: group.count > listed.length,
    severities: group.severities,
    findings: listed,
  }
  return [{ event, at, data }]
}

function singleTitle(event: WebhookEvent, finding: FindingInMessage, change: Change | undefined): string {
  const what = `${finding.title} in ${oneLine(finding.project)}`
  if (change) return `${oneLine(change.actor)} set ${what} to ${change.state}`
  return `${event === 'finding.new' ? 'New' : 'Reopened'} ${finding.severity} finding: ${what}`
}

function summaryTitle(
  event: WebhookEvent,
  group: FindingGroup,
  { scan, change }: { scan: ScanInMessage | undefined; change: Change | undefined },
): string {
  const counts = severitiesText(group.severities)
  if (change)
    return `${oneLine(change.actor)} set ${plural(group.count, 'finding')} to ${change.state}: ${counts}`
  const place = scan ? ` in ${oneLine(scan.place.project)} (${oneLine(shortRef(scan.place.ref.name))})` : ''
  const adjective = event === 'finding.new' ? 'new' : 'reopened'
  return `${plural(group.count, `${adjective} finding`)}${place}: ${counts}`
}

/** The list with the filter of the subscription, of the type of the first finding. */
function listUrl({ reading, subscription }: Texts, findings: readonly FindingInMessage[]): string {
  const type = findings[0]?.issue_type ?? 'sast'
  const search = new URLSearchParams(subscription.query)
  search.delete('issue_type')
  // parse: the types of pages are those of findings.
  return `${reading.origin.publicUrl}${paths.findings(reading.origin.slug, type as PageType, search)}`
}
