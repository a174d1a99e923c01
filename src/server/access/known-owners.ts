import { parseOwner } from '#contract/parameters/owner.ts'
import type { Reader } from '#server/db/database.ts'
import { nameKey } from './people/names.ts'

/** The most owners in an answer. */
const maxOwners = 5000

/**
 * Lists who can own findings of a deployment, by name: people who can sign in to it, without disabled ones, and teams.
 * Three statements for any number.
 * @param now milliseconds since 1970.
 */
export async function listOwners(reader: Reader, deploymentId: number, now: number): Promise<string[]> {
  const people = await listPeopleWithAccess(reader, deploymentId, now)
  const teams = await reader
    .selectFrom('team')
    .select('name')
    .where('deployment_id', '=', deploymentId)
    .orderBy('name')
    .limit(maxOwners)
    .execute()
  return [...people.map((name) => `person:${name}`), ...teams.map(({ name }) => `team:${name}`)].slice(
    0,
    maxOwners,
  )
}

/**
 * Returns an owner as it is stored: a person or team by the name as it is written, a handle unchanged.
 * @returns null if the deployment has no such person or team.
 */
export async function findOwner(
  reader: Reader,
  deploymentId: number,
  owner: string,
  now: number,
): Promise<string | null> {
  const { kind, name } = parseOwner(owner)
  if (kind === 'handle') return owner
  if (kind === 'team') {
    const team = await reader
      .selectFrom('team')
      .select('name')
      .where('deployment_id', '=', deploymentId)
      .where('key', '=', nameKey(name))
      .executeTakeFirst()
    return team ? `team:${team.name}` : null
  }
  const key = nameKey(name)
  const person = (await listPeopleWithAccess(reader, deploymentId, now)).find(
    (known) => nameKey(known) === key,
  )
  return person === undefined ? null : `person:${person}`
}

/**
 * Lists the people who can sign in to a deployment, or have a token for it, by name; without disabled ones. Two statements
 * for any number.
 * @param now milliseconds since 1970.
 */
export async function listPeopleWithAccess(
  reader: Reader,
  deploymentId: number,
  now: number,
): Promise<string[]> {
  const signedIn = await reader
    .selectFrom('person')
    .select('name')
    .where('disabled_at', 'is', null)
    .where('id', 'in', (query) =>
      query
        .selectFrom('person_role')
        .select('person_id')
        .where((role) =>
          role.or([role('deployment_id', '=', deploymentId), role('deployment_id', 'is', null)]),
        ),
    )
    .limit(maxOwners)
    .execute()
  const ofTokens = await reader
    .selectFrom('token')
    .select('person as name')
    .distinct()
    .where('person', 'is not', null)
    .where('person_id', 'is', null)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .where((eb) => eb.or([eb('deployment_id', '=', deploymentId), eb('deployment_id', 'is', null)]))
    .limit(maxOwners)
    .execute()
  const names = [...signedIn, ...ofTokens].flatMap(({ name }) => (name ? [name] : []))
  return [...new Set(names)].sort((one, other) => (nameKey(one) < nameKey(other) ? -1 : 1))
}
