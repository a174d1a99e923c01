import type { WebhookEvent } from '#contract/webhook-vocabulary.ts'
import { type PageType, paths, type Search } from '#lib/urls/paths.ts'
import type { FindingInMessage, Message, MessageData } from '../message.ts'
import { type FindingGroup, groupFindings, listedIds, readFindingsInMessages } from './finding-groups.ts'
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

/**
 * A message for the given findings of each type, whatever their number, that lists the most severe and opens the list of
 * the type's page; one for all types where the list is a URL. None for no findings.
 */
export async function groupMessage(
  reading: Reading,
  ids: readonly number[],
  texts: GroupTexts,
): Promise<Message[]> {
  const isOne = typeof texts.list === 'string'
  const { view, deploymentId } = reading
  const groups = await groupFindings(view.reader, deploymentId, ids, ({ type }) => (isOne ? 0 : type))
  const messages: Message[] = []
  for (const group of groups.sort((one, other) => one.key - other.key))
    messages.push(...(await messageOf(reading, group, texts)))
  return messages
}

async function messageOf(
  { view, deploymentId, origin, now }: Reading,
  group: FindingGroup,
  { event, title, list, more = {}, at = now }: GroupTexts,
): Promise<Message[]> {
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
