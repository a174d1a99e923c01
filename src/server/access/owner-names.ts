import { parseOwner } from '#contract/parameters/owner.ts'
import type { Reader } from '#server/db/database.ts'
import { textsOf } from '#server/db/sql.ts'
import { isDeletedName, nameKey } from './people/names.ts'

/** A team by its current name. */
interface TeamPeople {
  name: string
  /** Stored names of members who were set by hand. */
  members: readonly string[]
  /** Current names of those by a group of single sign-on, without disabled people. */
  groupMembers: ReadonlySet<string>
}

/** Who owns what the stored owners name, now. */
export class OwnerNames {
  readonly #people: ReadonlyMap<string, { name: string; disabled: boolean }>
  readonly #teams: ReadonlyMap<string, TeamPeople>
  readonly #handles: ReadonlyMap<string, string>

  constructor(
    people: ReadonlyMap<string, { name: string; disabled: boolean }>,
    teams: ReadonlyMap<string, TeamPeople>,
    handles: ReadonlyMap<string, string>,
  ) {
    this.#people = people
    this.#teams = teams
    this.#handles = handles
  }

  /**
   * Returns the owner that a stored one stands for: a person by their current name, whoever a handle is mapped to, or the
   * handle itself. Null for nobody, a disabled or deleted person and a deleted team.
   */
  shown(stored: string | null): string | null {
    if (stored === null) return null
    const { kind, name } = parseOwner(stored)
    if (kind === 'person') return this.#shownPerson(name)
    if (kind === 'team') return this.#shownTeam(name)
    const target = this.#handles.get(stored.toLowerCase())
    return target === undefined ? stored : this.shown(target)
  }

  /** The name of the person whom a stored owner means, also of a disabled one; null if it means no single person. */
  person(stored: string): string | null {
    const { kind, name } = parseOwner(stored)
    if (kind === 'person') return this.#people.get(nameKey(name))?.name ?? name
    const target = kind === 'handle' ? this.#handles.get(stored.toLowerCase()) : undefined
    return target === undefined ? null : this.person(target)
  }

  /** Whom a stored owner means, also a disabled person or a deleted team. Null for nobody and a deleted person. */
  former(stored: string | null): string | null {
    if (stored === null) return null
    const { kind, name } = parseOwner(stored)
    if (kind === 'team') return stored
    if (kind === 'handle') return this.former(this.#handles.get(stored.toLowerCase()) ?? null)
    return isDeletedName(name) ? null : `person:${this.person(stored)}`
  }

  /** Whether a person owns what has a stored owner, alone or as a member of a team. */
  isOwnedBy(stored: string | null, person: string): boolean {
    const shown = this.shown(stored)
    if (shown === null) return false
    const { kind, name } = parseOwner(shown)
    if (kind === 'person') return name === person
    if (kind === 'handle') return false
    const team = this.#teams.get(nameKey(name))
    if (!team) return false
    return (
      team.groupMembers.has(person) ||
      team.members.some((member) => this.#shownPerson(member) === `person:${person}`)
    )
  }

  #shownPerson(name: string): string | null {
    const person = this.#people.get(nameKey(name))
    if (!person) return isDeletedName(name) ? null : `person:${name}`
    return person.disabled ? null : `person:${person.name}`
  }

  #shownTeam(name: string): string | null {
    const team = this.#teams.get(nameKey(name))
    return team ? `team:${team.name}` : null
  }
}

/**
 * Reads whom stored owners stand for. Some statements, whatever the number of owners.
 * @param stored the owners that will be asked for.
 */
export async function readOwnerNames(
  reader: Reader,
  deploymentId: number,
  stored: readonly string[],
): Promise<OwnerNames> {
  const handles = await readHandles(reader, deploymentId, stored)
  const teams = await readTeamMembers(reader, deploymentId)
  const members = [...teams.values()].flatMap((team) => team.members)
  const names = [...members, ...[...stored, ...handles.values()].flatMap(nameOfPerson)]
  return new OwnerNames(await readPeople(reader, names), teams, handles)
}

const nameOfPerson = (owner: string) => {
  const { kind, name } = parseOwner(owner)
  return kind === 'person' ? [name] : []
}

/** People of single sign-on, by those of their names. */
async function readPeople(reader: Reader, names: readonly string[]) {
  const rows = await reader
    .selectFrom('person_name')
    .innerJoin('person', 'person.id', 'person_name.person_id')
    .select(['person_name.key', 'person.name', 'person.disabled_at'])
    .where('key', 'in', textsOf(new Set(names.map(nameKey))))
    .execute()
  return new Map(rows.map(({ key, name, disabled_at: at }) => [key, { name, disabled: at !== null }]))
}

async function readTeamMembers(reader: Reader, deploymentId: number) {
  const rows = await reader
    .selectFrom('team')
    .leftJoin('team_member as member', (join) =>
      join.onRef('member.deployment_id', '=', 'team.deployment_id').onRef('member.team_id', '=', 'team.id'),
    )
    .select(['team.id', 'team.key', 'team.name', 'member.person'])
    .where('team.deployment_id', '=', deploymentId)
    .execute()
  const byGroup = rows.length === 0 ? [] : await readGroupMembers(reader, deploymentId)
  const teams = new Map<string, TeamPeople & { members: string[]; groupMembers: Set<string> }>()
  const groupMembersById = new Map<number, Set<string>>()
  for (const { id, key, name, person } of rows) {
    const groupMembers = groupMembersById.get(id) ?? new Set()
    groupMembersById.set(id, groupMembers)
    const team = teams.get(key) ?? { name, members: [], groupMembers }
    if (person !== null) team.members.push(person)
    teams.set(key, team)
  }
  for (const { team_id: id, name } of byGroup) groupMembersById.get(id)?.add(name)
  return teams
}

/** Members by a group of single sign-on, without disabled people. */
function readGroupMembers(reader: Reader, deploymentId: number) {
  return reader
    .selectFrom('team_group_member as member')
    .innerJoin('person', 'person.id', 'member.person_id')
    .select(['member.team_id', 'person.name'])
    .where('member.deployment_id', '=', deploymentId)
    .where('person.disabled_at', 'is', null)
    .execute()
}

/** Whom handles are mapped to: as set, else the person with a verified e-mail address and a role in the deployment. */
async function readHandles(
  reader: Reader,
  deploymentId: number,
  stored: readonly string[],
): Promise<Map<string, string>> {
  const addresses = stored.filter((owner) => parseOwner(owner).kind === 'handle' && !owner.startsWith('@'))
  const handles = await reader
    .selectFrom('owner_handle')
    .select(['handle', 'owner'])
    .where('deployment_id', '=', deploymentId)
    .execute()
  const people = await reader
    .selectFrom('person')
    .select(['email', 'name'])
    .where('email', 'in', textsOf(addresses.map((address) => address.toLowerCase())))
    .where('last_seen_at', 'is not', null)
    .where('id', 'in', (query) =>
      query
        .selectFrom('person_role')
        .select('person_id')
        .where((role) =>
          role.or([role('deployment_id', '=', deploymentId), role('deployment_id', 'is', null)]),
        ),
    )
    .orderBy('id', 'desc')
    .execute()
  return new Map([
    ...people.map(({ email, name }): [string, string] => [email ?? '', `person:${name}`]),
    ...handles.map(({ handle, owner }): [string, string] => [handle, owner]),
  ])
}
