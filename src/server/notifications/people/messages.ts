import type { PersonalEvent } from '#contract/webhook-vocabulary.ts'
import { ownerName } from '#lib/text/owner-name.ts'
import { type OwnerNames, readOwnerNames } from '#server/access/owner-names.ts'
import { valuesOf } from '#server/db/sql.ts'
import { readIgnoredBy } from '#server/findings/history/ignored-by.ts'
import { dueBetween, waitingAmong } from '#server/findings/list/matching.ts'
import { type Assignments, assignedTitle } from '../events/assigned.ts'
import { type DisabledOwner, disabledTexts } from '../events/disabled-owners.ts'
import { type ExpiringIgnore, expiringTexts } from '../events/expiring.ts'
import { severitiesText } from '../events/finding-groups.ts'
import { type Reading, unresolved } from '../events/findings.ts'
import { groupMessage, type ToldFindings } from '../events/group-message.ts'
import { waitingList } from '../events/waiting-list.ts'
import { type Message, plural } from '../message.ts'
import { isTold, type MailPerson } from './mail-person.ts'

const rowsPerRead = 5000

/** The messages of people, by person. */
export class PersonalMessages {
  readonly #messages = new Map<number, Message[]>()

  /** Adds messages for a person. */
  add({ id }: MailPerson, messages: readonly Message[]): void {
    if (messages.length > 0) this.#messages.set(id, [...(this.#messages.get(id) ?? []), ...messages])
  }

  /** The messages of a person, in the order in which they were added. */
  of({ id }: MailPerson): readonly Message[] {
    return this.#messages.get(id) ?? []
  }
}

/** What messages to people are written for. */
export interface PersonalReading {
  reading: Reading
  people: readonly MailPerson[]
  messages: PersonalMessages
}

/** Returns the people who want to be told of an event, and may. */
export const wantedBy = ({ people }: PersonalReading, event: PersonalEvent): MailPerson[] =>
  people.filter((person) => isTold(person, event))

/** Tells people of findings that somebody else, or a rule, gave them or their team: one message for all. */
export async function tellAssigned(to: PersonalReading, { all, names }: Assignments): Promise<void> {
  const { reading, messages } = to
  const people = wantedBy(to, 'finding.assigned')
  if (people.length === 0 || all.length === 0) return
  const ids = all.map(({ finding }) => finding)
  const waiting = new Set(
    await waitingAmong(reading.view, reading.deploymentId, { status: [...unresolved] }, ids),
  )
  const told = all.filter(({ finding }) => waiting.has(finding))
  for (const person of people) {
    const own = told.filter(({ owner, by }) => by !== person.name && names.isOwnedBy(owner, person.name))
    const actors = new Set(own.map(({ by }) => by))
    const by = actors.size === 1 ? (own[0]?.by ?? null) : null
    const owners = new Set(own.map(({ owner }) => names.shown(owner)))
    const [only = null] = owners.size === 1 ? owners : []
    const whom = only?.startsWith('team:') ? `your team ${ownerName(only)}` : 'you'
    const title = (findings: ToldFindings) => assignedTitle(findings, by, whom)
    const texts = { title, list: waitingList('me', true), more: by === null ? {} : { by } }
    const of = own.map(({ finding }) => finding)
    messages.add(person, await groupMessage(reading, of, { event: 'finding.assigned', ...texts }))
  }
}

/** Tells owners, and whoever ignored them, of findings whose ignore is about to end: one message for all. */
export async function tellExpiring(to: PersonalReading, expiring: readonly ExpiringIgnore[]): Promise<void> {
  const { reading, messages } = to
  const people = wantedBy(to, 'ignore.expiring')
  if (people.length === 0 || expiring.length === 0) return
  const { view, deploymentId } = reading
  const all = expiring.map(({ id }) => id)
  const waiting = new Set(await waitingAmong(view, deploymentId, { status: ['ignored'] }, all))
  const told = await withDeciders(
    reading,
    expiring.filter(({ id }) => waiting.has(id)),
  )
  const names = await ownerNames(reading, [...told, ...told.map(({ decider }) => ({ owner: decider }))])
  for (const person of people) {
    const own = told.filter(
      ({ owner, decider }) =>
        (decider !== null && names.person(decider) === person.name) || names.isOwnedBy(owner, person.name),
    )
    const ids = own.map(({ id }) => id)
    messages.add(person, await groupMessage(reading, ids, expiringTexts))
  }
}

