import { matchingAmong } from '#server/findings/list/matching.ts'
import { type FindingInMessage, type Message, oneLine, plural } from '../message.ts'
import type { Subscription } from '../subscription.ts'
import { groupFindings, listedIds, maxSingleMessages, readFindingsInMessages } from './finding-groups.ts'
import type { Reading } from './findings.ts'

/** A comment that names people who were not told yet. */
export interface NewMention {
  finding: number
  author: string
  at: number
  people: string[]
}

const mentionsPerRead = 2000
/** How many people a title names. */
const namedInTitle = 3

/** Reads the mentions since the last reading, by comment: one statement for each 2,000. */
export async function readMentions(reading: Reading): Promise<NewMention[]> {
  const last = reading.until.newest.finding_mention
  const comments = new Map<number, NewMention>()
  let after = reading.from.newest.finding_mention
  while (after < last) {
    const rows = await mentionsAfter(reading, after)
    for (const { mention: _, id, person, ...rest } of rows) {
      const comment = comments.get(id) ?? { ...rest, people: [] }
      comments.set(id, comment)
      comment.people.push(person)
    }
    after = rows.length < mentionsPerRead ? last : (rows.at(-1)?.mention ?? last)
  }
  return [...comments.values()]
}

const mentionsAfter = ({ view, deploymentId, until }: Reading, after: number) =>
  view.reader
    .selectFrom('finding_mention as mention')
    .innerJoin('finding_comment as comment', (join) =>
      join
        .onRef('comment.deployment_id', '=', 'mention.deployment_id')
        .onRef('comment.id', '=', 'mention.comment_id'),
    )
    .select(['mention.id as mention', 'mention.person', 'comment.id', 'comment.author'])
    .select(({ fn }) => [
      'comment.finding_id as finding',
      fn.coalesce('comment.edited_at', 'comment.at').as('at'),
    ])
    .where('mention.deployment_id', '=', deploymentId)
    .where('mention.id', '>', after)
    .where('mention.id', '<=', until.newest.finding_mention)
    .orderBy('mention.id')
    .limit(mentionsPerRead)
    .execute()

/** The messages of a subscription about people whom comments name, without the texts. Source: docs/notifications.md#events. */
export async function mentionMessages(
  reading: Reading,
  subscription: Subscription,
  mentions: readonly NewMention[],
): Promise<Message[]> {
  if (!subscription.events.includes('finding.mentioned') || mentions.length === 0) return []
  const { view, deploymentId, origin } = reading
  const set = { ...subscription.filter, rule_disabled: false, status: undefined }
  const ids = await matchingAmong(view, deploymentId, set, [
    ...new Set(mentions.map(({ finding }) => finding)),
  ])
  const isMatching = new Set(ids)
  const own = mentions.filter(({ finding }) => isMatching.has(finding))
  if (own.length > maxSingleMessages) return [await summaryOf(reading, own.length, ids)]
  const findings = await readFindingsInMessages(view.reader, deploymentId, ids, origin)
  return own.flatMap((mention) => {
    const finding = findings.get(mention.finding)
    return finding ? [singleMessage(reading, mention, finding)] : []
  })
}

function singleMessage(
  { origin }: Reading,
  { author, people, at }: NewMention,
  finding: FindingInMessage,
): Message {
  const names = people.slice(0, namedInTitle).map((name) => oneLine(name))
  const more = people.length - names.length
  const named = [...names, ...(more > 0 ? [`${more} more`] : [])].join(', ')
  return {
    event: 'finding.mentioned',
    at,
    data: {
      deployment: { slug: origin.slug, name: origin.name },
      title: `${oneLine(author)} mentioned ${named} on ${finding.title} in ${oneLine(finding.project)}`,
      url: finding.url,
      count: 1,
      summary: false,
      severities: { [finding.severity]: 1 },
      by: author,
      mentioned: people,
      findings: [finding],
    },
  }
}

async function summaryOf(
  { view, deploymentId, origin, now }: Reading,
  comments: number,
  ids: readonly number[],
): Promise<Message> {
  const [group] = await groupFindings(view.reader, deploymentId, ids, () => 0)
  const listed = group ? listedIds(group) : []
  const findings = await readFindingsInMessages(view.reader, deploymentId, listed, origin)
  const first = findings.get(listed[0] ?? 0)
  return {
    event: 'finding.mentioned',
    at: now,
    data: {
      deployment: { slug: origin.slug, name: origin.name },
      title: `${plural(comments, 'comment')} on ${plural(ids.length, 'finding')} mention people`,
      url: first?.url ?? origin.publicUrl,
      count: ids.length,
      summary: ids.length > listed.length,
      severities: group?.severities ?? {},
      findings: listed.flatMap((id) => findings.get(id) ?? []),
    },
  }
}
