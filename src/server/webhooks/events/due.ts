import { type PageType, paths } from '#lib/urls/paths.ts'
import { dueBetween } from '#server/findings/public.ts'
import { type Message, plural } from '../message.ts'
import type { Subscription } from '../subscription.ts'
import { groupFindings, listedIds, readFindingsInMessages, severitiesText } from './finding-groups.ts'
import type { Reading } from './findings.ts'

/** One message for all findings of a subscription that are due tomorrow, or by then since the last check. */
export async function dueMessages(
  { view, deploymentId, origin, now }: Reading,
  subscription: Subscription,
  checkedAt: number,
): Promise<Message[]> {
  if (!subscription.events.includes('finding.due')) return []
  const set = { status: ['open' as const, 'reviewing' as const, 'fixing' as const], ...subscription.filter }
  const { zone } = view.columns
  const days = { after: zone.dayOf(checkedAt) + 1, until: zone.dayOf(now) + 1 }
  const ids = await dueBetween(view, deploymentId, { ...set, rule_disabled: false }, days)
  const [group] = await groupFindings(view.reader, deploymentId, ids, () => 0)
  if (!group) return []
  const listed = listedIds(group)
  const findings = await readFindingsInMessages(view.reader, deploymentId, listed, origin)
  const first = findings.get(listed[0] ?? 0)
  const verb = group.count === 1 ? 'is' : 'are'
  // parse: the types of pages are those of findings.
  const type = (first?.issue_type ?? 'sast') as PageType
  return [
    {
      event: 'finding.due',
      at: now,
      data: {
        deployment: { slug: origin.slug, name: origin.name },
        title: `${plural(group.count, 'finding')} ${verb} due by tomorrow: ${severitiesText(group.severities)}`,
        url:
          group.count === 1 && first
            ? first.url
            : `${origin.publicUrl}${paths.findings(origin.slug, type, { due: 'week' })}`,
        count: group.count,
        summary: group.count > listed.length,
        severities: group.severities,
        findings: listed.flatMap((id) => findings.get(id) ?? []),
      },
    },
  ]
}
