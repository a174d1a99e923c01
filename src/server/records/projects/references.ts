import { type RawBuilder, sql } from 'kysely'
import type { Reader, Writer } from '#server/db/database.ts'
import { contains, jsonField, rowsOf } from '#server/db/sql.ts'
import { parseStored } from '#server/db/stored-json.ts'

// What stores a project by its name: tokens, filters, and files that are not applied yet. Everything else has its id.

/** A text that names a project, and what it was before. */
interface StoredText {
  id: number | string
  text: string
  before: string
}

/** A token, a view or a webhook that named a project, before and after. */
export type Reference = StoredText & { table: 'token' | 'view' | 'webhook' }

/** The tables with filters, and the type of their ids. */
const filterTables = { view: 'integer', kept_filter: 'text', webhook: 'integer' } as const
type FilterTable = keyof typeof filterTables

/** Parameters of filters that name projects. */
const projectParameters = new Set(['repos', 'not_repos', 'repo', 'project'])

/** A query string in which projects have other names; the same text if it names none of them. */
export function renameInQuery(query: string, nameOf: (name: string) => string): string {
  let isChanged = false
  const next = new URLSearchParams()
  const present = (name: string) => {
    const changed = nameOf(name)
    if (changed !== name) isChanged = true
    return changed
  }
  for (const [key, value] of new URLSearchParams(query)) {
    const parameter = key.replace(/\[\d*\]$/, '')
    if (!projectParameters.has(parameter)) next.append(key, value)
    else if (key !== parameter || parameter === 'project') next.append(key, present(value))
    else {
      const names = value.split(',').map(present)
      // In brackets a comma is a part of the name.
      if (names.length === value.split(',').length && !names.some((name) => name.includes(',')))
        next.append(key, names.join(','))
      else for (const name of names) next.append(`${parameter}[]`, name)
    }
  }
  return isChanged ? next.toString() : query
}

/** The longest part of a name that is written as it is in every query string. */
const plainPart = (name: string): string =>
  (name.match(/[A-Za-z0-9_.-]+/g) ?? []).reduce(
    (longest, part) => (part.length > longest.length ? part : longest),
    '',
  )

/** The filters of a table that name one of several projects, with the names replaced. */
async function filtersNaming(
  reader: Reader,
  deploymentId: number,
  table: FilterTable,
  names: readonly string[],
  to: string,
): Promise<StoredText[]> {
  const rows = await reader
    .selectFrom(table)
    .select(['id', 'query as text'])
    .where('deployment_id', '=', deploymentId)
    .where((eb) => eb.or(names.map((name) => contains(sql.ref('query'), sql.val(plainPart(name))))))
    .execute()
  return rows.flatMap(({ id, text }) => {
    const renamed = renameInQuery(text, (name) => (names.includes(name) ? to : name))
    return renamed === text ? [] : [{ id, text: renamed, before: text }]
  })
}

/** The tokens that are restricted to one of several projects, with the names replaced. */
async function tokensNaming(
  reader: Reader,
  deploymentId: number,
  names: readonly string[],
  to: string,
): Promise<StoredText[]> {
  const rows = await reader
    .selectFrom('token')
    .select(['id', 'projects_json'])
    .where('deployment_id', '=', deploymentId)
    .where('projects_json', 'is not', null)
    .where('revoked_at', 'is', null)
    .execute()
  return rows.flatMap(({ id, projects_json: json }) => {
    // parse: written by us from the list of projects.
    const projects = parseStored<string[]>(json ?? '[]')
    if (!projects.some((project) => names.includes(project))) return []
    const renamed = new Set(projects.map((project) => (names.includes(project) ? to : project)))
    return [{ id, text: JSON.stringify([...renamed]), before: json ?? '' }]
  })
}

/** The files that are not applied yet, sent for a project. */
async function filesNaming(reader: Reader, deploymentId: number, from: string, to: string) {
  const rows = await reader
    .selectFrom('stored_report')
    .select(['id', 'kind', 'key', 'facts_json'])
    .where('deployment_id', '=', deploymentId)
    .where('kind', 'in', ['held', 'part', 'import'])
    .where(jsonField(sql.ref('facts_json'), 'project'), '=', from)
    .execute()
  return rows.map(({ id, kind, key, facts_json: json }) => {
    // parse: written by `storeReport`; the facts of every kind name the project.
    const facts = JSON.stringify({ ...parseStored<object>(json), project: to })
    // parse: the key of a part is a list that begins with the project.
    const [, ...rest] = kind === 'part' ? parseStored<unknown[]>(key ?? '[]') : []
    return { id, facts, key: kind === 'part' ? JSON.stringify([to, ...rest]) : key }
  })
}

