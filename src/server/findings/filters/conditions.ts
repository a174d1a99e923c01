import { type Expression, type SqlBool, sql } from 'kysely'
import type { FindingFilter } from '#contract/parameters/findings-query.ts'
import { none } from '#contract/parameters/query.ts'
import {
  confidences,
  fixPullRequestBits,
  policyModes,
  reachabilities,
  severities,
  statuses,
  toCode,
  transitivities,
  triageReasons,
  validationStates,
  verdicts,
} from '#server/db/codes.ts'
import { containsIgnoringCase, inList, isNotTrue, jsonElements, jsonField } from '#server/db/sql.ts'
import { ownId } from '#server/http/request/own-id.ts'
import { packageOfUpgrade } from '../groups/upgrades.ts'
import { findingColumn } from './finding-column.ts'
import { modesByFilter } from './mode-filters.ts'
import { pathMatches } from './text-match.ts'
import { ticketName } from './ticket-name.ts'

type SqlCondition = Expression<SqlBool>
type FilterName = keyof FindingFilter
type FilterValue<N extends FilterName> = NonNullable<FindingFilter[N]>
type FilterContext = { deploymentId: number; filter: FindingFilter }
type ConditionBuilder<N extends FilterName> = (
  value: FilterValue<N>,
  context: FilterContext,
) => SqlCondition | null

const or = (...parts: SqlCondition[]): SqlCondition => sql<SqlBool>`(${sql.join(parts, sql` or `)})`
const isNull = (name: Parameters<typeof findingColumn>[0]): SqlCondition =>
  sql<SqlBool>`${findingColumn(name)} is null`

function valuesOrNone(
  values: readonly string[],
  matchesValues: (codeIsOneOf: string[]) => SqlCondition,
  isMissing: SqlCondition,
): SqlCondition {
  const codeIsOneOf = values.filter((value) => value !== none)
  const parts = [
    ...(codeIsOneOf.length > 0 ? [matchesValues(codeIsOneOf)] : []),
    ...(values.includes(none) ? [isMissing] : []),
  ]
  return parts.length === 0 ? sql<SqlBool>`false` : or(...parts)
}

/** Words of an enumeration, `__none` for rows without one. */
function codeIsOneOf(
  name: Parameters<typeof findingColumn>[0],
  list: readonly string[],
  values: readonly string[],
  isMissing = isNull(name),
): SqlCondition {
  return valuesOrNone(
    values,
    (values) =>
      inList(
        findingColumn(name),
        values.map((value) => toCode(list, value)),
      ),
    isMissing,
  )
}

const textIsOneOf = (name: Parameters<typeof findingColumn>[0], values: readonly string[]): SqlCondition =>
  valuesOrNone(values, (values) => inList(findingColumn(name), values), isNull(name))

const hasRule = (deploymentId: number, paths: readonly string[]): SqlCondition =>
  sql<SqlBool>`${findingColumn('rule_id')} in (select id from rule
    where deployment_id = ${deploymentId} and ${inList(sql.ref('rule.path'), paths)})`

const hasProject = (deploymentId: number, names: readonly string[]): SqlCondition =>
  sql<SqlBool>`${findingColumn('project_id')} in (select id from project
    where deployment_id = ${deploymentId} and ${inList(sql.ref('project.name'), names)})`

const projectMatches = (deploymentId: number, holds: SqlCondition): SqlCondition =>
  sql<SqlBool>`${findingColumn('project_id')} in (select id from project where deployment_id = ${deploymentId} and ${holds})`

const categorySetMatches = (deploymentId: number, holds: SqlCondition): SqlCondition =>
  sql<SqlBool>`${findingColumn('category_set_id')} in (select id from category_set
    where deployment_id = ${deploymentId} and ${holds})`

const jsonContainsAny = (list: string, values: readonly string[]): SqlCondition =>
  sql<SqlBool>`exists (select 1 from ${jsonElements(sql.ref(list))} as element
    where ${inList(sql.ref('element.value'), values)})`