/** Adds who ignored each finding, as a stored owner: a later note is not a decision. One statement for each 5,000. */
async function withDeciders({ view, deploymentId }: Reading, expiring: readonly ExpiringIgnore[]) {
  const found: (ExpiringIgnore & { decider: string | null })[] = []
  for (let from = 0; from < expiring.length; from += rowsPerRead) {
    const some = expiring.slice(from, from + rowsPerRead)
    const ids = some.map(({ id }) => id)
    const decisions = await readIgnoredBy(view.reader, deploymentId, ids)
    for (const one of some) {
      const by = decisions.get(one.id)?.actor ?? one.by
      found.push({ ...one, decider: by === null ? null : `person:${by}` })
    }
  }
  return found
}

/** Tells owners of findings that are due by tomorrow, and of those that became overdue: one message for each. */
export async function tellDue(to: PersonalReading, checkedAt: number): Promise<void> {
  const { reading, messages } = to
  const people = wantedBy(to, 'finding.due')
  if (people.length === 0) return
  const { view, deploymentId, now } = reading
  const { zone } = view.columns
  const set = { status: [...unresolved] }
  const [from, until] = [zone.dayOf(checkedAt), zone.dayOf(now)]
  const kinds = [
    {
      days: { after: from + 1, until: until + 1 },
      list: { due: 'week', sort: 'due_at' },
      says: 'due by tomorrow',
    },
    { days: { after: from - 1, until: until - 1 }, list: { due: 'overdue' }, says: 'overdue' },
  ]
  for (const { days, list, says } of kinds) {
    const ids = await dueBetween(view, deploymentId, { ...set, rule_disabled: false }, days)
    const told = await withOwners(reading, await waitingAmong(view, deploymentId, set, ids))
    const names = await ownerNames(reading, told)
    for (const person of people) {
      const own = told.flatMap(({ id, owner }) => (names.isOwnedBy(owner, person.name) ? [id] : []))
      const title = ({ count, severities }: ToldFindings) =>
        `${plural(count, 'finding')} of yours ${count === 1 ? 'is' : 'are'} ${says}: ${severitiesText(severities)}`
      const texts = { event: 'finding.due', title, list: { owner: 'me', ...list } } as const
      messages.add(person, await groupMessage(reading, own, texts))
    }
  }
}

/** Tells administrators of the findings of people who were disabled. */
export async function tellDisabled(to: PersonalReading, disabled: readonly DisabledOwner[]): Promise<void> {
  const { reading, messages } = to
  const people = wantedBy(to, 'owner.disabled')
  if (people.length === 0) return
  for (const { findings, ...owner } of disabled) {
    const set = { status: [...unresolved] }
    const ids = await waitingAmong(reading.view, reading.deploymentId, set, findings)
    const told = await groupMessage(reading, ids, disabledTexts(owner, true))
    for (const person of people) messages.add(person, told)
  }
}

interface MaybeOwned {
  owner: string | null
}

const ownerNames = ({ view, deploymentId }: Reading, rows: readonly MaybeOwned[]): Promise<OwnerNames> =>
  readOwnerNames(view.reader, deploymentId, [...new Set(rows.flatMap(({ owner }) => owner ?? []))])

/** Reads the stored owners of findings: one statement for each 5,000. */
async function withOwners({ view, deploymentId }: Reading, ids: readonly number[]) {
  const owned: { id: number; owner: string | null }[] = []
  for (let from = 0; from < ids.length; from += rowsPerRead)
    owned.push(
      ...(await view.reader
        .selectFrom('finding')
        .select(['id', 'owner'])
        .where('deployment_id', '=', deploymentId)
        .where('id', 'in', valuesOf(ids.slice(from, from + rowsPerRead)))
        .where('owner', 'is not', null)
        .execute()),
    )
  return owned
}
