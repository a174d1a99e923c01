import type { WebhookEvent } from '#contract/webhook-vocabulary.ts'
import type { Message } from '../message.ts'
import type { Subscription } from '../subscription.ts'
import { readRequests, requestMessages } from './approvals.ts'
import { assignedMessages, readAssignments } from './assigned.ts'
import { disabledOwnerMessages, readDisabledOwners } from './disabled-owners.ts'
import { dueMessages } from './due.ts'
import { expiringMessages, readExpiring } from './expiring.ts'
import { findingMessages, type Reading, readHistoryEvents } from './findings.ts'
import { mentionMessages, readMentions } from './mentions.ts'
import { readUnsuccessfulScans, scanMessages } from './scans.ts'
import { readSilentSources, silenceMessages } from './silent-sources.ts'
import { readStoredEvents } from './stored-events.ts'
import {
  exportMessages,
  readFailedVerdicts,
  readReadyExports,
  verdictMessages,
} from './verdicts-and-exports.ts'

/**
 * The messages of each subscription about what happened since the last reading. What they have in common is read once,
 * and nothing that nobody subscribes to.
 * @param checkedAt when ignores and due dates were last checked; null unless they are checked now.
 */
export async function readMessages(
  reading: Reading,
  subscriptions: readonly Subscription[],
  checkedAt: number | null,
): Promise<Map<number, Message[]>> {
  const { view, deploymentId, from, until, origin, now } = reading
  const isWanted = (...events: WebhookEvent[]) =>
    subscriptions.some((one) => events.some((event) => one.events.includes(event)))
  const history = isWanted('finding.reopened', 'finding.triaged')
    ? await readHistoryEvents(reading)
    : { reopened: new Map<number, number>(), triaged: new Map<number, number>() }
  const scans = isWanted('scan.failed', 'scan.held')
    ? await readUnsuccessfulScans(view.reader, deploymentId, from.newest.scan, until.newest.scan)
    : []
  const mentions = isWanted('finding.mentioned') ? await readMentions(reading) : []
  const silences = isWanted('source.silent') ? await readSilentSources(reading) : []
  const verdicts = isWanted('gate.failed') ? await readFailedVerdicts(reading) : []
  const expiring =
    checkedAt !== null && isWanted('ignore.expiring') ? await readExpiring(reading, checkedAt) : []
  const stored = isWanted('finding.assigned', 'approval.decided', 'owner.disabled', 'export.ready')
    ? await readStoredEvents(reading)
    : []
  const assignments = isWanted('finding.assigned') ? await readAssignments(reading, stored) : null
  const requests = isWanted('approval.requested', 'approval.decided')
    ? await readRequests(reading, stored)
    : { requested: [], decided: [] }
  const disabled = isWanted('owner.disabled') ? await readDisabledOwners(reading, stored) : []
  const exports = isWanted('export.ready') ? await readReadyExports(reading, stored) : []
  const messages = new Map<number, Message[]>()
  for (const subscription of subscriptions) {
    messages.set(subscription.webhookId, [
      ...(await findingMessages(reading, subscription, history)),
      ...(checkedAt === null ? [] : await dueMessages(reading, subscription, checkedAt)),
      ...(await expiringMessages(reading, subscription, expiring)),
      ...(assignments ? await assignedMessages(reading, subscription, assignments) : []),
      ...(await mentionMessages(reading, subscription, mentions)),
      ...(await requestMessages(reading, subscription, requests)),
      ...(await disabledOwnerMessages(reading, subscription, disabled)),
      ...scanMessages(subscription, scans, origin, now),
      ...silenceMessages(reading, subscription, silences),
      ...verdictMessages(reading, subscription, verdicts),
      ...exportMessages(reading, subscription, exports),
    ])
  }
  return messages
}
