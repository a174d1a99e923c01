import type { Reader, Writer } from '#server/db/database.ts'
import { HttpError } from '#server/http/errors.ts'
import { hashOf, newSecret } from '../tokens/credential.ts'
import type { Viewpoint } from './list.ts'
import { lockPerson, type Person } from './person.ts'

/** How long an invitation link waits for its use, in milliseconds. */
const linkLifetime = 7 * 24 * 3600_000

/** A link that creates a sign-in. Its secret is known only here. */
export interface InvitationLink {
  secret: string
  /** Milliseconds since 1970. */
  expiresAt: number
}

/** Makes the link of an invitation, in place of the one that it had. */
export async function createLink(
  transaction: Writer,
  { deployment, now }: Viewpoint,
  personId: number,
): Promise<InvitationLink> {
  const secret = newSecret('invite')
  const expiresAt = now + linkLifetime
  await transaction
    .updateTable('person_role')
    .set({ invitation_hash: hashOf(secret), invitation_expires_at: expiresAt })
    .where('person_id', '=', personId)
    .where('deployment_id', '=', deployment.id)
    .where('group_name', 'is', null)
    .execute()
  return { secret, expiresAt }
}

/** Revokes every link of a person. */
export async function revokeLinks(transaction: Writer, personId: number): Promise<void> {
  await transaction
    .updateTable('person_role')
    .set({ invitation_hash: null, invitation_expires_at: null })
    .where('person_id', '=', personId)
    .where('invitation_hash', 'is not', null)
    .execute()
}

/** Whether a person has a token in a deployment that signs in. */
export async function hasSignIn(
  reader: Reader,
  { deployment, now }: Viewpoint,
  personId: number,
): Promise<boolean> {
  const token = await reader
    .selectFrom('token')
    .select('id')
    .where('person_id', '=', personId)
    .where((eb) => eb.or([eb('deployment_id', '=', deployment.id), eb('deployment_id', 'is', null)]))
    .where('revoked_at', 'is', null)
    .where('web_api_enabled', '=', 1)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .limit(1)
    .executeTakeFirst()
  return token !== undefined
}

/** What a used link gives. */
export interface Accepted {
  person: Person
  deploymentId: number
  role: string
}

/**
 * Uses up the link of an invitation.
 * @throws HttpError 401 for a link that was used, replaced, revoked or has expired.
 */
export async function acceptInvitation(transaction: Writer, secret: string, now: number): Promise<Accepted> {
  const row = await transaction
    .updateTable('person_role')
    .set({ invitation_hash: null, invitation_expires_at: null })
    .where('invitation_hash', '=', hashOf(secret))
    .where('invitation_expires_at', '>', now)
    .returning(['person_id', 'deployment_id', 'role'])
    .executeTakeFirst()
  // Disabling the person waits, and then revokes the new token as well.
  const person = row && (await lockPerson(transaction, row.person_id))
  if (!person || row.deployment_id === null || person.disabled_at !== null) {
    throw new HttpError(
      401,
      'The invitation link was already used or replaced, or has expired. Ask whoever invited you for a new one.',
      { headers: { 'www-authenticate': 'Bearer' } },
    )
  }
  await transaction.updateTable('person').set({ last_seen_at: now }).where('id', '=', person.id).execute()
  return { person, deploymentId: row.deployment_id, role: row.role }
}
