import { type PageType, paths } from '#lib/urls/paths.ts'
import { matchingAmong } from '#server/findings/public.ts'
import { type Message, plural } from '../message.ts'
import type { Subscription } from '../subscription.ts'
import { groupFindings, listedIds, readFindingsInMessages, severitiesText } from './finding-groups.ts'
import type { Reading } from './findings.ts'

const day = 24 * 3600_000
/** How long before the end of an ignore it is announced. */
const noticePeriod = 7 * day
/** The most ignores that are looked at; those that end together are one message anyway. */
const maxExpiring = 20_000

/** Findings whose ignore ends in seven days, and was not yet that near at the last check. */
export async function readExpiring(
  { view, deploymentId, now }: Reading,
  checkedAt: number,
): Promise<number[]> {
  const rows = await view.reader
    .selectFrom('finding')
    .select('id')
    .where('deployment_id', '=', deploymentId)
    .where('ignored_until', '>', checkedAt + noticePeriod)
    .where('ignored_until', '<=', now + noticePeriod)
    .limit(maxExpiring)
    .execute()
  return rows.map(({ id }) => id)
}

/** One message for all ignores of a subscription that end on the same day. */
export async function expiringMessages(
  reading: Reading,
  subscription: Subscription,
  expiring: readonly number[],
): Promise<Message[]> {
  const { view, deploymentId, origin, now } = reading
  if (!subscription.events.includes('ignore.expiring') || expiring.length === 0) return []
  const set = { ...subscription.filter, rule_disabled: false, status: ['ignored' as const] }
  const ids = await matchingAmong(view, deploymentId, set, expiring)
  const [group] = await groupFindings(view.reader, deploymentId, ids, () => 0)
  if (!group) return []
  const listed = listedIds(group)
  const findings = await readFindingsInMessages(view.reader, deploymentId, listed, origin)
  // parse: the types of pages are those of findings.
  const type = (findings.get(listed[0] ?? 0)?.issue_type ?? 'sast') as PageType
  const verb = group.count === 1 ? 'is' : 'are'
  return [
    {
      event: 'ignore.expiring',
      at: now,
      data: {
        deployment: { slug: origin.slug, name: origin.name },
        title: `${plural(group.count, 'finding')} ${verb} ignored for only 7 more days: ${severitiesText(group.severities)}`,
        url:
          group.count === 1
            ? (findings.get(listed[0] ?? 0)?.url ?? origin.publicUrl)
            : `${origin.publicUrl}${paths.findings(origin.slug, type, { status: 'ignored' })}`,
        count: group.count,
        summary: group.count > listed.length,
        severities: group.severities,
        findings: listed.flatMap((id) => findings.get(id) ?? []),
      },
    },
  ]
}
