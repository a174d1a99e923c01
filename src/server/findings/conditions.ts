import { type Expression, type SqlBool, sql } from 'kysely'
import type { FindingFilter } from '#contract/findings-query.ts'
import { none } from '#contract/query.ts'
import {
  code,
  confidences,
  fixPullRequestBits,
  policyModes,
  reachabilities,
  severities,
  statuses,
  transitivities,
  triageReasons,
  validationStates,
  verdicts,
} from '#server/db/codes.ts'
import { containsIgnoringCase, inList, isNotTrue, jsonElements, jsonField } from '#server/db/sql.ts'
import { ownId } from '#server/http/own-id.ts'
import { boards } from './boards.ts'
import { column } from './columns.ts'
import { pathMatches } from './text-match.ts'
import { ticketName } from './ticket-name.ts'
import { packageOfUpgrade } from './upgrades.ts'

type Bool = Expression<SqlBool>
type FilterName = keyof FindingFilter
type Given<N extends FilterName> = NonNullable<FindingFilter[N]>
type Context = { deploymentId: number; filter: FindingFilter }
type Maker<N extends FilterName> = (value: Given<N>, context: Context) => Bool | null

const or = (...parts: Bool[]): Bool => sql<SqlBool>`(${sql.join(parts, sql` or `)})`
const isNull = (name: Parameters<typeof column>[0]): Bool => sql<SqlBool>`${column(name)} is null`

function orNone(values: readonly string[], among: (words: string[]) => Bool, without: Bool): Bool {
  const words = values.filter((value) => value !== none)
  const parts = [...(words.length > 0 ? [among(words)] : []), ...(values.includes(none) ? [without] : [])]
  return parts.length === 0 ? sql<SqlBool>`false` : or(...parts)
}

/** Words of an enumeration, `__none` for rows without one. */
function words(
  name: Parameters<typeof column>[0],
  list: readonly string[],
  values: readonly string[],
  without = isNull(name),
): Bool {
  return orNone(
    values,
    (given) =>
      inList(
        column(name),
        given.map((value) => code(list, value)),
      ),
    without,
  )
}

const texts = (name: Parameters<typeof column>[0], values: readonly string[]): Bool =>
  orNone(values, (given) => inList(column(name), given), isNull(name))

const ofRules = (deploymentId: number, paths: readonly string[]): Bool =>
  sql<SqlBool>`${column('rule_id')} in (select id from rule
    where deployment_id = ${deploymentId} and ${inList(sql.ref('rule.path'), paths)})`

const ofProjects = (deploymentId: number, names: readonly string[]): Bool =>
  sql<SqlBool>`${column('project_id')} in (select id from project
    where deployment_id = ${deploymentId} and ${inList(sql.ref('project.name'), names)})`

const tagged = (deploymentId: number, holds: Bool): Bool =>
  sql<SqlBool>`${column('project_id')} in (select id from project where deployment_id = ${deploymentId} and ${holds})`

const categorised = (deploymentId: number, holds: Bool): Bool =>
  sql<SqlBool>`${column('category_set_id')} in (select id from category_set
    where deployment_id = ${deploymentId} and ${holds})`

const anyOfJson = (list: string, values: readonly string[]): Bool =>
  sql<SqlBool>`exists (select 1 from ${jsonElements(sql.ref(list))} as element
    where ${inList(sql.ref('element.value'), values)})`

const inCategories = (deploymentId: number, values: readonly string[]): Bool =>
  orNone(
    values,
    (given) => categorised(deploymentId, anyOfJson('category_set.categories_json', given)),
    or(isNull('category_set_id'), categorised(deploymentId, sql<SqlBool>`categories_json = '[]'`)),
  )

/** The instant of epoch seconds in whole milliseconds, upwards: `relevant_since >= since` holds for the same rows. */
export const milliseconds = (seconds: number) => Math.ceil(Math.round(seconds * 1e6) / 1e3)

const withMessage = (part: string): Bool =>
  or(
    containsIgnoringCase(column('path'), part),
    containsIgnoringCase(column('advisory'), part),
    containsIgnoringCase(column('package'), part),
    containsIgnoringCase(jsonField(column('document_json'), 'rule_message'), part),
    containsIgnoringCase(sql`(select content from message where message.id = ${column('message_id')})`, part),
  )

/**
 * What each filter demands of a row; null where the value demands nothing.
 * Source: docs/api.md#filters.
 */
