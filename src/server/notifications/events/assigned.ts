import { ownerName } from '#lib/text/owner-name.ts'
import { type OwnerNames, readOwnerNames } from '#server/access/owner-names.ts'
import { matchingAmong } from '#server/findings/list/matching.ts'
import { ownedFindings } from '#server/findings/list/owned.ts'
import { type Message, oneLine, plural } from '../message.ts'
import type { Subscription } from '../subscription.ts'
import { maxSingleMessages, severitiesText } from './finding-groups.ts'
import { type Reading, unresolved } from './findings.ts'
import { groupMessage, type ToldFindings } from './group-message.ts'
import type { StoredEvent } from './stored-events.ts'
import { waitingList } from './waiting-list.ts'

const eventsPerRead = 5000

/** A finding that got an owner. */
interface Assignment {
  finding: number
  /** As it is stored. */
  owner: string
  /** The person who did it; null if a rule did. */
  by: string | null
}

/** The findings that got an owner, and whom their owners stand for now. */
export interface Assignments {
  all: readonly Assignment[]
  names: OwnerNames
}

/** Whoever the history names for what rules do. */
const actorOfService = 'Gatehouse'
const personOf = (actor: string | null) => (actor === actorOfService ? null : actor)

/**
 * Reads the findings that got an owner since the last reading: those of histories, new ones that had one from the start,
 * and those of handles that were mapped. One statement for each 5,000 events, and those of owners' names.
 */
export async function readAssignments(
  reading: Reading,
  stored: readonly StoredEvent[],
): Promise<Assignments> {
  const { view, deploymentId, from } = reading
  const found = new Map<number, Assignment>()
  const add = (one: Assignment) => found.set(one.finding, one)
  for (const { id, owner } of ownedFindings(view, () => true, from.newest.finding))
    add({ finding: id, owner, by: null })
  const mapped = new Map(stored.flatMap(({ handle, actor }) => (handle === null ? [] : [[handle, actor]])))
  if (mapped.size > 0)
    for (const { id, owner } of ownedFindings(view, (owner) => mapped.has(owner.toLowerCase())))
      add({ finding: id, owner, by: mapped.get(owner.toLowerCase()) ?? null })
  await readHistory(reading, (finding, owner, by) =>
    owner === null ? found.delete(finding) : add({ finding, owner, by }),
  )
  const all = [...found.values()]
  const owners = [...new Set(all.map(({ owner }) => owner))]
  return { all, names: await readOwnerNames(view.reader, deploymentId, owners) }
}

/** Reads the changes of owners in histories, in their order. */
async function readHistory(
  { view, deploymentId, from, until }: Reading,
  tell: (finding: number, owner: string | null, by: string | null) => void,
): Promise<void> {
  let after = from.newest.finding_event
  while (after < until.newest.finding_event) {
    const rows = await view.reader
      .selectFrom('finding_event')
      .select(['id', 'finding_id', 'actor', 'to_state'])
      .where('deployment_id', '=', deploymentId)
      .where('id', '>', after)
      .where('id', '<=', until.newest.finding_event)
      .where('kind', '=', 'assigned')
      .orderBy('id')
      .limit(eventsPerRead)
      .execute()
    for (const row of rows) tell(row.finding_id, row.to_state, personOf(row.actor))
    after = rows.length < eventsPerRead ? until.newest.finding_event : (rows.at(-1)?.id ?? 0)
  }
}

/** One message for each owner and whoever assigned findings to them, or one summary for many. */
export async function assignedMessages(
  reading: Reading,
  subscription: Subscription,
  { all, names }: Assignments,
): Promise<Message[]> {
  if (!subscription.events.includes('finding.assigned') || all.length === 0) return []
  const set = { status: [...unresolved], ...subscription.filter, rule_disabled: false }
  const ids = all.map(({ finding }) => finding)
  const isMatching = new Set(await matchingAmong(reading.view, reading.deploymentId, set, ids))
  const shown = all.flatMap((one) => {
    const owner = isMatching.has(one.finding) ? names.shown(one.owner) : null
    return owner === null ? [] : [{ ...one, owner }]
  })
  const groups = [...Map.groupBy(shown, ({ owner, by }) => JSON.stringify([owner, by])).values()]
  if (groups.length > maxSingleMessages) return summaryOf(reading, shown)
  const messages: Message[] = []
  for (const group of groups) {
    const [first] = group
    if (!first) continue
    const { owner, by } = first
    const of = group.map(({ finding }) => finding)
    const more = { owner, ...(by === null ? {} : { by }) }
    const title = (told: ToldFindings) => assignedTitle(told, by, oneLine(ownerName(owner), 100))
    const texts = {
      event: 'finding.assigned',
      title,
      list: waitingList(owner, false, set.status),
      more,
    } as const
    messages.push(...(await groupMessage(reading, of, texts)))
  }
  return messages
}

/** "Ann assigned 3 findings to Bob: 3 high". @param by null if a rule did it. */
export function assignedTitle({ count, severities, first }: ToldFindings, by: string | null, to: string) {
  const what = count === 1 ? `${first.title} in ${oneLine(first.project)}` : plural(count, 'finding')
  const counts = count === 1 ? '' : `: ${severitiesText(severities)}`
  if (by !== null) return `${oneLine(by)} assigned ${what} to ${to}${counts}`
  return `${what} ${count === 1 ? 'was' : 'were'} assigned to ${to}${counts}`
}

function summaryOf(reading: Reading, assigned: readonly Assignment[]): Promise<Message[]> {
  return groupMessage(
    reading,
    assigned.map(({ finding }) => finding),
    {
      event: 'finding.assigned',
      title: ({ count, severities }) =>
        `${plural(count, 'finding')} ${count === 1 ? 'was' : 'were'} assigned to several owners: ${severitiesText(severities)}`,
      list: { status: unresolved.join(','), rule_disabled: 'false' },
    },
  )
}
