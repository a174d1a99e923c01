import { matchingAmong } from '#server/findings/list/matching.ts'
import { type Message, plural } from '../message.ts'
import type { Subscription } from '../subscription.ts'
import { severitiesText } from './finding-groups.ts'
import type { Reading } from './findings.ts'
import { type GroupTexts, groupMessage } from './group-message.ts'

const day = 24 * 3600_000
/** How long before the end of an ignore it is announced. */
const noticePeriod = 7 * day
const rowsPerRead = 20_000

/** A finding whose ignore is about to end. */
export interface ExpiringIgnore {
  id: number
  owner: string | null
  /** Who ignored it. */
  by: string | null
}

/**
 * Findings whose ignore ends in seven days, and was not yet that near at the last check, in the order of their ends: one
 * statement for each 20,000.
 */
export async function readExpiring(
  reading: Reading,
  checkedAt: number,
  pageSize = rowsPerRead,
): Promise<ExpiringIgnore[]> {
  const expiring: ExpiringIgnore[] = []
  let after: Place | null = { end: checkedAt + noticePeriod, id: Number.MAX_SAFE_INTEGER }
  while (after !== null) {
    const rows = await rowsAfter(reading, after, pageSize)
    for (const { id, owner, by } of rows) expiring.push({ id, owner, by })
    const last: { end: number | null; id: number } | undefined = rows.at(-1)
    after = rows.length < pageSize || !last ? null : { end: last.end ?? after.end, id: last.id }
  }
  return expiring
}

/** Where a page ends. Many ignores end at the same time, so that the time alone would skip some. */
interface Place {
  end: number
  id: number
}

const rowsAfter = ({ view, deploymentId, now }: Reading, after: Place, pageSize: number) =>
  view.reader
    .selectFrom('finding')
    .select(['id', 'owner', 'triaged_by as by', 'ignored_until as end'])
    .where('deployment_id', '=', deploymentId)
    .where((eb) => eb(eb.refTuple('ignored_until', 'id'), '>', eb.tuple(after.end, after.id)))
    .where('ignored_until', '<=', now + noticePeriod)
    .orderBy('ignored_until')
    .orderBy('id')
    .limit(pageSize)
    .execute()

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