const hasCategory = (deploymentId: number, values: readonly string[]): SqlCondition =>
  valuesOrNone(
    values,
    (values) => categorySetMatches(deploymentId, jsonContainsAny('category_set.categories_json', values)),
    or(isNull('category_set_id'), categorySetMatches(deploymentId, sql<SqlBool>`categories_json = '[]'`)),
  )

/** The instant of epoch seconds in whole milliseconds, upwards: `relevant_since >= since` holds for the same rows. */
export const toMilliseconds = (seconds: number) => Math.ceil(Math.round(seconds * 1e6) / 1e3)

const anyTextContains = (part: string): SqlCondition =>
  or(
    containsIgnoringCase(findingColumn('path'), part),
    containsIgnoringCase(findingColumn('advisory'), part),
    containsIgnoringCase(findingColumn('package'), part),
    containsIgnoringCase(jsonField(findingColumn('document_json'), 'rule_message'), part),
    containsIgnoringCase(
      sql`(select content from message where message.id = ${findingColumn('message_id')})`,
      part,
    ),
  )

/**
 * What each filter demands of a row; null where the value demands nothing.
 * Source: docs/api.md#filters.
 */
const conditionBuilders: { readonly [N in FilterName]: ConditionBuilder<N> } = {
  severities: (values) => codeIsOneOf('severity', severities, values),
  status: (values) => codeIsOneOf('status', statuses, values),
  since: (seconds) => sql<SqlBool>`${findingColumn('relevant_since')} >= ${toMilliseconds(seconds)}`,
  until: (seconds) => sql<SqlBool>`${findingColumn('relevant_since')} < ${toMilliseconds(seconds)}`,
  ref: (name, { deploymentId }) => {
    if (name === '') return null
    const names = name.startsWith('refs/') ? [name] : [name, `refs/heads/${name}`]
    return sql<SqlBool>`${findingColumn('ref_id')} in (select id from ref
      where deployment_id = ${deploymentId} and ${inList(sql.ref('ref.name'), names)})`
  },
  primary_ref: (value) => sql<SqlBool>`${findingColumn('on_primary')} = ${Number(value)}`,
  dedup: () => null,
  repos: (names, { deploymentId }) => hasProject(deploymentId, names),
  repository_ids: (ids) => inList(findingColumn('project_id'), ids),
  rules: (paths, { deploymentId }) => hasRule(deploymentId, paths),
  path: (pattern) => {
    if (pattern === '') return null
    return pattern === none ? isNull('path') : pathMatches(findingColumn('path'), pattern)
  },
  q: (values, { deploymentId }) => {
    const part = values.trim()
    if (part === '') return null
    const ofRule = or(
      ...['rule.path', 'rule.title', 'rule.message'].map((name) => containsIgnoringCase(sql.ref(name), part)),
    )
    return or(
      sql<SqlBool>`${findingColumn('rule_id')} in (select id from rule where deployment_id = ${deploymentId} and ${ofRule})`,
      anyTextContains(part),
    )
  },
  categories: (values, { deploymentId }) => hasCategory(deploymentId, values),
  confidence: (values) => codeIsOneOf('confidence', confidences, values),
  autotriage_verdict: (values) => codeIsOneOf('verdict', verdicts, values),
  component_tags: (values) => textIsOneOf('component_tag', values),
  triage_reasons: (values, { filter }) => {
    const reasons = codeIsOneOf('triage_reason', triageReasons, values)
    if (filter.status) return reasons
    return sql<SqlBool>`${findingColumn('status')} = ${toCode(statuses, 'ignored')} and ${reasons}`
  },
  policies: (values) => {
    const modes = values.map((mode) => toCode(policyModes, modesByFilter[mode]))
    return sql<SqlBool>`exists (select 1 from policy_rule
      where policy_rule.policy_id = ${findingColumn('policy_id')} and policy_rule.rule_id = ${findingColumn('rule_id')}
      and ${inList(sql.ref('policy_rule.mode'), modes)})`
  },
  exposures: (values) => {
    const holds = codeIsOneOf('reachability', reachabilities, values)
    // A row that says nothing is answered as `unknown`, so that word selects it too.
    return values.includes('unknown') ? or(holds, isNull('reachability')) : holds
  },
  transitivities: (values) => codeIsOneOf('transitivity', transitivities, values),
  is_malicious: (value) => sql<SqlBool>`coalesce(${findingColumn('is_malicious')}, 0) = ${Number(value)}`,
  click_to_fix_pr_state: (values) => {
    const bits = values.reduce((all, value) => all | fixPullRequestBits[value], 0)
    return sql<SqlBool>`${findingColumn('fix_pr_states')} & ${bits} <> 0`
  },
  project_tags: (values, { deploymentId }) =>
    valuesOrNone(
      values,
      (values) => projectMatches(deploymentId, jsonContainsAny('project.tags_json', values)),
      projectMatches(deploymentId, sql<SqlBool>`tags_json = '[]'`),
    ),
  vulnerability_identifiers: (values) => textIsOneOf('advisory', values),
  dependencies: (values) => textIsOneOf('package', values),
  // Scanners leave the version out or send an empty one: both are no version.
  versions: (values) =>
    valuesOrNone(
      values,
      (values) => inList(findingColumn('package_version'), values),
      sql<SqlBool>`coalesce(${findingColumn('package_version')}, '') = ''`,
    ),
  epss_min: (minimum) =>
    minimum === none ? isNull('epss_score') : sql<SqlBool>`${findingColumn('epss_score')} >= ${minimum}`,
  has_ticket: (value) => sql<SqlBool>`${findingColumn('has_ticket')} = ${Number(value)}`,
  tickets: (values) =>
    valuesOrNone(values, (values) => inList(ticketName(), values), sql<SqlBool>`${ticketName()} is null`),
  uncertain: (value) => sql<SqlBool>`${findingColumn('uncertain')} = ${Number(value)}`,
  fix_available: (value) => sql<SqlBool>`${findingColumn('fix_available')} = ${Number(value)}`,
  policy_ids: (values) =>
    inList(
      findingColumn('policy_id'),
      values.map(ownId).filter((id) => id !== null),
    ),
  first_seen_scan_ids: (ids) => inList(findingColumn('first_seen_scan_id'), ids),
  fixed_scan_ids: (ids) => inList(findingColumn('fixed_scan_id'), ids),
  files: (values) => textIsOneOf('path', values),
  // Without a version: any of the package.
  upgrades: (values) => or(textIsOneOf('upgrade', values), inList(packageOfUpgrade(), values)),
  triaged_by: (values) => textIsOneOf('triaged_by', values),
  triaged_since: (seconds) => sql<SqlBool>`${findingColumn('triaged_at')} >= ${toMilliseconds(seconds)}`,
  triaged_until: (seconds) => sql<SqlBool>`${findingColumn('triaged_at')} < ${toMilliseconds(seconds)}`,
  secret_types: (values) => textIsOneOf('secret_type', values),
  secret_hashes: (values) => textIsOneOf('secret_hash', values),
  validation_state: (values) =>
    codeIsOneOf(
      'validation_state',
      validationStates,
      values.map((value) => value.replace('VALIDATION_STATE_', '')),
    ),
  not_rules: (paths, { deploymentId }) => isNotTrue(hasRule(deploymentId, paths)),
  not_repos: (names, { deploymentId }) => isNotTrue(hasProject(deploymentId, names)),
  not_path: (pattern) => {
    if (pattern === '') return null
    return isNotTrue(pattern === none ? isNull('path') : pathMatches(findingColumn('path'), pattern))
  },
  not_categories: (values, { deploymentId }) => isNotTrue(hasCategory(deploymentId, values)),
}

/** What one parameter of a filter demands of a row of `finding`; null where it demands nothing. */
export function conditionFor<N extends FilterName>(
  parameter: N,
  filter: FindingFilter,
  deploymentId: number,
): SqlCondition | null {
  const value = filter[parameter]
  if (value === undefined || value === null) return null
  const build: ConditionBuilder<N> = conditionBuilders[parameter]
  return build(value, { deploymentId, filter })
}
