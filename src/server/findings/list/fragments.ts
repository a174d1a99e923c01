import { type OwnerNames, readOwnerNames } from '#server/access/owner-names.ts'
import { confidences, fromCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import {
  isSaidDifferently,
  placeKey,
  readOwnTexts,
  type TextPlace,
  withOwnText,
} from '#server/db/rule-texts.ts'
import { valuesOf } from '#server/db/sql.ts'
import type { EffectiveModes } from '#server/records/policies/effective-modes.ts'
import { type DueAt, readDueDates } from '../due/read-due-dates.ts'
import { readMessages } from './messages.ts'
import type { FindingRow } from './rows.ts'

/** Values that many rows of an answer share, by id, as JSON text that is built once. */
export interface Fragments {
  rules: ReadonlyMap<number, RuleFragment>
  /** Those of rules about which the projects of rows say something else, by `placeKey`. */
  ownRules: ReadonlyMap<string, RuleFragment>
  /** The `repository` object. */
  repositories: ReadonlyMap<number, string>
  /** The ref's name, quoted. */
  refs: ReadonlyMap<number, string>
  /** The `sourcing_policy` object, by the id of the policy. */
  policies: ReadonlyMap<number, string>
  /** Of the rules in the projects of the rows. */
  modes: EffectiveModes
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
  text: FragmentText
  /** The members `rule_name` and `rule` before and after the rule's message. */
  before: string
  after: string
  /** The rule's own message, quoted; null if its findings have messages only. */
  message: string | null
  title: string | null
}

/** A rule as it is read, whether or not a project says something else about it. */
interface FragmentText {
  path: string
  title: string | null
  message: string | null
  category: string | null
  confidence: number | null
  cwe_json: string
  owasp_json: string
  subcategories_json: string
  vulnerability_classes_json: string
  differs: boolean
}

/** The rule of a finding, as its project says it. */
export function ruleOf({ rules, ownRules }: Pick<Fragments, 'rules' | 'ownRules'>, row: TextPlace) {
  const rule = rules.get(row.rule_id)
  return rule?.text.differs ? (ownRules.get(placeKey(row)) ?? rule) : rule
}

/** Reads the rules of which the projects of rows say something else: nothing where there are none. */
export async function readOwnRules(
  reader: Reader,
  deploymentId: number,
  rules: Fragments['rules'],
  rows: readonly TextPlace[],
): Promise<ReadonlyMap<string, RuleFragment>> {
  const differing = rows.filter(({ rule_id: id }) => rules.get(id)?.text.differs)
  const own = await readOwnTexts(reader, deploymentId, differing)
  return new Map(
    differing.flatMap((row) => {
      const [rule, text] = [rules.get(row.rule_id), own.get(placeKey(row))]
      return rule && text ? [[placeKey(row), ruleFragment(withOwnText(rule.text, text))]] : []
    }),
  )
}

/**
 * Reads the values that the rows of an answer share: one statement per kind, regardless of the number of rows.
 * @param modes those of the rules in the projects of the rows.
 */
export async function readFragments(
  reader: Reader,
  deploymentId: number,
  rows: readonly FindingRow[],
  modes: EffectiveModes,
): Promise<Fragments> {
  const [fragments, dueAt] = await Promise.all([
    readSharedFragments(reader, deploymentId, rows),
    readDueDates(reader, deploymentId, rows, modes),
  ])
  const ownRules = await readOwnRules(reader, deploymentId, fragments.rules, rows)
  return { ...fragments, ownRules, ...policyFragments(modes), dueAt }
}

/** What says which policy decides. */
export const policyFragments = (modes: EffectiveModes): Pick<Fragments, 'modes' | 'policies'> => ({
  modes,
  policies: new Map(
    modes.facts.policies.map(({ id, name, slug }) => [id, JSON.stringify({ id, name, slug })]),
  ),
})

/** Like `readFragments`, without policies, due dates, and what projects say about rules. */
export async function readSharedFragments(
  reader: Reader,
  deploymentId: number,
  rows: readonly FindingRow[],
): Promise<Omit<Fragments, 'dueAt' | 'ownRules' | 'modes' | 'policies'>> {
  const distinct = (ids: (number | null)[]) => valuesOf([...new Set(ids)].filter((id) => id !== null))
  const [rules, projects, refs, sets, messages, owners] = await Promise.all([
    reader
      .selectFrom('rule')
      .select(['id', 'path', 'title', 'message', 'category', 'confidence'])
      .select(['cwe_json', 'owasp_json', 'subcategories_json', 'vulnerability_classes_json'])
      .select(isSaidDifferently.as('differs'))
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
      .selectFrom('category_set')
      .select(['id', 'categories_json'])
      .where('deployment_id', '=', deploymentId)
      .where('id', 'in', distinct(rows.map((row) => row.category_set_id)))
      .execute(),
    readMessages(reader, deploymentId, rows),
    readOwners(reader, deploymentId, rows),
  ])
  return {
    rules: new Map(
      rules.map(({ id, differs, ...rule }) => [id, ruleFragment({ ...rule, differs: Boolean(differs) })]),
    ),
    repositories: new Map(projects.map(({ id, name, url }) => [id, JSON.stringify({ name, url })])),
    refs: new Map(refs.map(({ id, name }) => [id, JSON.stringify(name)])),
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

function ruleFragment(rule: FragmentText): RuleFragment {
  const name = JSON.stringify(rule.path)
  const confidence = JSON.stringify(fromCode(confidences, rule.confidence))
  return {
    text: rule,
    before:
      `"rule_name":${name},"rule":{"name":${name},"category":${JSON.stringify(rule.category)},` +
      `"confidence":${confidence},"message":`,
    after:
      `,"cweNames":${rule.cwe_json},"owaspNames":${rule.owasp_json},` +
      `"subcategories":${rule.subcategories_json},"vulnerabilityClasses":${rule.vulnerability_classes_json}}`,
    message: rule.message === null ? null : JSON.stringify(rule.message),
    title: rule.title,
  }
}
