import { severities, toCode, triageStates } from '#server/db/codes.ts'
import { severityEventKind } from '#server/findings/history/status-history.ts'
import { packageLabel } from '#server/findings/history/triage-detail.ts'
import { people } from '../organisation/people.ts'
import { notes } from '../organisation/texts.ts'
import type { Random } from '../random.ts'
import { endOf, type RecordedDecision } from './decisions.ts'
import type { Extras } from './extras.ts'
import type { Fingerprint, OnDecided, RowContext } from './fingerprint.ts'
import type { Instance } from './lifecycle.ts'
import type { DemoRow, RowOf } from './rows.ts'

const ticketActor = (random: Random): string => random.pick(people).name

type Event = Omit<RowOf<'finding_event'>, 'id' | 'deployment_id' | 'finding_id'>

const noEvent = {
  actor: null,
  from_state: null,
  to_state: null,
  reason: null,
  ignore_ends: null,
  note: null,
  scan_id: null,
  change_id: null,
}

/** The history of a finding, oldest first, and how it stood before each decision. */
export function* eventRows(
  ids: { id: number; flawId: number },
  fingerprint: Fingerprint,
  instance: Instance,
  extras: Extras,
  context: RowContext,
  decided: OnDecided,
): Generator<DemoRow> {
  const { events: decisions, items } = decisionRows(ids, fingerprint, instance, context, decided)
  const events = [
    ...scanEvents(instance),
    ...severityEvents(ids.id, fingerprint, instance),
    ...decisions,
    ...otherEvents(fingerprint, instance, extras, context.random),
  ].sort((left, right) => left.at - right.at)
  for (const event of events) {
    yield {
      table: 'finding_event',
      row: {
        id: context.ids.next('finding_event'),
        deployment_id: context.deploymentId,
        finding_id: ids.id,
        ...event,
      },
    }
  }
  yield* items
}

/** What scans did to it. */
function scanEvents(instance: Instance): Event[] {
  const events: Event[] = []
  const scanned = (kind: string, scan: Instance['fixedBy'], from: string, to: string) => {
    if (scan)
      events.push({
        ...noEvent,
        kind,
        at: scan.completedAt,
        from_state: from,
        to_state: to,
        scan_id: scan.id,
      })
  }
  if (instance.state === 'muted') scanned('muted', instance.first, 'unresolved', 'muted')
  scanned('fixed', instance.fixedBefore, 'unresolved', 'fixed')
  scanned('reappeared', instance.cameBack, 'fixed', 'unresolved')
  scanned('fixed', instance.fixedBy, 'unresolved', 'fixed')
  if (instance.state === 'removed') scanned('removed', instance.last, 'unresolved', 'removed')
  return events
}

const findingsPerSeverityChange = 8

/** That the newest scan reported another severity than those before it. No random choice, which would change the others. */
function severityEvents(id: number, { content }: Fingerprint, { first, last, state }: Instance): Event[] {
  if (id % findingsPerSeverityChange > 0 || state !== 'unresolved' || first === last) return []
  const to = content.rule.severity
  const now = toCode(severities, to)
  const before = now === 0 || id % (3 * findingsPerSeverityChange) === 0 ? now + 1 : now - 1
  const from = severities[before] ?? 'high'
  return [
    {
      ...noEvent,
      ...{ kind: severityEventKind, at: last.completedAt, from_state: from, to_state: to },
      scan_id: last.id,
    },
  ]
}

/** What people decided of it, or of its flaw before it was there; `decided` is told of the former. */
function decisionRows(
  { id, flawId }: { id: number; flawId: number },
  { triage, earlier, content: { rule, columns }, instances }: Fingerprint,
  instance: Instance,
  context: RowContext,
  decided: OnDecided,
): { events: Event[]; items: DemoRow[] } {
  const named = {
    id,
    title: rule.title,
    rule: rule.path,
    project: context.plan.name,
    package: packageLabel(columns.package, columns.package_version),
  }
  const events: Event[] = []
  const items: DemoRow[] = []
  for (const decision of [earlier, triage]) {
    if (!decision) continue
    const there = instance.first.completedAt <= decision.at
    if (there) {
      const before = decision === triage && earlier ? earlier.state : 'untriaged'
      events.push(triagedEvent(decision, before))
      decided(decision.changeId, { ...named, flawId, type: rule.type, from: before })
      items.push(changeItem(context.deploymentId, id, decision, before))
    } else if (decision.state === 'ignored') {
      const from = instances.find((other) => other.first.completedAt <= decision.at)
      events.push({
        ...noEvent,
        kind: 'inherited',
        at: instance.first.completedAt,
        actor: decision.by.name,
        from_state: 'untriaged',
        to_state: 'ignored',
        reason: decision.reason,
        ignore_ends: endOf(decision.reason),
        note: from?.ref.name ?? null,
        scan_id: instance.first.id,
      })
    }
  }
  return { events, items }
}

const triagedEvent = (decision: RecordedDecision, before: string): Event => ({
  ...noEvent,
  kind: 'triaged',
  at: decision.at,
  actor: decision.by.name,
  from_state: before,
  to_state: decision.state,
  reason: decision.reason,
  note: decision.note,
  ignore_ends: endOf(decision.reason),
  change_id: decision.changeId,
})

const changeItem = (
  deploymentId: number,
  findingId: number,
  { changeId }: RecordedDecision,
  before: (typeof triageStates)[number],
): DemoRow => ({
  table: 'triage_change_item',
  row: {
    deployment_id: deploymentId,
    change_id: changeId,
    finding_id: findingId,
    triage_state: toCode(triageStates, before),
    triage_reason: null,
    triage_comment: null,
    triaged_at: null,
    triaged_by: null,
    triage_change_id: null,
  },
})

/** That it came back after a decision, a ticket and a comment. */
function otherEvents(
  { triage, earlier, reopened }: Fingerprint,
  instance: Instance,
  extras: Extras,
  random: Random,
): Event[] {
  const events: Event[] = []
  if (reopened && instance.cameBack) {
    events.push({
      ...noEvent,
      kind: 'triaged',
      at: instance.cameBack.completedAt,
      from_state: earlier?.state ?? 'fixing',
      to_state: 'reopened',
      scan_id: instance.cameBack.id,
    })
  }
  if (extras.hasTicket) {
    events.push({
      ...noEvent,
      kind: 'ticket',
      at: Math.max(extras.ticketAt, instance.first.completedAt),
      actor: ticketActor(random),
      note: extras.document.external_ticket?.externalSlug ?? null,
    })
  }
  if (!triage && !reopened && instance.ref.primary && random.chance(0.03)) {
    events.push({
      ...noEvent,
      kind: 'noted',
      at: (instance.cameBack ?? instance.first).completedAt + 3_600_000,
      actor: ticketActor(random),
      note: notes.comment,
    })
  }
  return events
}
