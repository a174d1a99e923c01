import type { Scope } from '#contract/operation.ts'
import { nameKey } from '#server/access/people/names.ts'
import type { Reader } from '#server/db/database.ts'
import { parseStored } from '#server/db/stored-json.ts'
import { includesScope } from '#server/http/principal.ts'
import { type Actor, namesOfSamePerson } from './same-person.ts'

/** Roles that include the scope. */
const approvingRoles = ['manager', 'admin']

/**
 * How many people beside a principal can approve requests in a deployment now: with a role of single sign-on, or with a
 * usable token of their own. Machines are left out, since a person has to answer for them.
 */
export async function countApprovers(
  reader: Reader,
  deploymentId: number,
  principal: Actor,
  now: number,
): Promise<number> {
  const names = new Map<string, string>()
  for (const name of await approversByRole(reader, deploymentId)) names.set(nameKey(name), name)
  for (const name of await approversByToken(reader, deploymentId, now)) names.set(nameKey(name), name)
  const all = [...names.values()]
  return all.length - (await namesOfSamePerson(reader, deploymentId, principal, all)).size
}

async function approversByRole(reader: Reader, deploymentId: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('person')
    .innerJoin('person_role', 'person_role.person_id', 'person.id')
    .select('person.name')
    .distinct()
    .where('person.disabled_at', 'is', null)
    .where('person_role.role', 'in', approvingRoles)
    .where((eb) =>
      eb.or([
        eb('person_role.deployment_id', 'is', null),
        eb('person_role.deployment_id', '=', deploymentId),
      ]),
    )
    .execute()
  return rows.map(({ name }) => name)
}

/** People who have a token but no role: what a token of a person with roles permits, the roles do, too. */
async function approversByToken(reader: Reader, deploymentId: number, now: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('token')
    .select(['person', 'scopes_json'])
    .distinct()
    .where('person', 'is not', null)
    .where('person_id', 'is', null)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .where((eb) => eb.or([eb('deployment_id', 'is', null), eb('deployment_id', '=', deploymentId)]))
    .execute()
  return rows.flatMap(({ person, scopes_json: scopes }) =>
    // parse: written by us from a list of scopes.
    person !== null && includesScope(parseStored<Scope[]>(scopes), 'findings:approve') ? [person] : [],
  )
}
