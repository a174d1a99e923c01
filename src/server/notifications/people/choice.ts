import type { Notifications } from '#contract/responses/notifications.ts'
import type { MailTiming, PersonalEvent } from '#contract/webhook-vocabulary.ts'
import type { Reader, Writer } from '#server/db/database.ts'
import { takeId } from '#server/db/ids.ts'
import { HttpError } from '#server/http/errors.ts'
import type { Principal } from '#server/http/principal.ts'
import type { Services } from '#server/http/services.ts'
import { nextWaiting } from '../deliveries.ts'
import { ensurePosition } from '../position.ts'
import { newSecret } from '../secret.ts'
import { choicesOf, defaultChoice, type MailPerson, readMailPeople } from './mail-person.ts'

/** Who reads or changes their own choice, and in which deployment. */
export interface ChoiceOwner {
  deploymentId: number
  /** With its permissions in the deployment. */
  principal: Principal
}

/** What somebody chose to be told by e-mail. */
export async function readChoice(
  reader: Reader,
  { config }: Pick<Services, 'config'>,
  { deploymentId, principal }: ChoiceOwner,
): Promise<Notifications> {
  const person = await personOf(reader, deploymentId, principal)
  const row = person?.webhookId
    ? await reader
        .selectFrom('webhook')
        .select(['disabled_at', 'disabled_reason'])
        .where('deployment_id', '=', deploymentId)
        .where('id', '=', person.webhookId)
        .executeTakeFirst()
    : undefined
  const choices = choicesOf(person?.scopes ?? principal.scopes)
  const { timing, events } = person ?? { ...defaultChoice, timing: 'off' as const }
  return {
    address: person?.address ?? null,
    email: config.mail !== null,
    timing,
    events: choices.filter((event) => events.includes(event)),
    choices,
    unsubscribedAt:
      row?.disabled_at && row.disabled_reason === 'unsubscribed'
        ? new Date(row.disabled_at).toISOString()
        : null,
  }
}

async function personOf(
  reader: Reader,
  deploymentId: number,
  { personId }: Principal,
): Promise<MailPerson | undefined> {
  if (personId === null) return undefined
  const [person] = await readMailPeople(reader, deploymentId, personId)
  return person
}

/**
 * Stores what somebody chose. Events that they may not be told of now stay as they were.
 * @throws HttpError 409 without an address, or a server for e-mail, unless it is `off`.
 */
export async function setChoice(
  transaction: Writer,
  { config }: Pick<Services, 'config'>,
  { deploymentId, principal }: ChoiceOwner,
  { timing, events, now }: { timing: MailTiming; events: readonly PersonalEvent[]; now: number },
): Promise<void> {
  const person = await personOf(transaction, deploymentId, principal)
  if (timing !== 'off' && config.mail === null)
    throw new HttpError(409, 'The operator has not set up e-mail.')
  if (!person) {
    if (timing === 'off') return
    throw new HttpError(409, 'There is no verified address to send e-mails to. Sign in by single sign-on.')
  }
  const choices = choicesOf(person.scopes)
  const kept = person.events.filter((event) => !choices.includes(event))
  const isOff = timing === 'off'
  const id = person.webhookId ?? (await addRow(transaction, deploymentId, person, now))
  await transaction
    .updateTable('webhook')
    .set({
      events_json: JSON.stringify([...kept, ...choices.filter((event) => events.includes(event))]),
      disabled_at: isOff ? now : null,
      disabled_reason: null,
      ...(isOff ? { next_at: null } : { timing }),
    })
    .$if(!isOff, (update) => update.set((eb) => ({ next_at: nextWaiting(eb) })))
    .where('deployment_id', '=', deploymentId)
    .where('id', '=', id)
    .execute()
  if (isOff) await deleteWaiting(transaction, deploymentId, id)
  else await ensurePosition(transaction, deploymentId, now)
}

/** What waits when somebody turns e-mails off is not sent when they turn them on again. */
export async function deleteWaiting(transaction: Writer, deploymentId: number, id: number): Promise<void> {
  await transaction
    .deleteFrom('webhook_delivery')
    .where('deployment_id', '=', deploymentId)
    .where('webhook_id', '=', id)
    .where('next_at', 'is not', null)
    .execute()
}

/** Adds the row by which a person is sent e-mails, with what they chose or the defaults. @returns its id. */
export async function addRow(
  transaction: Writer,
  deploymentId: number,
  { id: personId, name, events, timing }: MailPerson,
  now: number,
): Promise<number> {
  const id = await takeId(transaction, deploymentId, 'webhook')
  await transaction
    .insertInto('webhook')
    .values({
      deployment_id: deploymentId,
      id,
      name: 'Notifications',
      // The address is that which the person has when an e-mail is sent.
      url: '',
      format: 'email',
      events_json: JSON.stringify(events),
      query: '',
      secret: newSecret(),
      created_at: now,
      created_by: name,
      person_id: personId,
      timing: timing === 'off' ? 'daily' : timing,
    })
    .execute()
  return id
}
