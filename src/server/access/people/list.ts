import type { z } from 'zod'
import type { peopleAnswer } from '#contract/responses/people.ts'
import type { Reader } from '#server/db/database.ts'
import type { Principal } from '#server/http/principal.ts'
import type { Deployment } from '#server/http/services.ts'
import { activeSince } from '../tokens/sessions/sessions.ts'
import type { Person } from './person.ts'

export type PersonAnswer = z.infer<typeof peopleAnswer>['people'][number]

/** Whose people, seen by whom. */
export interface Viewpoint {
  deployment: Deployment
  /** All deployments of the service. */
  deployments: readonly Deployment[]
  principal: Principal
  /** Milliseconds since 1970. */
  now: number
}

/** The people of a deployment. To an administrator of all, people without any role belong to each deployment. */
export function visiblePeople(reader: Reader, { deployment, principal }: Viewpoint) {
  return reader.selectFrom('person').where((eb) => {
    const roles = eb.selectFrom('person_role').select('person_id')
    const here = roles.where((role) =>
      role.or([role('deployment_id', '=', deployment.id), role('deployment_id', 'is', null)]),
    )
    return eb.or([
      eb('person.id', 'in', here),
      ...(principal.deploymentId === null ? [eb('person.id', 'not in', roles)] : []),
    ])
  })
}

/**
 * Lists the people of a deployment by name, with five statements for any number.
 * @param only reads one person, even if they have no role in the deployment any more.
 */
export async function listPeople(reader: Reader, view: Viewpoint, only?: number): Promise<PersonAnswer[]> {
  const rows =
    only === undefined
      ? visiblePeople(reader, view)
      : reader.selectFrom('person').where('person.id', '=', only)
  const people = await rows.selectAll('person').orderBy('person.name').orderBy('person.id').execute()
  const related = await readRelated(reader, view, only)
  return people.map((person) => answerOf(person, related, view))
}

interface StoredLink {
  invitation_expires_at: number | null
}

/** When the link of an invitation expires, or has; null without one that waits for its use. */
const linkEndOf = (roles: readonly StoredLink[]) =>
  instant(roles.find((role) => role.invitation_expires_at !== null)?.invitation_expires_at ?? null)

type Related = Awaited<ReturnType<typeof readRelated>>

async function readRelated(reader: Reader, { deployment, principal, now }: Viewpoint, only?: number) {
  const roles = await reader
    .selectFrom('person_role')
    .select(['person_id', 'deployment_id', 'role', 'group_name', 'created_at', 'created_by'])
    .select('invitation_expires_at')
    .$if(only !== undefined, (rows) => rows.where('person_id', '=', only ?? 0))
    .orderBy('id')
    .execute()
  const names = await reader
    .selectFrom('person_name')
    .select(['person_id', 'name'])
    .$if(only !== undefined, (rows) => rows.where('person_id', '=', only ?? 0))
    .orderBy('since')
    .orderBy('name')
    .execute()
  const since = activeSince(now)
  const sessions = await reader
    .selectFrom('session')
    .select((eb) => ['person_id', eb.fn.countAll<number>().as('count')])
    .where('person_id', 'is not', null)
    .where('last_seen_at', '>=', since.lastSeen)
    .where('created_at', '>', since.created)
    .groupBy('person_id')
    .execute()
  const tokens = await reader
    .selectFrom('token')
    .select((eb) => ['person_id', eb.fn.countAll<number>().as('count')])
    .where('person_id', 'is not', null)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .where((eb) =>
      eb.or([
        eb('deployment_id', '=', deployment.id),
        ...(principal.deploymentId === null ? [eb('deployment_id', 'is', null)] : []),
      ]),
    )
    .groupBy('person_id')
    .execute()
  return {
    roles: Map.groupBy(roles, ({ person_id }) => person_id),
    names: Map.groupBy(names, ({ person_id }) => person_id),
    sessions: new Map(sessions.map(({ person_id, count }) => [person_id, count])),
    tokens: new Map(tokens.map(({ person_id, count }) => [person_id, count])),
  }
}

