import { peopleOfNames } from '#server/access/people/names.ts'
import { matchingAmong } from '#server/findings/list/matching.ts'
import { peopleBehind, personKey } from '#server/triage/approvals/same-person.ts'
import { type RequestInMessage, type Requests, requestTexts, summaryOf } from '../events/approvals.ts'
import { readFindingsInMessages } from '../events/finding-groups.ts'
import { groupMessage } from '../events/group-message.ts'
import type { NewMention } from '../events/mentions.ts'
import { type Message, oneLine, plural } from '../message.ts'
import type { MailPerson } from './mail-person.ts'
import { type PersonalReading, wantedBy } from './messages.ts'

/** A person is told of more of a kind in one message. */
const maxSingle = 20

/** Tells people of comments that name them. */
export async function tellMentioned(to: PersonalReading, mentions: readonly NewMention[]): Promise<void> {
  const { reading, messages } = to
  const people = wantedBy(to, 'finding.mentioned')
  if (people.length === 0 || mentions.length === 0) return
  const { view, deploymentId, origin, now } = reading
  const all = [...new Set(mentions.map(({ finding }) => finding))]
  const ids = await matchingAmong(view, deploymentId, { rule_disabled: false }, all)
  const findings = await readFindingsInMessages(view.reader, deploymentId, ids, origin)
  const named = mentions.flatMap((one) => [one.author, ...one.people])
  const personOf = await peopleOfNames(view.reader, [...new Set(named)])
  for (const person of people) {
    const own = mentions.flatMap((mention): Message[] => {
      const finding = findings.get(mention.finding)
      const isNamed = mention.people.some((name) => personOf.get(name) === person.id)
      if (!finding || !isNamed || personOf.get(mention.author) === person.id) return []
      const { author: by, at } = mention
      const data = {
        deployment: { slug: origin.slug, name: origin.name },
        title: `${oneLine(by)} mentioned you on ${finding.title} in ${oneLine(finding.project)}`,
        url: finding.url,
        count: 1,
        summary: false,
        severities: { [finding.severity]: 1 },
        by,
        findings: [finding],
      }
      return [{ event: 'finding.mentioned', at, data }]
    })
    messages.add(person, own.length > maxSingle ? manyMentions(own, now) : own)
  }
}

function manyMentions(own: readonly Message[], at: number): Message[] {
  const [first] = own
  if (!first) return []
  const { deployment, url } = first.data
  const title = `${plural(own.length, 'comment')} mention you`
  return [
    {
      event: 'finding.mentioned',
      at,
      data: {
        deployment,
        title,
        url: url.replace(/\/findings\/.*$/, '/inbox'),
        count: own.length,
        summary: true,
      },
    },
  ]
}

/** Tells those who may decide requests of others, and whoever made a request of its answer. */
export async function tellRequests(to: PersonalReading, { requested, decided }: Requests): Promise<void> {
  const { reading } = to
  const approvers = wantedBy(to, 'approval.requested')
  const askers = wantedBy(to, 'approval.decided')
  const isNeeded = (approvers.length > 0 && requested.length > 0) || (askers.length > 0 && decided.length > 0)
  if (!isNeeded) return
  const actors = [...requested, ...decided].flatMap((one) => [one.requester, one.decidedBy ?? []].flat())
  const behind = await peopleBehind(reading.view.reader, reading.deploymentId, [...new Set(actors)])
  const isBy = (name: string | null, { id }: MailPerson) =>
    name !== null && behind.get(name)?.has(personKey(id)) === true
  const waiting = await withoutDisabled(to, requested)
  for (const person of approvers)
    await tell(
      to,
      person,
      waiting.filter(({ requester }) => !isBy(requester, person)),
      false,
    )
  for (const person of askers) {
    const own = decided.filter(
      ({ requester, decidedBy }) => isBy(requester, person) && !isBy(decidedBy, person),
    )
    await tell(to, person, own, true)
  }
}

async function withoutDisabled(
  { reading: { view, deploymentId } }: PersonalReading,
  requests: readonly RequestInMessage[],
): Promise<RequestInMessage[]> {
  const all = requests.flatMap(({ findings }) => findings)
  const ids = new Set(await matchingAmong(view, deploymentId, { rule_disabled: false }, all))
  return requests.filter(({ findings }) => findings.some((id) => ids.has(id)))
}

async function tell(
  { reading, messages }: PersonalReading,
  person: MailPerson,
  requests: readonly RequestInMessage[],
  isOwn: boolean,
): Promise<void> {
  if (requests.length > maxSingle) return messages.add(person, [summaryOf(reading, requests)])
  for (const request of requests)
    messages.add(
      person,
      await groupMessage(reading, request.findings, requestTexts(reading.origin, request, isOwn)),
    )
}
