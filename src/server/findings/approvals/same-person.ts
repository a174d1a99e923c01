import type { Reader } from '#server/db/database.ts'
import { parseStored } from '#server/db/stored-json.ts'
import type { Principal } from '#server/http/principal.ts'
import { nameKey, peopleOfNames } from '#server/people/public.ts'

/** How many tokens may stand between a person and the one that acts: a token that a token created, and so on. */
const maxSteps = 10

/**
 * Those of the names in the history behind which the same person stands as behind a principal: who has or had the name, or
 * created the machine's token of that name, or whose token created the principal's. Two statements for each step, for any
 * number of names.
 */
export async function namesOfSamePerson(
  reader: Reader,
  deploymentId: number,
  { name, personId }: Pick<Principal, 'name' | 'personId'>,
  names: readonly string[],
): Promise<Set<string>> {
  const behind = await peopleBehind(reader, deploymentId, [name, ...names])
  const own = new Set([...(behind.get(name) ?? []), ...(personId === null ? [] : [personKey(personId)])])
  return new Set(names.filter((one) => [...(behind.get(one) ?? [])].some((key) => own.has(key))))
}

/**
 * Whom each name stands for, as keys: itself, a person of single sign-on (`personKey`), and whoever created machine's
 * tokens that have or had that name. Two statements for each step, for any number of names.
 */
export async function peopleBehind(
  reader: Reader,
  deploymentId: number,
  names: readonly string[],
): Promise<Map<string, Set<string>>> {
  const people = new Map<string, number>()
  const makers = new Map<string, string[]>()
  let unread = [...new Set(names)]
  for (let step = 0; step < maxSteps && unread.length > 0; step++) {
    for (const [name, id] of await peopleOfNames(reader, unread)) people.set(name, id)
    for (const name of unread) makers.set(name, [])
    const made = await makersOf(reader, deploymentId, unread)
    for (const [name, maker] of made) makers.get(name)?.push(maker)
    unread = [...new Set(made.map(([, maker]) => maker))].filter((one) => !makers.has(one))
  }
  return new Map(names.map((name) => [name, keysOf(name, people, makers)]))
}

/** Who created machine's tokens that act in a deployment, beside each of the names that these have or had. */
async function makersOf(
  reader: Reader,
  deploymentId: number,
  names: readonly string[],
): Promise<[name: string, maker: string][]> {
  const tokens = await reader
    .selectFrom('token')
    .select(['name', 'former_names_json', 'created_by'])
    .where((eb) => eb.or([eb('deployment_id', 'is', null), eb('deployment_id', '=', deploymentId)]))
    .where('person', 'is', null)
    .where('created_by', 'is not', null)
    .where((eb) => eb.or([eb('name', 'in', names), eb('former_names_json', '<>', '[]')]))
    .execute()
  return tokens.flatMap(({ name, former_names_json, created_by: maker }) => {
    // parse: written when a token is renamed.
    const own = new Set([name, ...parseStored<string[]>(former_names_json)])
    return names.filter((one) => own.has(one)).map((one): [string, string] => [one, maker ?? ''])
  })
}

function keysOf(
  first: string,
  people: ReadonlyMap<string, number>,
  makers: ReadonlyMap<string, readonly string[]>,
): Set<string> {
  const names = new Set([first])
  const keys = new Set<string>()
  // A set is iterated in the order of insertion, with what is added meanwhile.
  for (const name of names) {
    keys.add(`name ${nameKey(name)}`)
    const id = people.get(name)
    if (id !== undefined) keys.add(personKey(id))
    for (const maker of makers.get(name) ?? []) names.add(maker)
  }
  return keys
}

/** The key of a person of single sign-on. */
export const personKey = (id: number) => `person ${id}`
