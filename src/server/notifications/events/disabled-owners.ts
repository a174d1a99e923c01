import { readOwnerNames } from '#server/access/owner-names.ts'
import { matchingAmong } from '#server/findings/list/matching.ts'
import { ownedFindings } from '#server/findings/list/owned.ts'
import { type Message, oneLine, plural } from '../message.ts'
import type { Subscription } from '../subscription.ts'
import { severitiesText } from './finding-groups.ts'
import { type Reading, unresolved } from './findings.ts'
import { type GroupTexts, groupMessage } from './group-message.ts'
import { type StoredEvent, subjectsOf } from './stored-events.ts'
import { waitingList } from './waiting-list.ts'

/** A person who was disabled, whose findings are without an owner. */
export interface DisabledOwner {
  name: string
  /** Who disabled them. */
  by: string
  at: number
  findings: readonly number[]
}

/** The people who were disabled since the last reading, still are, and own findings. */
export async function readDisabledOwners(
  { view, deploymentId }: Reading,
  stored: readonly StoredEvent[],
): Promise<DisabledOwner[]> {
  const ids = subjectsOf(stored, 'person.disabled')
  if (ids.length === 0) return []
  const people = await view.reader
    .selectFrom('person')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .where('disabled_at', 'is not', null)
    .orderBy('id')
    .execute()
  const owned = ownedFindings(view, () => true)
  const owners = [...new Set(owned.map(({ owner }) => owner))]
  const names = await readOwnerNames(view.reader, deploymentId, owners)
  const personOf = new Map(owners.map((owner) => [owner, names.person(owner)]))
  return people.flatMap(({ id, name }) => {
    const event = stored.findLast(({ kind, subject }) => kind === 'person.disabled' && subject === id)
    const findings = owned.flatMap((one) => (personOf.get(one.owner) === name ? [one.id] : []))
    return event && findings.length > 0 ? [{ name, by: event.actor, at: event.at, findings }] : []
  })
}

/**
 * How the findings of a person who was disabled are told.
 * @param isOnce whether each is told once, as those that wait for somebody.
 */
export const disabledTexts = (
  { name, by, at }: Omit<DisabledOwner, 'findings'>,
  isOnce = false,
): GroupTexts => ({
  event: 'owner.disabled',
  title: ({ count, severities }) =>
    `${oneLine(name)} was disabled: ${plural(count, 'finding')} ${count === 1 ? 'has' : 'have'} no owner now: ${severitiesText(severities)}`,
  list: waitingList(`person:${name}`, isOnce),
  more: { by, person: name },
  at,
})

/** A message for each person who was disabled and owns findings that the subscription selects. */
export async function disabledOwnerMessages(
  reading: Reading,
  subscription: Subscription,
  disabled: readonly DisabledOwner[],
): Promise<Message[]> {
  if (!subscription.events.includes('owner.disabled')) return []
  // The filter of an owner would select nothing: the findings have none now.
  const set = { status: [...unresolved], ...subscription.filter, rule_disabled: false, owner: undefined }
  const messages: Message[] = []
  for (const { findings, ...person } of disabled) {
    const ids = await matchingAmong(reading.view, reading.deploymentId, set, findings)
    messages.push(...(await groupMessage(reading, ids, disabledTexts(person))))
  }
  return messages
}
