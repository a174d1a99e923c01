import type { Reader, Writer } from '#server/db/database.ts'
import { HttpError } from '#server/http/errors.ts'
import type { Principal } from '#server/http/principal.ts'
import { isNameOfActor, isNameOfMachine, personOfName } from '../people/names.ts'
import { lockPerson, readPersonAccess } from '../people/person.ts'

/**
 * Checks that an actor who is limited to one deployment names a person of that deployment or a new one. A token for
 * another person would give access to that person's private views, and write in that person's name.
 * @returns the person of single sign-on who has this name, whose token it becomes; null if nobody has.
 * @throws HttpError 403 for a person with a token or a role of another deployment or of all, including revoked tokens:
 * views outlive tokens. 409 for a name that a person had, or has in another spelling, or that is a machine's, and for a
 * disabled person.
 */
export async function assertOwnPerson(
  transaction: Writer,
  principal: Principal,
  person: string,
  deploymentId: number,
): Promise<number | null> {
  const personId = await personOfName(transaction, person)
  if (personId !== undefined) return assertOwnAccount(transaction, principal, personId, person)
  if (await isNameOfMachine(transaction, deploymentId, person))
    throw new HttpError(409, `"${person}" is, or was, the name of a machine. Use another name for "person".`)
  if (principal.deploymentId === null) return null
  const otherToken = await transaction
    .selectFrom('token')
    .select('id')
    .where('person', '=', person)
    .where('deployment_id', 'is distinct from', principal.deploymentId)
    .limit(1)
    .executeTakeFirst()
  if (otherToken) throw existsElsewhere(person)
  return null
}

/** @throws HttpError 409 for a machine's token with the name of a person, since history names machines by their token. */
export async function assertMachineName(
  reader: Reader,
  deploymentId: number | null,
  name: string,
): Promise<void> {
  if ((await personOfName(reader, name)) === undefined && !(await isNameOfActor(reader, deploymentId, name)))
    return
  throw new HttpError(409, `"${name}" is, or was, the name of a person. Use another name.`)
}

async function assertOwnAccount(
  transaction: Writer,
  principal: Principal,
  personId: number,
  name: string,
): Promise<number> {
  // Disabling the person waits, and then revokes the new token as well.
  await lockPerson(transaction, personId)
  const access = await readPersonAccess(transaction, personId)
  if (!access || access.person.name !== name) {
    throw new HttpError(
      409,
      `"${name}" is, or was, the name of somebody else. Use another name for "person".`,
    )
  }
  if (access.person.disabled_at !== null) throw new HttpError(409, `"${name}" is disabled.`)
  const { deploymentId } = principal
  const isWithin = access.roles.every((role) => role.deploymentId === deploymentId)
  if (deploymentId === null || personId === principal.personId || isWithin) return personId
  throw existsElsewhere(name)
}

const existsElsewhere = (person: string) =>
  new HttpError(
    403,
    `"${person}" already exists in another deployment. Use another name for "person", or ask an administrator of all deployments to create this token.`,
  )
