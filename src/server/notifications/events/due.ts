import { dueBetween } from '#server/findings/list/matching.ts'
import { type Message, plural } from '../message.ts'
import type { Subscription } from '../subscription.ts'
import { severitiesText } from './finding-groups.ts'
import { type Reading, unresolved } from './findings.ts'
import { groupMessage } from './group-message.ts'

/** One message for all findings of a subscription that are due tomorrow, or by then since the last check. */
export async function dueMessages(
  reading: Reading,
  subscription: Subscription,
  checkedAt: number,
): Promise<Message[]> {
  const { view, deploymentId, now } = reading
  if (!subscription.events.includes('finding.due')) return []
  const set = { status: [...unresolved], ...subscription.filter }
  const { zone } = view.columns
  const days = { after: zone.dayOf(checkedAt) + 1, until: zone.dayOf(now) + 1 }
  const ids = await dueBetween(view, deploymentId, { ...set, rule_disabled: false }, days)
  return groupMessage(reading, ids, {
    event: 'finding.due',
    title: ({ count, severities }) =>
      `${plural(count, 'finding')} ${count === 1 ? 'is' : 'are'} due by tomorrow: ${severitiesText(severities)}`,
    // The list has a week; what is due by tomorrow comes first.
    list: { due: 'week', sort: 'due_at' },
  })
}
