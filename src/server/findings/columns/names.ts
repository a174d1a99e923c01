import { getOrCreate } from '#lib/get-or-create.ts'
import { type OwnerNames, readOwnerNames } from '#server/access/owner-names.ts'
import { findingTypes } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { readFormerNames } from '#server/db/project-name.ts'
import { type EffectiveModes, readEffectiveModes } from '#server/records/policies/effective-modes.ts'
import type { FindingColumns } from './finding-columns.ts'
import type { Table } from './table.ts'

/** The columns that hold ids, and the text that represents each id in facets, groups and sort orders. */
const namedResources = {
  repos: (reader: Reader, deploymentId: number) =>
    reader
      .selectFrom('project')
      .select(['id', 'name as text'])
      .where('deployment_id', '=', deploymentId)
      .orderBy('name')
      .execute(),
  project_tags: (reader: Reader, deploymentId: number) =>
    reader
      .selectFrom('project')
      .select(['id', 'tags_json as text'])
      .where('deployment_id', '=', deploymentId)
      .execute(),
  rules: (reader: Reader, deploymentId: number) =>
    reader
      .selectFrom('rule')
      .select(['id', 'path as text'])
      .where('deployment_id', '=', deploymentId)
      .orderBy('path')
      .execute(),
  categories: (reader: Reader, deploymentId: number) =>
    reader
      .selectFrom('category_set')
      .select(['id', 'categories_json as text'])
      .where('deployment_id', '=', deploymentId)
      .execute(),
}
export type NamedResource = keyof typeof namedResources

/** Texts by id, in the order of the database: names of projects and paths of rules by their bytes. */
export async function namesOf(
  reader: Reader,
  columns: FindingColumns,
  deploymentId: number,
  kind: NamedResource,
): Promise<ReadonlyMap<number, string>> {
  return deriveFromNames(columns, `names ${kind}`, async () => {
    const rows = await namedResources[kind](reader, deploymentId)
    return new Map(rows.map(({ id, text }) => [id, text]))
  })
}

/** By rule, those that scans of a project show to be the same under another path. */
export const ruleRenamesOf = (reader: Reader, columns: FindingColumns, deploymentId: number) =>
  deriveFromNames(columns, 'rule renames', async () => {
    const rows = await reader
      .selectFrom('rule_rename')
      .select(['from_rule_id', 'to_rule_id'])
      .where('deployment_id', '=', deploymentId)
      .where('undone_at', 'is', null)
      .execute()
    const renames = new Map<number, number[]>()
    for (const { from_rule_id: from, to_rule_id: to } of rows) getOrCreate(renames, from, () => []).push(to)
    return renames
  })

/** The present names of projects that are called by former ones; all others as they are. */
export async function currentNamesOf(
  reader: Reader,
  columns: FindingColumns,
  deploymentId: number,
  names: readonly string[],
): Promise<readonly string[]> {
  const former = await deriveFromNames(columns, 'former names', () => readFormerNames(reader, deploymentId))
  return former.size === 0 ? names : names.map((name) => former.get(name) ?? name)
}

/** For each rule 1 if its path, title or message contains a text, ignoring the case of ASCII letters. */
export async function rulesContaining(
  reader: Reader,
  columns: FindingColumns,
  deploymentId: number,
  table: Table,
  part: string,
): Promise<Uint8Array> {
  const rules = await deriveFromNames(columns, 'rule texts', async () => {
    const query = reader.selectFrom('rule').select(['id', 'path', 'title', 'message'])
    const rows = await query.where('deployment_id', '=', deploymentId).execute()
    return rows.map(({ id, path, title, message }) => ({
      id,
      texts: [path, title ?? '', message ?? ''].map(lowerAscii),
    }))
  })
  const search = lowerAscii(part)
  const holding = new Uint8Array(table.columns.rule.size)
  for (const { id, texts } of rules) {
    if (id < holding.length && texts.some((text) => text.includes(search))) holding[id] = 1
  }
  return holding
}

/** The projects that say a text of rules that contains another, ignoring the case of ASCII letters, by rule. */
export async function ownTextsContaining(
  reader: Reader,
  columns: FindingColumns,
  deploymentId: number,
  part: string,
): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  const own = await deriveFromNames(columns, 'own rule texts', async () => {
    const query = reader.selectFrom('rule_text').select(['rule_id', 'project_id', 'title', 'message'])
    const rows = await query
      .where('deployment_id', '=', deploymentId)
      .where('ref_id', '>=', 0)
      .where((eb) => eb.or([eb('title', 'is not', null), eb('message', 'is not', null)]))
      .execute()
    return rows.map(({ title, message, ...place }) => ({
      ...place,
      texts: [title ?? '', message ?? ''].map(lowerAscii),
    }))
  })
  const search = lowerAscii(part)
  const projects = new Map<number, Set<number>>()
  for (const { rule_id: rule, project_id: project, texts } of own) {
    if (texts.some((text) => text.includes(search))) getOrCreate(projects, rule, () => new Set()).add(project)
  }
  return projects
}

const lowerAscii = (text: string) => text.replace(/[A-Z]+/g, (match) => match.toLowerCase())

/** The effective modes of all rules in all projects of a deployment. */
export const modesOf = (
  reader: Reader,
  columns: FindingColumns,
  deploymentId: number,
): Promise<EffectiveModes> =>
  deriveFromNames(columns, 'modes', () => readEffectiveModes(reader, deploymentId))

/** Whom the stored owners of a deployment stand for. */
export const ownersOf = (
  reader: Reader,
  columns: FindingColumns,
  deploymentId: number,
): Promise<OwnerNames> =>
  deriveFromColumns(columns, 'owners', () => readOwnerNames(reader, deploymentId, storedOwners(columns)))

function storedOwners(columns: FindingColumns): string[] {
  return findingTypes.flatMap((type) => {
    const pool = columns.table(type).texts.owner
    return Array.from({ length: pool.size }, (_, code) => pool.text(code)).filter((text) => text !== null)
  })
}

/** The ids of the refs with a name; the `refs/heads/` prefix is optional. */
export function refsNamed(
  reader: Reader,
  columns: FindingColumns,
  deploymentId: number,
  name: string,
): Promise<readonly number[]> {
  const names = name.startsWith('refs/') ? [name] : [name, `refs/heads/${name}`]
  return deriveFromNames(columns, `refs ${name}`, async () => {
    const rows = await reader
      .selectFrom('ref')
      .select('id')
      .where('deployment_id', '=', deploymentId)
      .where('name', 'in', names)
      .execute()
    return rows.map(({ id }) => id)
  })
}

/** Returns a value derived from the current columns and names, computed once. */
export const deriveFromColumns = <T>(columns: FindingColumns, key: string, find: () => Promise<T>) =>
  cached(columns.derived, key, find)

/** Returns a value derived from names only, which remains valid when findings change. */
export const deriveFromNames = <T>(columns: FindingColumns, key: string, find: () => Promise<T>) =>
  cached(columns.nameCache, key, find)

async function cached<T>(values: Map<string, unknown>, key: string, find: () => Promise<T>): Promise<T> {
  // parse: each key has one kind of value, because only one caller uses it.
  const known = values.get(key) as T | undefined
  if (known !== undefined) return known
  const value = await find()
  if (values.size > 200) values.clear()
  values.set(key, value)
  return value
}
