import type { OwnerNames } from '#server/access/owner-names.ts'
import type { Reader } from '#server/db/database.ts'
import type { FindingDocument } from '#server/db/documents.ts'
import {
  isSaidDifferently,
  placeKey,
  readOwnTexts,
  type TextPlace,
  withOwnText,
} from '#server/db/rule-texts.ts'
import { valuesOf } from '#server/db/sql.ts'
import { parseStored } from '#server/db/stored-json.ts'
import { type EffectiveModes, readEffectiveModes } from '#server/records/policies/effective-modes.ts'
import { createDueDates } from '../due/read-due-dates.ts'
import {
  type Fragments,
  policyFragments,
  readOwners,
  readOwnRules,
  readSharedFragments,
} from '../list/fragments.ts'
import { readMessages } from '../list/messages.ts'
import type { ExportedRow } from './pages.ts'

/** Values that many findings of an export share, each read once per export. */
export interface Shared {
  rules: ReadonlyMap<number, SharedRule>
  /** Those of rules about which the projects of the current page say something else, by `placeKey`. */
  ownRules: ReadonlyMap<string, SharedRule>
  projects: ReadonlyMap<number, { name: string; url: string | null }>
  refs: ReadonlyMap<number, string>
  categories: ReadonlyMap<number, readonly string[]>
  /** Only the long messages of the current page, since there may be many. */
  messages: ReadonlyMap<number, string>
  /** Of the current page; null if none of it has an owner. */
  owners: OwnerNames | null
  modes: EffectiveModes
}

export interface SharedRule {
  path: string
  title: string | null
  message: string | null
  category: string | null
  confidence: number | null
  severity: number | null
  url: string | null
  cwe_json: string
  owasp_json: string
  /** Whether a project says something else about it. */
  differs: boolean
}

/** The rule of a finding, as its project says it. */
export function sharedRuleOf({ rules, ownRules }: Pick<Shared, 'rules' | 'ownRules'>, row: TextPlace) {
  const rule = rules.get(row.rule_id)
  return rule?.differs ? (ownRules.get(placeKey(row)) ?? rule) : rule
}

type Ids = (number | null)[]

/** Caches the values read so far, and reads those that a page needs in addition. */
export function createShared(deploymentId: number) {
  const rules = new Map<number, SharedRule>()
  const projects = new Map<number, { name: string; url: string | null }>()
  const refs = new Map<number, string>()
  const categories = new Map<number, readonly string[]>()
  let modes: EffectiveModes | undefined
  const missing = (known: ReadonlyMap<number, unknown>, ids: Ids) =>
    [...new Set(ids)].filter((id): id is number => id !== null && !known.has(id))

  return {
    rules,
    projects,
    refs,
    categories,
    /** Reads the values that these rows need and that are not cached. */
    async fill(reader: Reader, rows: readonly ExportedRow[]): Promise<Shared> {
      const idsIn = (column: 'rule_id' | 'project_id' | 'ref_id' | 'category_set_id') =>
        rows.map((row) => row[column])
      const newRules = missing(rules, idsIn('rule_id'))
      if (newRules.length > 0) await fillRules(reader, deploymentId, rules, newRules)
      const newProjects = missing(projects, idsIn('project_id'))
      if (newProjects.length > 0) {
        const matches = reader
          .selectFrom('project')
          .select(['id', 'name', 'url'])
          .where('deployment_id', '=', deploymentId)
        for (const { id, ...project } of await matches.where('id', 'in', valuesOf(newProjects)).execute())
          projects.set(id, project)
      }
      const newRefs = missing(refs, idsIn('ref_id'))
      if (newRefs.length > 0) {
        const matches = reader
          .selectFrom('ref')
          .select(['id', 'name'])
          .where('deployment_id', '=', deploymentId)
        for (const { id, name } of await matches.where('id', 'in', valuesOf(newRefs)).execute())
          refs.set(id, name)
      }
      const newSets = missing(categories, idsIn('category_set_id'))
      if (newSets.length > 0) {
        const matches = reader
          .selectFrom('category_set')
          .select(['id', 'categories_json'])
          .where('deployment_id', '=', deploymentId)
        for (const set of await matches.where('id', 'in', valuesOf(newSets)).execute())
          categories.set(set.id, texts(set.categories_json))
      }
      const ownRules = await readOwn(reader, deploymentId, rules, rows)
      modes ??= await readEffectiveModes(reader, deploymentId)
      return {
        rules,
        ownRules,
        projects,
        refs,
        categories,
        modes,
        ...(await readOfPage(reader, deploymentId, rows)),
      }
    },
  }
}

