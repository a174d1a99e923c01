import { recordAudits } from '#server/audit/audit-log.ts'
import type { GroupRole } from '#server/base/config/single-sign-on.ts'
import type { Reader, Writer } from '#server/db/database.ts'
import { HttpError } from '#server/http/errors.ts'
import type { Deployment } from '#server/http/services.ts'
import type { Identity } from '#server/http/single-sign-on.ts'
import { nameFreely } from './names.ts'
import { lockPerson, type Person } from './person.ts'

/** What decides about a sign-in. */
export interface SignInRules {
  roles: readonly GroupRole[]
  deployments: readonly Deployment[]
  /** Milliseconds since 1970. */
  now: number
}

/** The outcome of a sign-in. A refusal is thrown only after the transaction, since lost roles must be stored. */
export type SignInOutcome = { person: Person } | { refused: 'disabled' | 'no role' }

interface GivenRole {
  deploymentId: number | null
  role: string
  group: string
}

/** The roles that groups give now. A deployment that does not exist gives none. */
function rolesOfGroups(groups: readonly string[], { roles, deployments }: SignInRules): GivenRole[] {
  const own = new Set(groups)
  const ids = new Map(deployments.map(({ id, slug }) => [slug, id]))
  return roles
    .filter(({ group }) => own.has(group))
    .flatMap(({ group, role, deployments: slugs }): GivenRole[] =>
      slugs === null
        ? [{ deploymentId: null, role, group }]
        : slugs.flatMap((slug) => {
            const id = ids.get(slug)
            return id === undefined ? [] : [{ deploymentId: id, role, group }]
          }),
    )
}

/** The person of an identity; an invited person becomes that of the first identity with the invited address. */
async function findPerson(transaction: Writer, identity: Identity, now: number): Promise<Person | undefined> {
  const { issuer, subject, email } = identity
  const known = await transaction
    .selectFrom('person')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  if (known || email === null) return known
  const invited = await transaction
    .selectFrom('person')
    .select('id')
    .where('subject', 'is', null)
    .where('email', '=', email)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!invited) return undefined
  // Another sign-in may have taken it meanwhile.
  const person = await transaction
    .updateTable('person')
    .set({ issuer, subject })
    .where('id', '=', invited.id)
    .where('subject', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return person?.name === email ? withOwnName(transaction, person, identity, now) : person
}

/** Replaces the address of an invitation, which named the person until now. */
async function withOwnName(
  transaction: Writer,
  person: Person,
  { names }: Identity,
  now: number,
): Promise<Person> {
  if (names.length === 0) return person
  const name = await nameFreely(transaction, person, names, now)
  await transaction.updateTable('token').set({ person: name }).where('person_id', '=', person.id).execute()
  return { ...person, name }
}

/** Creates a person, or reads the one that another sign-in has created meanwhile. */
async function createPerson(transaction: Writer, identity: Identity, now: number): Promise<Person> {
  const { issuer, subject, email, names } = identity
  const person = await transaction
    .insertInto('person')
    .values({
      issuer,
      subject,
      email,
      name: '',
      disabled_at: null,
      disabled_by: null,
      created_at: now,
      created_by: null,
      last_seen_at: now,
    })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!person) {
    return transaction
      .selectFrom('person')
      .selectAll()
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .executeTakeFirstOrThrow()
  }
  const proposals = [...names, ...(email === null ? [] : [email])]
  return { ...person, name: await nameFreely(transaction, person, proposals, now) }
}

/**
 * Signs a person in: finds or creates them, and replaces the roles of their groups.
 * @returns the person, or why they are refused.
 */
export async function signInPerson(
  transaction: Writer,
  identity: Identity,
  rules: SignInRules,
): Promise<SignInOutcome> {
  const { now } = rules
  const given = rolesOfGroups(identity.groups, rules)
  const known = await findPerson(transaction, identity, now)
  // Nobody is stored who has nothing here.
  if (!known && given.length === 0) return { refused: 'no role' }
  const { id } = known ?? (await createPerson(transaction, identity, now))
  const person = await lockPerson(transaction, id)
  if (!person || person.disabled_at !== null) return { refused: 'disabled' }
  await replaceRoles(transaction, person, given, now)
  if (!(await hasRole(transaction, person.id))) return { refused: 'no role' }
  const email = identity.email ?? person.email
  await transaction
    .updateTable('person')
    .set({ email, last_seen_at: now })
    .where('id', '=', person.id)
    .execute()
  return { person: { ...person, email } }
}

async function hasRole(reader: Reader, personId: number): Promise<boolean> {
  const row = await reader
    .selectFrom('person_role')
    .select('id')
    .where('person_id', '=', personId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const keyOf = ({ deploymentId, role, group }: GivenRole) => JSON.stringify([deploymentId, role, group])

/** Replaces the roles of groups, and records in each deployment which came and went. */
async function replaceRoles(
  transaction: Writer,
  { id, name }: Person,
  given: readonly GivenRole[],
  now: number,
): Promise<void> {
  const rows = await transaction
    .selectFrom('person_role')
    .select(['id', 'deployment_id', 'role', 'group_name'])
    .where('person_id', '=', id)
    .where('group_name', 'is not', null)
    .execute()
  const before = rows.map((row) => ({
    rowId: row.id,
    deploymentId: row.deployment_id,
    role: row.role,
    group: row.group_name ?? '',
  }))
  const beforeKeys = new Set(before.map(keyOf))
  const current = new Map(given.map((role) => [keyOf(role), role]))
  const lost = before.filter((role) => !current.has(keyOf(role)))
  const gained = [...current].flatMap(([key, role]) => (beforeKeys.has(key) ? [] : [role]))
  for (const { rowId } of lost) await transaction.deleteFrom('person_role').where('id', '=', rowId).execute()
  if (gained.length > 0) {
    await transaction
      .insertInto('person_role')
      .values(
        gained.map(({ deploymentId, role, group }) => ({
          person_id: id,
          deployment_id: deploymentId,
          role,
          group_name: group,
          created_at: now,
          created_by: null,
        })),
      )
      .execute()
  }
  const event = (action: string, { deploymentId, role, group }: GivenRole) => ({
    deploymentId,
    at: now,
    actor: name,
    action,
    target: name,
    detail: { id: String(id), role, group },
  })
  await recordAudits(transaction, [
    ...lost.map((role) => event('person.role_removed', role)),
    ...gained.map((role) => event('person.role_given', role)),
  ])
}

/** Why a sign-in was refused, and whom to ask. */
export function signInRefusal(refused: 'disabled' | 'no role', contact: string | null): HttpError {
  const whom = contact === null ? 'an administrator of Gatehouse' : contact
  return new HttpError(
    403,
    refused === 'disabled'
      ? `Your access to Gatehouse is disabled. Ask ${whom}.`
      : `You have no role in Gatehouse. Ask ${whom} to invite you, or to add you to a group that has one.`,
  )
}
