import type { Selectable } from 'kysely'
import { type Role, roles } from '#contract/vocabulary.ts'
import type { Reader, Writer } from '#server/db/database.ts'
import type { PersonTable } from '#server/db/people-tables.ts'
import type { PersonRole } from '#server/http/principal.ts'
import { scopesOfRole } from '../tokens/roles.ts'

export type Person = Selectable<PersonTable>

/** A stored role, as one of the vocabulary; a role that this version does not know permits nothing. */
export const roleOf = (stored: string): Role | undefined => roles.find((role) => role === stored)

/**
 * Reads a person, and lets other transactions that sign them in, change their roles or disable them wait for this one.
 * @returns the person as they are now; undefined if there is none.
 */
export function lockPerson(transaction: Writer, id: number): Promise<Person | undefined> {
  return transaction
    .updateTable('person')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** A person as a request needs it. */
export interface PersonAccess {
  person: Person
  roles: PersonRole[]
}

/** Reads a person with all roles, with one statement; undefined if there is none. */
export async function readPersonAccess(reader: Reader, id: number): Promise<PersonAccess | undefined> {
  const rows = await reader
    .selectFrom('person')
    .leftJoin('person_role', 'person_role.person_id', 'person.id')
    .selectAll('person')
    .select(['person_role.deployment_id', 'person_role.role'])
    .where('person.id', '=', id)
    .execute()
  const [first] = rows
  if (!first) return undefined
  const { deployment_id: _deployment, role: _role, ...person } = first
  return {
    person,
    roles: rows.flatMap(({ deployment_id: deploymentId, role: stored }) => {
      const role = stored === null ? undefined : roleOf(stored)
      return role === undefined ? [] : [{ deploymentId, role, scopes: scopesOfRole[role] }]
    }),
  }
}
