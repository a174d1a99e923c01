import { sql } from 'kysely'
import { nameFault } from '#contract/parameters/name-fault.ts'
import type { Reader, Writer } from '#server/db/database.ts'
import { parseStored } from '#server/db/stored-json.ts'
import { localOperator } from '#server/http/principal.ts'

const maxLength = 100
/** Room for what makes a name unique. */
const maxProposedLength = 80

/** Names that history has for the service itself. */
const serviceNames = [
  'Gatehouse',
  localOperator.name,
  'Administrator',
  'Local administrator',
  'GATEHOUSE_TOKEN',
]

/** The form in which names are compared: names that look the same should not be those of two people. */
export const nameKey = (name: string): string =>
  name.normalize('NFKC').toLowerCase().normalize('NFKC').replaceAll(/\s+/g, ' ').trim()

/** The name in history of a person whose data was deleted. @param id the number of the event of the deletion. */
export const deletedName = (id: number): string => `deleted user ${id}`

/** Whether a name is that of a person whose data was deleted. */
export const isDeletedName = (name: string): boolean => /^deleted user \d+$/.test(name)

/** A name of the provider without what is invisible; null if nothing is left. */
export function cleanName(proposed: string): string | null {
  const characters = Array.from(proposed.normalize('NFC').replaceAll(/\s+/g, ' '))
  const visible = characters.filter((character) => nameFault(character) === null).join('')
  const name = Array.from(visible.replaceAll(/ {2,}/g, ' ').trim())
    .slice(0, maxProposedLength)
    .join('')
    .trim()
  return name === '' ? null : name
}

/** Whether a person, a token or the service has a name, or had it. */
export async function isNameTaken(reader: Reader, name: string): Promise<boolean> {
  const key = nameKey(name)
  if (serviceNames.some((one) => nameKey(one) === key)) return true
  const person = await reader
    .selectFrom('person_name')
    .select('key')
    .where('key', '=', key)
    .executeTakeFirst()
  if (person) return true
  const token = await reader
    .selectFrom('token')
    .select('id')
    .where((eb) => eb.or([isNamed('person', name), isNamed('name', name)]))
    .limit(1)
    .executeTakeFirst()
  return token !== undefined
}

/** A condition for a column of tokens that has a name. Databases fold letters beyond ASCII differently. */
function isNamed(column: 'name' | 'person', name: string) {
  const forms = [...new Set([name, name.toLowerCase(), nameKey(name)])]
  return sql<boolean>`(${sql.ref(column)} in (${sql.join(forms)}) or lower(${sql.ref(column)}) in (${sql.join(forms)}))`
}

/** A condition for tokens that act in a deployment, or in any that null stands for. */
const actsIn = (deploymentId: number | null) =>
  deploymentId === null
    ? sql<boolean>`true`
    : sql<boolean>`(deployment_id is null or deployment_id = ${deploymentId})`

/** Whether the service itself, or a person without single sign-on, acts under a name in a deployment, or did. */
export async function isNameOfActor(
  reader: Reader,
  deploymentId: number | null,
  name: string,
): Promise<boolean> {
  if (serviceNames.some((one) => nameKey(one) === nameKey(name))) return true
  const query = reader
    .selectFrom('token')
    .select('id')
    .where(actsIn(deploymentId))
    .where(isNamed('person', name))
    .limit(1)
  return (await query.executeTakeFirst()) !== undefined
}

/** Whether a machine of a deployment has or had a name. */
export async function isNameOfMachine(
  reader: Reader,
  deploymentId: number | null,
  name: string,
): Promise<boolean> {
  const tokens = await reader
    .selectFrom('token')
    .select(['name', 'former_names_json'])
    .where(actsIn(deploymentId))
    .where('person', 'is', null)
    .where((eb) => eb.or([isNamed('name', name), eb('former_names_json', '<>', '[]')]))
    .execute()
  const key = nameKey(name)
  // parse: written when a token is renamed.
  const namesOf = (token: (typeof tokens)[number]) => [
    token.name,
    ...parseStored<string[]>(token.former_names_json),
  ]
  return tokens.some((token) => namesOf(token).some((one) => nameKey(one) === key))
}

/** A free name for a person: the first proposal, else with the e-mail address or a number behind it. */
async function freeName(reader: Reader, proposals: readonly string[], email: string | null): Promise<string> {
  const [base = 'Person'] = proposals.flatMap((one) => cleanName(one) ?? [])
  const named = email === null ? [] : [`${base} (${email})`].filter((one) => one.length <= maxLength)
  for (const name of [base, ...named]) if (!(await isNameTaken(reader, name))) return name
  for (let number = 2; ; number++) {
    const name = `${base} (${number})`
    if (!(await isNameTaken(reader, name))) return name
  }
}

/** Gives a name to a person for good. @returns false if somebody else was faster. */
export async function addName(
  transaction: Writer,
  personId: number,
  name: string,
  since: number,
): Promise<boolean> {
  const added = await transaction
    .insertInto('person_name')
    .values({ key: nameKey(name), name, person_id: personId, since })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst()
  return added !== undefined
}

/** Gives a person a free name, see `freeName`, also where several people sign in at once. @returns it. */
export async function nameFreely(
  transaction: Writer,
  person: { id: number; email: string | null },
  proposals: readonly string[],
  since: number,
): Promise<string> {
  for (;;) {
    const name = await freeName(transaction, proposals, person.email)
    if (!(await addName(transaction, person.id, name, since))) continue
    await transaction.updateTable('person').set({ name }).where('id', '=', person.id).execute()
    return name
  }
}

/** The person who has or had a name; undefined if nobody. */
export async function personOfName(reader: Reader, name: string): Promise<number | undefined> {
  const row = await reader
    .selectFrom('person_name')
    .select('person_id')
    .where('key', '=', nameKey(name))
    .executeTakeFirst()
  return row?.person_id
}

/** The people who have or had names, by name; one statement. Names that are nobody's are left out. */
export async function peopleOfNames(reader: Reader, names: readonly string[]): Promise<Map<string, number>> {
  const keys = [...new Set(names.map(nameKey))]
  if (keys.length === 0) return new Map()
  const rows = await reader
    .selectFrom('person_name')
    .select(['key', 'person_id'])
    .where('key', 'in', keys)
    .execute()
  const ids = new Map(rows.map((row) => [row.key, row.person_id]))
  return new Map(
    names.flatMap((name) => {
      const id = ids.get(nameKey(name))
      return id === undefined ? [] : [[name, id] as const]
    }),
  )
}

/** The names of `namesOfPerson`, to select from. */
export const namesInStatement = ({ name, personId }: { name: string; personId: number | null }) =>
  sql<string>`(select name from person_name where person_id = ${personId ?? -1} union all select cast(${name} as text))`

/** The names that a principal has or had: of a person of single sign-on all of them, else the one. One statement. */
export async function namesOfPerson(
  reader: Reader,
  { name, personId }: { name: string; personId: number | null },
): Promise<string[]> {
  if (personId === null) return [name]
  const rows = await reader
    .selectFrom('person_name')
    .select('name')
    .where('person_id', '=', personId)
    .execute()
  return [...new Set([name, ...rows.map((row) => row.name)])]
}
