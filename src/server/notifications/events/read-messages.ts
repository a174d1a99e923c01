import { personalEvents, type WebhookEvent } from '#contract/webhook-vocabulary.ts'
import { TimeSlice } from '#server/base/time-slice.ts'
import type { Message } from '../message.ts'
import { tellMentioned, tellRequests } from '../people/answers.ts'
import { isTold, type MailPerson } from '../people/mail-person.ts'
import {
  PersonalMessages,
  type PersonalReading,
  tellAssigned,
  tellDisabled,
  tellDue,
  tellExpiring,
} from '../people/messages.ts'
import type { Subscription } from '../subscription.ts'
import { type Requests, readRequests, requestMessages } from './approvals.ts'
import { type Assignments, assignedMessages, readAssignments } from './assigned.ts'
import { type DisabledOwner, disabledOwnerMessages, readDisabledOwners } from './disabled-owners.ts'
import { dueMessages } from './due.ts'
import { type ExpiringIgnore, expiringMessages, readExpiring } from './expiring.ts'
import { findingMessages, type HistoryEvents, type Reading, readHistoryEvents } from './findings.ts'
import { mentionMessages, type NewMention, readMentions } from './mentions.ts'
import { readUnsuccessfulScans, type ScanInMessage, scanMessages } from './scans.ts'
import { readSilentSources, type SilentSource, silenceMessages } from './silent-sources.ts'
import { readStoredEvents } from './stored-events.ts'
import {
  exportMessages,
  type FailedVerdict,
  type ReadyExport,
  readFailedVerdicts,
  readReadyExports,
  verdictMessages,
} from './verdicts-and-exports.ts'

/** To whom messages are addressed. */
export interface Receivers {
  subscriptions: readonly Subscription[]
  people: readonly MailPerson[]
}

/** What happened since the last reading, as far as somebody is told of it. */
interface Facts {
  history: HistoryEvents
  scans: readonly ScanInMessage[]
  mentions: readonly NewMention[]
  silences: readonly SilentSource[]
  verdicts: readonly FailedVerdict[]
  exports: readonly ReadyExport[]
  expiring: readonly ExpiringIgnore[]
  assignments: Assignments | null
  requests: Requests
  disabled: readonly DisabledOwner[]
}

/**
 * The messages of each subscription and person about what happened since the last reading. What they have in common is
 * read once, and nothing that nobody is told of.
 * @param checkedAt when ignores and due dates were last checked; null unless they are checked now.
 */
export async function readMessages(
  reading: Reading,
  { subscriptions, people }: Receivers,
  checkedAt: number | null,
): Promise<{ bySubscription: Map<number, Message[]>; personal: PersonalMessages }> {
  const isWanted = (...events: WebhookEvent[]) =>
    events.some(
      (event) =>
        subscriptions.some((one) => one.events.includes(event)) ||
        people.some((person) => personalEvents.some((one) => one === event && isTold(person, one))),
    )
  const facts = await readFacts(reading, isWanted, checkedAt)
  const bySubscription = new Map<number, Message[]>()
  // Each filter takes as long as a list, and statements alone let no request be answered in between.
  const slice = new TimeSlice()
  for (const subscription of subscriptions) {
    if (slice.isOver) await slice.next()
    bySubscription.set(subscription.webhookId, await messagesOf(reading, subscription, facts, checkedAt))
  }
  const personal = new PersonalMessages()
  await tellPeople({ reading, people, messages: personal }, facts, checkedAt)
  return { bySubscription, personal }
}

async function readFacts(
  reading: Reading,
  isWanted: (...events: WebhookEvent[]) => boolean,
  checkedAt: number | null,
): Promise<Facts> {
  const { view, deploymentId, from, until } = reading
  const stored = isWanted('finding.assigned', 'approval.decided', 'owner.disabled', 'export.ready')
    ? await readStoredEvents(reading)
    : []
  return {
    history: isWanted('finding.reopened', 'finding.triaged')
      ? await readHistoryEvents(reading)
      : { reopened: new Map(), triaged: new Map() },
    scans: isWanted('scan.failed', 'scan.held')
      ? await readUnsuccessfulScans(view.reader, deploymentId, from.newest.scan, until.newest.scan)
      : [],
    mentions: isWanted('finding.mentioned') ? await readMentions(reading) : [],
    silences: isWanted('source.silent') ? await readSilentSources(reading) : [],
    verdicts: isWanted('gate.failed') ? await readFailedVerdicts(reading) : [],
    exports: isWanted('export.ready') ? await readReadyExports(reading, stored) : [],
    expiring: checkedAt !== null && isWanted('ignore.expiring') ? await readExpiring(reading, checkedAt) : [],
    assignments: isWanted('finding.assigned') ? await readAssignments(reading, stored) : null,
    requests: isWanted('approval.requested', 'approval.decided')
      ? await readRequests(reading, stored)
      : { requested: [], decided: [] },
    disabled: isWanted('owner.disabled') ? await readDisabledOwners(reading, stored) : [],
  }
}

async function messagesOf(
  reading: Reading,
  subscription: Subscription,
  facts: Facts,
  checkedAt: number | null,
): Promise<Message[]> {
  return [
    ...(await findingMessages(reading, subscription, facts.history)),
    ...(checkedAt === null ? [] : await dueMessages(reading, subscription, checkedAt)),
    ...(await expiringMessages(reading, subscription, facts.expiring)),
    ...(facts.assignments ? await assignedMessages(reading, subscription, facts.assignments) : []),
    ...(await mentionMessages(reading, subscription, facts.mentions)),
    ...(await requestMessages(reading, subscription, facts.requests)),
    ...(await disabledOwnerMessages(reading, subscription, facts.disabled)),
    ...scanMessages(subscription, facts.scans, reading.origin, reading.now),
    ...silenceMessages(reading, subscription, facts.silences),
    ...verdictMessages(reading, subscription, facts.verdicts),
    ...exportMessages(reading, subscription, facts.exports),
  ]
}

async function tellPeople(to: PersonalReading, facts: Facts, checkedAt: number | null): Promise<void> {
  if (to.people.length === 0) return
  if (facts.assignments) await tellAssigned(to, facts.assignments)
  await tellMentioned(to, facts.mentions)
  await tellRequests(to, facts.requests)
  await tellExpiring(to, facts.expiring)
  if (checkedAt !== null) await tellDue(to, checkedAt)
  await tellDisabled(to, facts.disabled)
}
