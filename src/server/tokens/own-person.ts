import type { Reader } from '#server/db/database.ts'
import { HttpError } from '#server/http/errors.ts'
import type { Principal } from '#server/http/principal.ts'

/**
 * Checks that an actor who is limited to one deployment names a person of that deployment or a new one. A token for
 * another person would give access to that person's private views, and write in that person's name.
 * @throws HttpError 403 for a person with a token of another deployment or of all, including revoked tokens: views
 * outlive tokens.
 */
export async function assertOwnPerson(reader: Reader, principal: Principal, person: string): Promise<void> {
  if (principal.deploymentId === null) return
  const otherToken = await reader
    .selectFrom('token')
    .select('id')
    .where('person', '=', person)
    .where('deployment_id', 'is distinct from', principal.deploymentId)
    .limit(1)
    .executeTakeFirst()
  if (!otherToken) return
  throw new HttpError(
    403,
    `"${person}" already exists in another deployment. Use another name for "person", or ask an administrator of all deployments to create this token.`,
  )
}