async function fillRules(
  reader: Reader,
  deploymentId: number,
  rules: Map<number, SharedRule>,
  ids: readonly number[],
) {
  const matches = await reader
    .selectFrom('rule')
    .select(['id', 'path', 'title', 'message', 'category', 'confidence', 'severity', 'url'])
    .select(['cwe_json', 'owasp_json', isSaidDifferently.as('differs')])
    .where('deployment_id', '=', deploymentId)
    .where('id', 'in', valuesOf(ids))
    .execute()
  for (const { id, differs, ...rule } of matches) rules.set(id, { ...rule, differs: Boolean(differs) })
}

/** Reads the rules of which the projects of rows say something else. */
async function readOwn(
  reader: Reader,
  deploymentId: number,
  rules: Shared['rules'],
  rows: readonly ExportedRow[],
) {
  const differing = rows.filter(({ rule_id: id }) => rules.get(id)?.differs)
  const own = await readOwnTexts(reader, deploymentId, differing)
  return new Map(
    differing.flatMap((row) => {
      const rule = rules.get(row.rule_id)
      return rule ? [[placeKey(row), withOwnText(rule, own.get(placeKey(row)))]] : []
    }),
  )
}

/** What is read anew for each page, since there may be much of it. */
async function readOfPage(reader: Reader, deploymentId: number, rows: readonly ExportedRow[]) {
  return {
    messages: await readMessages(reader, deploymentId, rows),
    owners: await readOwners(reader, deploymentId, rows),
  }
}

/** Reads a list of texts. */
export const texts = (json: string) =>
  // parse: our own columns, written as lists of texts.
  parseStored<string[]>(json)

/** Like `createShared`, for answers that are assembled from JSON fragments. */
export function createFragments(deploymentId: number) {
  const known = {
    rules: new Map(),
    repositories: new Map(),
    refs: new Map(),
    categories: new Map(),
  } satisfies Record<
    Exclude<keyof Fragments, 'ownRules' | 'messages' | 'owners' | 'dueAt' | 'dates' | 'modes' | 'policies'>,
    Map<number, unknown>
  >
  const readDueAt = createDueDates(deploymentId)
  let ofPolicies: Pick<Fragments, 'modes' | 'policies'> | undefined
  const kinds = [
    ['rules', 'rule_id'],
    ['repositories', 'project_id'],
    ['refs', 'ref_id'],
    ['categories', 'category_set_id'],
  ] as const
  return async (reader: Reader, rows: readonly ExportedRow[]): Promise<Fragments> => {
    const unknown = rows.filter((row) =>
      kinds.some(([kind, id]) => row[id] !== null && !known[kind].has(row[id])),
    )
    if (unknown.length > 0) {
      const matches = await readSharedFragments(reader, deploymentId, unknown)
      for (const [kind] of kinds) for (const [id, text] of matches[kind]) known[kind].set(id, text)
    }
    ofPolicies ??= policyFragments(await readEffectiveModes(reader, deploymentId))
    return {
      ...known,
      ...ofPolicies,
      ownRules: await readOwnRules(reader, deploymentId, known.rules, rows),
      ...(await readOfPage(reader, deploymentId, rows)),
      dueAt: await readDueAt(reader, rows, ofPolicies.modes),
      dates: new Map(),
    }
  }
}

/** The message of the finding, else of its rule; undefined without either. */
export function messageOf(
  row: TextPlace & Pick<ExportedRow, 'message_id'>,
  document: FindingDocument,
  shared: Shared,
): string | null | undefined {
  const own = row.message_id === null ? document.rule_message : shared.messages.get(row.message_id)
  return own ?? sharedRuleOf(shared, row)?.message
}