const instant = (value: number | null) => (value === null ? null : new Date(value).toISOString())

function answerOf(person: Person, related: Related, view: Viewpoint): PersonAnswer {
  const { deployment, deployments, principal } = view
  const all = related.roles.get(person.id) ?? []
  if (isWaiting(person, all, view)) return waitingAnswer(person, all, view)
  const own = all.filter(({ deployment_id: id }) => id === null || id === deployment.id)
  const isEverywhere = all.some(({ deployment_id: id }) => id === null)
  const ids = new Set(all.map(({ deployment_id: id }) => id))
  return {
    id: String(person.id),
    name: person.name,
    formerNames: (related.names.get(person.id) ?? []).flatMap(({ name }) =>
      name === person.name ? [] : [name],
    ),
    email: person.email,
    roles: own.map(({ role, deployment_id, group_name, created_by }) => ({
      role,
      allDeployments: deployment_id === null,
      group: group_name,
      givenBy: created_by,
    })),
    deployments: deployments
      .filter(({ id }) => isEverywhere || ids.has(id))
      // Others' existence is not for an administrator of one deployment.
      .filter(({ id }) => principal.deploymentId === null || id === deployment.id)
      .map(({ slug, name }) => ({ slug, name })),
    invited: person.subject === null && person.last_seen_at === null,
    linkExpiresAt: linkEndOf(own),
    disabledAt: instant(person.disabled_at),
    disabledBy: person.disabled_by,
    createdAt: new Date(person.created_at).toISOString(),
    createdBy: person.created_by,
    lastSeenAt: instant(person.last_seen_at),
    sessions: related.sessions.get(person.id) ?? 0,
    tokens: related.tokens.get(person.id) ?? 0,
    current: person.id === principal.personId,
    locked: isLocked(all, view) ? 'other deployments' : null,
  }
}

interface RoleHere {
  deployment_id: number | null
  group_name: string | null
  created_at: number
}

/**
 * Whether a person was known before an administrator of one deployment invited their address, and has not signed in since.
 * Until then nothing but the address is shown to such administrators.
 */
export function isWaiting(
  person: Pick<Person, 'created_at' | 'last_seen_at'>,
  roles: readonly RoleHere[],
  { principal, deployment }: Viewpoint,
): boolean {
  if (principal.deploymentId === null || roles.some(({ deployment_id: id }) => id === null)) return false
  const own = roles.filter(({ deployment_id: id }) => id === deployment.id)
  const since = Math.min(...own.map(({ created_at }) => created_at))
  const isByAddress = own.length > 0 && own.every(({ group_name }) => group_name === null)
  return isByAddress && person.created_at < since && (person.last_seen_at ?? 0) < since
}

function waitingAnswer(
  { id, email }: Person,
  roles: readonly (RoleHere & StoredLink & { role: string; created_by: string | null })[],
  { deployment }: Viewpoint,
): PersonAnswer {
  const own = roles.filter(({ deployment_id }) => deployment_id === deployment.id)
  const [first] = own
  return {
    id: String(id),
    name: email ?? '',
    formerNames: [],
    email,
    roles: own.map(({ role, created_by }) => ({
      role,
      allDeployments: false,
      group: null,
      givenBy: created_by,
    })),
    deployments: [{ slug: deployment.slug, name: deployment.name }],
    invited: true,
    linkExpiresAt: linkEndOf(own),
    disabledAt: null,
    disabledBy: null,
    createdAt: new Date(first?.created_at ?? 0).toISOString(),
    createdBy: first?.created_by ?? null,
    lastSeenAt: null,
    sessions: 0,
    tokens: 0,
    current: false,
    locked: null,
  }
}

/** Whether a person has roles that the actor does not administer, and so is not theirs to rename or disable. */
export const isLocked = (
  roles: readonly { deployment_id: number | null }[],
  { principal, deployment }: Viewpoint,
): boolean => principal.deploymentId !== null && roles.some(({ deployment_id: id }) => id !== deployment.id)