/** Counts what names a project. */
export async function countReferences(
  reader: Reader,
  deploymentId: number,
  names: readonly string[],
): Promise<{ tokens: number; filters: number }> {
  let filters = 0
  // The new name only has to be another one.
  for (const table of filterTableNames)
    filters += (await filtersNaming(reader, deploymentId, table, names, ' ')).length
  return { filters, tokens: (await tokensNaming(reader, deploymentId, names, ' ')).length }
}

// parse: the keys of our own list.
const filterTableNames = Object.keys(filterTables) as FilterTable[]

/** Makes everything that is stored with the name of a project name it by another one. */
export async function renameReferences(
  transaction: Writer,
  deploymentId: number,
  from: string,
  to: string,
): Promise<Reference[]> {
  const references: Reference[] = []
  for (const table of filterTableNames) {
    const rows = await filtersNaming(transaction, deploymentId, table, [from], to)
    const given = rowsOf(
      { id: filterTables[table], text: 'text' },
      rows.map(({ id, text }) => [id, text]),
    )
    await setTexts(transaction, deploymentId, table, { query: 'text' }, rows.length, given)
    if (table !== 'kept_filter') references.push(...rows.map((row) => ({ ...row, table })))
  }
  const tokens = await tokensNaming(transaction, deploymentId, [from], to)
  const givenTokens = rowsOf(
    { id: 'integer', text: 'text' },
    tokens.map(({ id, text }) => [id, text]),
  )
  await setTexts(transaction, deploymentId, 'token', { projects_json: 'text' }, tokens.length, givenTokens)
  const files = await filesNaming(transaction, deploymentId, from, to)
  const givenFiles = rowsOf(
    { id: 'integer', facts: 'text', key: 'text' },
    files.map(({ id, facts, key }) => [id, facts, key]),
  )
  await setTexts(
    transaction,
    deploymentId,
    'stored_report',
    { facts_json: 'facts', key: 'key' },
    files.length,
    givenFiles,
  )
  await transaction
    .updateTable('job')
    .set({ note: to })
    .where('deployment_id', '=', deploymentId)
    .where('kind', '=', 'import')
    .where('note', '=', from)
    .execute()
  return [...references, ...tokens.map((row) => ({ ...row, table: 'token' as const }))]
}

/** Gives tokens, views and webhooks that were not changed since the texts that they had. */
export async function restoreReferences(
  transaction: Writer,
  deploymentId: number,
  references: readonly Reference[],
): Promise<void> {
  for (const table of ['token', 'view', 'webhook'] as const) {
    const column = table === 'token' ? 'projects_json' : 'query'
    const some = references.filter((reference) => reference.table === table)
    if (some.length === 0) continue
    const given = rowsOf(
      { id: 'integer', text: 'text', before: 'text' },
      some.map(({ id, text, before }) => [id, text, before]),
    )
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = given.before from ${given} as given
      where ${sql.ref(`${table}.deployment_id`)} = ${deploymentId} and ${sql.ref(`${table}.id`)} = given.id
        and ${sql.ref(`${table}.${column}`)} = given.text`.execute(transaction)
  }
}

/** Sets columns of rows to given texts, with one statement. */
async function setTexts(
  transaction: Writer,
  deploymentId: number,
  table: FilterTable | 'token' | 'stored_report',
  columns: Readonly<Record<string, string>>,
  count: number,
  given: RawBuilder<unknown>,
): Promise<void> {
  if (count === 0) return
  const set = Object.entries(columns).map(
    ([column, from]) => sql`${sql.ref(column)} = ${sql.ref(`given.${from}`)}`,
  )
  await sql`update ${sql.table(table)} set ${sql.join(set)} from ${given} as given
    where ${sql.ref(`${table}.deployment_id`)} = ${deploymentId} and ${sql.ref(`${table}.id`)} = given.id`.execute(
    transaction,
  )
}
