import { getOrCreate } from '#lib/get-or-create.ts'
import { nameKey, peopleOfNames } from '#server/access/people/names.ts'
import type { Reader } from '#server/db/database.ts'
import { textsOf } from '#server/db/sql.ts'
import { parseStored } from '#server/db/stored-json.ts'
import type { Principal } from '#server/http/principal.ts'

// History, comments and requests know who acted by a name. In an older database several may have or have had one: a
// person, and machines. They are told apart by their ids here, and what one may not be told of another is refused.

/** How many tokens may stand between a person and the one that acts: a token that a token created, and so on. */
const maxSteps = 10

/** Somebody who has or had a name: a person, or a machine's token with the name of whoever created it. */
interface Holder {
  key: string
  maker: string | null
}
type Holders = ReadonlyMap<string, readonly Holder[]>

export type Actor = Pick<Principal, 'name' | 'personId' | 'tokenId' | 'machine'>

/**
 * Those of the names in the history that may be a principal's: it has the name, or the same person stands behind one of those
 * who have or had it as behind the principal: created the machine's token, or the token that created the principal's.
 * Two statements for each step, for any number of names.
 */
export async function namesOfSamePerson(
  reader: Reader,
  deploymentId: number,
  principal: Actor,
  names: readonly string[],
): Promise<Set<string>> {
  return (await ownNames(reader, deploymentId, principal, names)).possible
}

/**
 * The names that may be a principal's, and those of them that are nobody else's: what only its author may do needs one of
 * these.
 */
export async function ownNames(
  reader: Reader,
  deploymentId: number,
  principal: Actor,
  names: readonly string[],
): Promise<{ possible: Set<string>; certain: Set<string> }> {
  const holders = await readHolders(reader, deploymentId, [principal.name, ...names])
  const all = holdersOfPrincipal(principal, holders)
  const [most, least] = [
    new Set(all.flatMap((one) => [...keysOf(one, holders, false)])),
    keysOfAll(all, holders),
  ]
  const possible = new Set<string>()
  const certain = new Set<string>()
  for (const name of names) {
    const those = holders.get(name) ?? []
    if (
      nameKey(name) === nameKey(principal.name) ||
      those.some((one) => intersects(keysOf(one, holders, false), most))
    )
      possible.add(name)
    if (those.every((one) => intersects(keysOf(one, holders, true), least))) certain.add(name)
  }
  return { possible, certain }
}

/**
 * Whom each name may stand for, as keys: people of single sign-on (`personKey`) and others, and whoever created machine's
 * tokens that have or had that name. Two statements for each step, for any number of names.
 */
export async function peopleBehind(
  reader: Reader,
  deploymentId: number,
  names: readonly string[],
): Promise<Map<string, Set<string>>> {
  const holders = await readHolders(reader, deploymentId, names)
  return new Map(
    names.map((name) => [
      name,
      new Set((holders.get(name) ?? []).flatMap((one) => [...keysOf(one, holders, false)])),
    ]),
  )
}

/** The key of a person of single sign-on. */
export const personKey = (id: number) => `person ${id}`
const tokenKey = (id: number) => `token ${id}`
/** The key of a person without single sign-on, of the service, and of whoever is no longer known. */
const nameOnly = (name: string) => `name ${nameKey(name)}`

/** Which of those who have a principal's name it is. */
function holdersOfPrincipal(
  { name, personId, tokenId, machine }: Actor,
  holders: Holders,
): readonly Holder[] {
  if (personId !== null) return [{ key: personKey(personId), maker: null }]
  if (!machine || tokenId === null) return [{ key: nameOnly(name), maker: null }]
  const own = (holders.get(name) ?? []).filter(({ key }) => key === tokenKey(tokenId))
  return own.length > 0 ? own : [{ key: tokenKey(tokenId), maker: null }]
}

/** Somebody's key, and those of whoever stands behind a token: `certain` without those of whom one of several does. */
function keysOf(first: Holder, holders: Holders, certain: boolean): Set<string> {
  const keys = new Set<string>([first.key])
  const makers = new Set(first.maker === null ? [] : [first.maker])
  // A set is iterated in the order of insertion, with what is added meanwhile.
  for (const maker of makers) {
    const those = holders.get(maker) ?? []
    if (certain && those.length > 1) continue
    for (const one of those) {
      keys.add(one.key)
      if (one.maker !== null) makers.add(one.maker)
    }
  }
  return keys
}

const keysOfAll = (all: readonly Holder[], holders: Holders): Set<string> =>
  new Set(all.flatMap((one) => [...keysOf(one, holders, true)]))

const intersects = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  !one.isDisjointFrom(other)

/** Who has or had each of the names, and each name of whoever created their tokens. */
async function readHolders(reader: Reader, deploymentId: number, names: readonly string[]): Promise<Holders> {
  const holders = new Map<string, Holder[]>()
  let unread = [...new Set(names)]
  for (let step = 0; step < maxSteps && unread.length > 0; step++) {
    const found = await holdersOf(reader, deploymentId, unread)
    for (const name of unread) holders.set(name, found.get(name) ?? [])
    const makers = [...found.values()].flat().flatMap(({ maker }) => maker ?? [])
    unread = [...new Set(makers)].filter((one) => !holders.has(one))
  }
  return holders
}

async function holdersOf(
  reader: Reader,
  deploymentId: number,
  names: readonly string[],
): Promise<Map<string, Holder[]>> {
  const holders = new Map<string, Holder[]>()
  const add = (name: string, holder: Holder) => getOrCreate(holders, name, () => []).push(holder)
  for (const [name, id] of await peopleOfNames(reader, names)) add(name, { key: personKey(id), maker: null })
  const tokens = await reader
    .selectFrom('token')
    .select(['id', 'name', 'former_names_json', 'person', 'created_by'])
    .where((eb) => eb.or([eb('deployment_id', 'is', null), eb('deployment_id', '=', deploymentId)]))
    .where('person_id', 'is', null)
    .where((eb) =>
      eb.or([
        eb('person', 'in', textsOf(names)),
        eb.and([
          eb('person', 'is', null),
          eb.or([eb('name', 'in', textsOf(names)), eb('former_names_json', '<>', '[]')]),
        ]),
      ]),
    )
    .execute()
  const people = new Set(tokens.flatMap(({ person }) => person ?? []))
  const machines = Map.groupBy(
    tokens.flatMap(({ person, name, former_names_json: former, ...token }) => {
      if (person !== null) return []
      // parse: written when a token is renamed.
      const own = new Set([name, ...parseStored<string[]>(former)])
      return [...own].map((one) => ({ ...token, name: one }))
    }),
    ({ name }) => name,
  )
  for (const name of names) {
    for (const { id, created_by: maker } of machines.get(name) ?? []) add(name, { key: tokenKey(id), maker })
    if (people.has(name) || !holders.has(name)) add(name, { key: nameOnly(name), maker: null })
  }
  return holders
}
