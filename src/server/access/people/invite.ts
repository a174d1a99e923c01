import type { z } from 'zod'
import type { invitePersonBody } from '#contract/details/people.ts'
import { recordAudit } from '#server/audit/audit-log.ts'
import type { Writer } from '#server/db/database.ts'
import { HttpError } from '#server/http/errors.ts'
import { setRole } from './change.ts'
import { createLink, hasSignIn, type InvitationLink } from './invitation.ts'
import { isLocked, type Viewpoint, visiblePeople } from './list.ts'
import { addName, isNameTaken, nameFreely } from './names.ts'
import type { Person } from './person.ts'

/** People with a role that an administrator of the deployment has set. */
const maxInvited = 5000

/** A person who has a role now, and the link with which they create their sign-in, if they need one. */
export interface Invited {
  id: number
  link: InvitationLink | null
}

/**
 * Gives whoever has an e-mail address a role in the deployment. A person who was not here before waits for their first
 * sign-in: at the provider, or without one by a link.
 * @param provided whether single sign-on is set up.
 * @throws HttpError 409 for a name that is taken, an address of several people or of a disabled person, and a full list;
 * 403 for a link of a person who is not the actor's to act as.
 */
export async function invitePerson(
  transaction: Writer,
  view: Viewpoint,
  { email, name, role }: z.infer<typeof invitePersonBody>,
  provided: boolean,
): Promise<Invited> {
  await assertQuota(transaction, view.deployment.id)
  const known = await peopleOfAddress(transaction, view, email, provided)
  if (known.length > 1)
    throw new HttpError(409, `Several people have the address ${email}. Change the role of one.`)
  const [person] = known
  const isStranger = person !== undefined && (await isUnknownHere(transaction, view, person.id))
  if (person?.disabled_at && !isStranger)
    throw new HttpError(409, `The person with the address ${email} is disabled.`)
  if (person && person.id === view.principal.personId)
    throw new HttpError(409, 'You cannot change your own role.')
  // Whoever administers one deployment learns nothing of people of others: it looks like an invitation of somebody new.
  if (isStranger) await recordInvitation(transaction, view, { id: person.id, name: email, email })
  const invited = isStranger
    ? { id: person.id, name: email }
    : (person ?? (await createInvited(transaction, view, email, name ?? null)))
  await setRole(transaction, view, invited, role)
  const needsLink = !provided && !(await hasSignIn(transaction, view, invited.id))
  return { id: invited.id, link: needsLink ? await giveLink(transaction, view, invited, email) : null }
}

/**
 * The people whom an address means, two at most. A link proves no address, unlike a provider: without one, whoever
 * administers one deployment reaches its own people alone, and another person may wait here with the same address.
 */
async function peopleOfAddress(
  transaction: Writer,
  view: Viewpoint,
  email: string,
  provided: boolean,
): Promise<Person[]> {
  const read = (people: ReturnType<typeof visiblePeople>) =>
    people.selectAll('person').where('email', '=', email).orderBy('person.id').limit(2).execute()
  const here = provided ? [] : await read(visiblePeople(transaction, view))
  if (here.length > 0 || (!provided && view.principal.deploymentId !== null)) return here
  return read(transaction.selectFrom('person'))
}

/** @throws HttpError 403 for a person with roles elsewhere: whoever holds the link acts in their name. */
async function giveLink(
  transaction: Writer,
  view: Viewpoint,
  { id, name }: Pick<Person, 'id' | 'name'>,
  email: string,
): Promise<InvitationLink> {
  const roles = await transaction
    .selectFrom('person_role')
    .select('deployment_id')
    .where('person_id', '=', id)
    .execute()
  if (isLocked(roles, view)) {
    throw new HttpError(
      403,
      `Only an administrator of all deployments can create an invitation link for ${email}.`,
    )
  }
  const link = await createLink(transaction, view, id)
  await recordAudit(transaction, {
    deploymentId: view.deployment.id,
    at: view.now,
    actor: view.principal.name,
    action: 'person.link_made',
    target: name,
    detail: { id: String(id), email, expiresAt: new Date(link.expiresAt).toISOString() },
  })
  return link
}

async function isUnknownHere(transaction: Writer, view: Viewpoint, id: number): Promise<boolean> {
  if (view.principal.deploymentId === null) return false
  const seen = await visiblePeople(transaction, view).select('id').where('id', '=', id).executeTakeFirst()
  return seen === undefined
}

async function createInvited(
  transaction: Writer,
  view: Viewpoint,
  email: string,
  wanted: string | null,
): Promise<Pick<Person, 'id' | 'name'>> {
  const { principal, now } = view
  if (wanted !== null && (await isNameTaken(transaction, wanted))) throw nameTaken(wanted)
  const { id } = await transaction
    .insertInto('person')
    .values({
      issuer: null,
      subject: null,
      email,
      name: '',
      disabled_at: null,
      disabled_by: null,
      created_at: now,
      created_by: principal.name,
      last_seen_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const name = wanted ?? (await nameFreely(transaction, { id, email: null }, [email], now))
  if (wanted !== null) {
    if (!(await addName(transaction, id, wanted, now))) throw nameTaken(wanted)
    await transaction.updateTable('person').set({ name }).where('id', '=', id).execute()
  }
  await recordInvitation(transaction, view, { id, name, email })
  return { id, name }
}

const recordInvitation = (
  transaction: Writer,
  { deployment, principal, now }: Viewpoint,
  { id, name, email }: { id: number; name: string; email: string },
) =>
  recordAudit(transaction, {
    deploymentId: deployment.id,
    at: now,
    actor: principal.name,
    action: 'person.invited',
    target: name,
    detail: { id: String(id), email },
  })

const nameTaken = (name: string) =>
  new HttpError(409, `"${name}" is, or was, the name of another person or token. Use another name.`)

async function assertQuota(transaction: Writer, deploymentId: number): Promise<void> {
  const { count } = await transaction
    .selectFrom('person_role')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('deployment_id', '=', deploymentId)
    .where('group_name', 'is', null)
    .executeTakeFirstOrThrow()
  if (count < maxInvited) return
  throw new HttpError(
    409,
    `The deployment has ${count.toLocaleString('en-US')} people with a role of their own, which is the limit. Remove roles, or give them to groups of the provider.`,
  )
}
