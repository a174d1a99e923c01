import { confidences, fromCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import { type OwnerNames, readOwnerNames } from '#server/owners/public.ts'
import { type DueAt, readDueDates } from '../due/read-due-dates.ts'
import { readMessages } from './messages.ts'
import type { FindingRow } from './rows.ts'

/** Values that many rows of an answer share, by id, as JSON text that is built once. */
export interface Fragments {
  rules: ReadonlyMap<number, RuleFragment>
  /** The `repository` object. */
  repositories: ReadonlyMap<number, string>
  /** The ref's name, quoted. */
  refs: ReadonlyMap<number, string>
  /** The `sourcing_policy` object. */
  policies: ReadonlyMap<number, string>
  /** The `categories` list. */
  categories: ReadonlyMap<number, string>
  /** Long messages, unquoted. */
  messages: ReadonlyMap<number, string>
  /** When findings are due. */
  dueAt: DueAt
  /** Null if none of the rows has an owner. */
  owners: OwnerNames | null
  /** For `formatInstant`. */
  dates: Map<number, string>
}

export interface RuleFragment {
  /** The members `rule_name` and `rule`. */
  members: string
  /** The rule's own message, quoted, or null; a finding may have its own message. */
  message: string
  title: string | null
}

/** Reads the values that the rows of an answer share: one statement per kind, regardless of the number of rows. */
export async function readFragments(
  reader: Reader,
  deploymentId: number,
  rows: readonly FindingRow[],
): Promise<Fragments> {
  const [fragments, dueAt] = await Promise.all([
    readSharedFragments(reader, deploymentId, rows),
    readDueDates(reader, deploymentId, rows),
  ])
  return { ...fragments, dueAt }
}

/** Like `readFragments`, without due dates. */
export async function readSharedFragments(
  reader: Reader,
  deploymentId: number,
  rows: readonly FindingRow[],
): Promise<Omit<Fragments, 'dueAt'>> {
  const distinct = (ids: (number | null)[]) => valuesOf([...new Set(ids)].filter((id) => id !== null))
  const [rules, projects, refs, policies, sets, messages, owners] = await Promise.all([
    reader
      .selectFrom('rule')
      .select(['id', 'path', 'title', 'message', 'category', 'confidence'])
      .select(['cwe_json', 'owasp_json', 'subcategories_json', 'vulnerability_classes_json'])
      .where('deployment_id', '=', deploymentId)
      .where('id', 'in', distinct(rows.map((row) => row.rule_id)))
      .execute(),
    reader
      .selectFrom('project')
      .select(['id', 'name', 'url'])
      .where('deployment_id', '=', deploymentId)
      .where('id', 'in', distinct(rows.map((row) => row.project_id)))
      .execute(),
    reader
      .selectFrom('ref')
      .select(['id', 'name'])
      .where('deployment_id', '=', deploymentId)
      .where('id', 'in', distinct(rows.map((row) => row.ref_id)))
      .execute(),
    reader
      .selectFrom('policy')
      .select(['id', 'name', 'slug'])
      .where('deployment_id', '=', deploymentId)
      .where('id', 'in', distinct(rows.map((row) => row.policy_id)))
      .execute(),
    reader
      .selectFrom('category_set')
      .select(['id', 'categories_json'])
      .where('deployment_id', '=', deploymentId)
      .where('id', 'in', distinct(rows.map((row) => row.category_set_id)))
      .execute(),
    readMessages(reader, deploymentId, rows),
    readOwners(reader, deploymentId, rows),
  ])
  return {
    rules: new Map(rules.map((rule) => [rule.id, ruleFragment(rule)])),
    repositories: new Map(projects.map(({ id, name, url }) => [id, JSON.stringify({ name, url })])),
    refs: new Map(refs.map(({ id, name }) => [id, JSON.stringify(name)])),
    policies: new Map(policies.map(({ id, name, slug }) => [id, JSON.stringify({ id, name, slug })])),
    categories: new Map(sets.map((set) => [set.id, set.categories_json])),
    messages,
    owners,
    dates: new Map(),
  }
}

/** Whom the owners of rows stand for; null if no row has one. */
export async function readOwners(
  reader: Reader,
  deploymentId: number,
  rows: readonly Pick<FindingRow, 'owner'>[],
): Promise<OwnerNames | null> {
  const owners = new Set(rows.flatMap(({ owner }) => owner ?? []))
  return owners.size === 0 ? null : readOwnerNames(reader, deploymentId, [...owners])
}

function ruleFragment(rule: {
  path: string
  title: string | null
  message: string | null
  category: string | null
  confidence: number | null
  cwe_json: string
  owasp_json: string
  subcategories_json: string
  vulnerability_classes_json: string
}): RuleFragment {
  const name = JSON.stringify(rule.path)
  const message = JSON.stringify(rule.message)
  const confidence = JSON.stringify(fromCode(confidences, rule.confidence))
  return {
    members:
      `"rule_name":${name},"rule":{"name":${name},"category":${JSON.stringify(rule.category)},` +
      `"confidence":${confidence},"message":${message},"cweNames":${rule.cwe_json},` +
      `"owaspNames":${rule.owasp_json},"subcategories":${rule.subcategories_json},` +
      `"vulnerabilityClasses":${rule.vulnerability_classes_json}}`,
    message,
    title: rule.title,
  }
}