const makers: { readonly [N in FilterName]: Maker<N> } = {
  severities: (values) => words('severity', severities, values),
  status: (values) => words('status', statuses, values),
  since: (seconds) => sql<SqlBool>`${column('relevant_since')} >= ${milliseconds(seconds)}`,
  until: (seconds) => sql<SqlBool>`${column('relevant_since')} < ${milliseconds(seconds)}`,
  ref: (name, { deploymentId }) => {
    if (name === '') return null
    const names = name.startsWith('refs/') ? [name] : [name, `refs/heads/${name}`]
    return sql<SqlBool>`${column('ref_id')} in (select id from ref
      where deployment_id = ${deploymentId} and ${inList(sql.ref('ref.name'), names)})`
  },
  primary_ref: (wanted) => sql<SqlBool>`${column('on_primary')} = ${Number(wanted)}`,
  dedup: () => null,
  repos: (names, { deploymentId }) => ofProjects(deploymentId, names),
  repository_ids: (ids) => inList(column('project_id'), ids),
  rules: (paths, { deploymentId }) => ofRules(deploymentId, paths),
  path: (pattern) => {
    if (pattern === '') return null
    return pattern === none ? isNull('path') : pathMatches(column('path'), pattern)
  },
  q: (given, { deploymentId }) => {
    const part = given.trim()
    if (part === '') return null
    const ofRule = or(
      ...['rule.path', 'rule.title', 'rule.message'].map((name) => containsIgnoringCase(sql.ref(name), part)),
    )
    return or(
      sql<SqlBool>`${column('rule_id')} in (select id from rule where deployment_id = ${deploymentId} and ${ofRule})`,
      withMessage(part),
    )
  },
  categories: (values, { deploymentId }) => inCategories(deploymentId, values),
  confidence: (values) => words('confidence', confidences, values),
  autotriage_verdict: (values) => words('verdict', verdicts, values),
  component_tags: (values) => texts('component_tag', values),
  triage_reasons: (values, { filter }) => {
    const reasons = words('triage_reason', triageReasons, values)
    if (filter.status) return reasons
    return sql<SqlBool>`${column('status')} = ${code(statuses, 'ignored')} and ${reasons}`
  },
  policies: (values) => {
    const modes = values.map((board) => code(policyModes, boards[board]))
    return sql<SqlBool>`exists (select 1 from policy_rule
      where policy_rule.policy_id = ${column('policy_id')} and policy_rule.rule_id = ${column('rule_id')}
      and ${inList(sql.ref('policy_rule.mode'), modes)})`
  },
  exposures: (values) => {
    const holds = words('reachability', reachabilities, values)
    // A row that says nothing is answered as `unknown`, so that word selects it too.
    return values.includes('unknown') ? or(holds, isNull('reachability')) : holds
  },
  transitivities: (values) => words('transitivity', transitivities, values),
  is_malicious: (wanted) => sql<SqlBool>`coalesce(${column('is_malicious')}, 0) = ${Number(wanted)}`,
  click_to_fix_pr_state: (values) => {
    const bits = values.reduce((all, value) => all | fixPullRequestBits[value], 0)
    return sql<SqlBool>`${column('fix_pr_states')} & ${bits} <> 0`
  },
  project_tags: (values, { deploymentId }) =>
    orNone(
      values,
      (given) => tagged(deploymentId, anyOfJson('project.tags_json', given)),
      tagged(deploymentId, sql<SqlBool>`tags_json = '[]'`),
    ),
  vulnerability_identifiers: (values) => texts('advisory', values),
  dependencies: (values) => texts('package', values),
  // Scanners leave the version out or send an empty one: both are no version.
  versions: (values) =>
    orNone(
      values,
      (given) => inList(column('package_version'), given),
      sql<SqlBool>`coalesce(${column('package_version')}, '') = ''`,
    ),
  epss_min: (least) =>
    least === none ? isNull('epss_score') : sql<SqlBool>`${column('epss_score')} >= ${least}`,
  has_ticket: (wanted) => sql<SqlBool>`${column('has_ticket')} = ${Number(wanted)}`,
  tickets: (values) =>
    orNone(values, (given) => inList(ticketName(), given), sql<SqlBool>`${ticketName()} is null`),
  uncertain: (wanted) => sql<SqlBool>`${column('uncertain')} = ${Number(wanted)}`,
  fix_available: (wanted) => sql<SqlBool>`${column('fix_available')} = ${Number(wanted)}`,
  policy_ids: (values) =>
    inList(
      column('policy_id'),
      values.map(ownId).filter((id) => id !== null),
    ),
  first_seen_scan_ids: (ids) => inList(column('first_seen_scan_id'), ids),
  fixed_scan_ids: (ids) => inList(column('fixed_scan_id'), ids),
  files: (values) => texts('path', values),
  // Without a version: any of the package.
  upgrades: (values) => or(texts('upgrade', values), inList(packageOfUpgrade(), values)),
  triaged_by: (values) => texts('triaged_by', values),
  triaged_since: (seconds) => sql<SqlBool>`${column('triaged_at')} >= ${milliseconds(seconds)}`,
  triaged_until: (seconds) => sql<SqlBool>`${column('triaged_at')} < ${milliseconds(seconds)}`,
  secret_types: (values) => texts('secret_type', values),
  secret_hashes: (values) => texts('secret_hash', values),
  validation_state: (values) =>
    words(
      'validation_state',
      validationStates,
      values.map((value) => value.replace('VALIDATION_STATE_', '')),
    ),
  not_rules: (paths, { deploymentId }) => isNotTrue(ofRules(deploymentId, paths)),
  not_repos: (names, { deploymentId }) => isNotTrue(ofProjects(deploymentId, names)),
  not_path: (pattern) => {
    if (pattern === '') return null
    return isNotTrue(pattern === none ? isNull('path') : pathMatches(column('path'), pattern))
  },
  not_categories: (values, { deploymentId }) => isNotTrue(inCategories(deploymentId, values)),
}

/** What one parameter of a filter demands of a row of `finding`; null where it demands nothing. */
export function conditionOf<N extends FilterName>(
  parameter: N,
  filter: FindingFilter,
  deploymentId: number,
): Bool | null {
  const value = filter[parameter]
  if (value === undefined || value === null) return null
  const make: Maker<N> = makers[parameter]
  return make(value, { deploymentId, filter })
}
