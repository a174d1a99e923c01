import type { WebhookEvent } from '#contract/webhook-vocabulary.ts'
import { type PageType, paths, type Search } from '#lib/urls/paths.ts'
import type { FindingInMessage, Message, MessageData } from '../message.ts'
import { groupFindings, listedIds, readFindingsInMessages } from './finding-groups.ts'
import type { Reading } from './findings.ts'

/** The findings of a message, of which `first` is the most severe. */
export interface ToldFindings {
  count: number
  severities: Partial<Record<string, number>>
  first: FindingInMessage
}

/** How findings are told. */
export interface GroupTexts {
  event: WebhookEvent
  title(findings: ToldFindings): string
  /** The list that the message opens if it is about several findings: a filter, maybe of the type's page, or a URL. */
  list: Search | ((type: PageType) => Search) | string
  /** What the message says beside its findings. */
  more?: Partial<MessageData>
  /** When it happened; now by default. */
  at?: number
}

/** One message for all given findings, whatever their number, that lists the most severe; none for none. */
export async function groupMessage(
  { view, deploymentId, origin, now }: Reading,
  ids: readonly number[],
  { event, title, list, more = {}, at = now }: GroupTexts,
): Promise<Message[]> {
  const [group] = await groupFindings(view.reader, deploymentId, ids, () => 0)
  if (!group) return []
  const listed = listedIds(group)
  const found = await readFindingsInMessages(view.reader, deploymentId, listed, origin)
  const findings = listed.flatMap((id) => found.get(id) ?? [])
  const [first] = findings
  if (!first) return []
  const { count, severities } = group
  // parse: the types of pages are those of findings.
  const type = first.issue_type as PageType
  const search = typeof list === 'function' ? list(type) : list
  const listUrl =
    typeof search === 'string' ? search : `${origin.publicUrl}${paths.findings(origin.slug, type, search)}`
  return [
    {
      event,
      at,
      data: {
        deployment: { slug: origin.slug, name: origin.name },
        title: title({ count, severities, first }),
        url: count === 1 && typeof list !== 'string' ? first.url : listUrl,
        count,
        summary: count > findings.length,
        severities,
        ...more,
        findings,
      },
    },
  ]
}
