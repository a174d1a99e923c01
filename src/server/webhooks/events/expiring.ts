import { matchingAmong } from '#server/findings/public.ts'
import { type Message, plural } from '../message.ts'
import type { Subscription } from '../subscription.ts'
import { severitiesText } from './finding-groups.ts'
import type { Reading } from './findings.ts'
import { type GroupTexts, groupMessage } from './group-message.ts'

const day = 24 * 3600_000
/** How long before the end of an ignore it is announced. */
const noticePeriod = 7 * day
/** The most ignores that are looked at; those that end together are one message anyway. */
const maxExpiring = 20_000

/** A finding whose ignore is about to end. */
export interface ExpiringIgnore {
  id: number
  owner: string | null
  /** Who ignored it. */
  by: string | null
}

/** Findings whose ignore ends in seven days, and was not yet that near at the last check. */
export async function readExpiring(
  { view, deploymentId, now }: Reading,
  checkedAt: number,
): Promise<ExpiringIgnore[]> {
  return view.reader
    .selectFrom('finding')
    .select(['id', 'owner', 'triaged_by as by'])
    .where('deployment_id', '=', deploymentId)
    .where('ignored_until', '>', checkedAt + noticePeriod)
    .where('ignored_until', '<=', now + noticePeriod)
    .limit(maxExpiring)
    .execute()
}

/** How the ignores that are about to end are told. */
export const expiringTexts: GroupTexts = {
  event: 'ignore.expiring',
  title: ({ count, severities }) =>
    `${plural(count, 'finding')} ${count === 1 ? 'is' : 'are'} ignored for only 7 more days: ${severitiesText(severities)}`,
  list: { status: 'ignored' },
}

/** One message for all ignores of a subscription that end on the same day. */
export async function expiringMessages(
  reading: Reading,
  subscription: Subscription,
  expiring: readonly ExpiringIgnore[],
): Promise<Message[]> {
  if (!subscription.events.includes('ignore.expiring') || expiring.length === 0) return []
  const set = { ...subscription.filter, rule_disabled: false, status: ['ignored' as const] }
  const all = expiring.map(({ id }) => id)
  return groupMessage(
    reading,
    await matchingAmong(reading.view, reading.deploymentId, set, all),
    expiringTexts,
  )
}
