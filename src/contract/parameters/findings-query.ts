import * as z from 'zod/mini'
import {
  confidences,
  dueFilters,
  exposures,
  findingSorts,
  findingTypes,
  fixPullRequestStates,
  ignoreReasonFilters,
  issueTypes,
  ruleModeFilters,
  secretSeverities,
  secretStatuses,
  severities,
  statuses,
  transitivities,
  validationStates,
  verdicts,
} from '../vocabulary.ts'
import { searchName, searchNames } from './name.ts'
import {
  decimal,
  enumList,
  enumValue,
  epochSeconds,
  flag,
  ids,
  listOf,
  none,
  type ParameterFault,
  type QueryValues,
  text,
  texts,
  uint64,
  wholeNumber,
} from './query.ts'

const withNone = <const T extends readonly string[]>(words: T) => [...words, none] as const

/**
 * The filter of a findings list: the documented parameters first, then the additional ones. Values inside one parameter
 * are OR, different parameters AND. `__none` selects rows without a value. `files` takes whole paths; `tickets`
 * external slugs, or URLs of tickets without one; `versions` those of the found dependency; `upgrades` a first
 * recommended upgrade as `package@version`, or `package` for any version of it; `uncertain` those that may be the same
 * as a triaged one, until a person confirms or rejects that; `ignore_requested` those that somebody asks to ignore;
 * `triaged_by` people by their names, `triaged_since` and `triaged_until` the instant of the current triage; `owner` who owns
 * the finding; `flow` what entered or left the backlog in a range of days; `rule_disabled` findings whose rule is disabled
 * now; `fixed_on` the days on which findings that are fixed were fixed; `due` when they are due.
 * Source: docs/api.md#filters.
 */
export const findingFilter = {
  severities: enumList(severities),
  status: enumList(statuses),
  since: epochSeconds,
  until: epochSeconds,
  ref: searchName(),
  primary_ref: flag,
  dedup: flag,
  repos: searchNames,
  repository_ids: ids,
  rules: texts,
  path: text(),
  q: text(500),
  categories: texts,
  confidence: enumList(withNone(confidences)),
  autotriage_verdict: enumList(withNone(verdicts)),
  component_tags: texts,
  resource: texts,
  triage_reasons: enumList(ignoreReasonFilters),
  policies: enumList(ruleModeFilters),
  exposures: enumList(withNone(exposures)),
  transitivities: enumList(withNone(transitivities)),
  is_malicious: flag,
  click_to_fix_pr_state: enumList(fixPullRequestStates),
  project_tags: searchNames,
  vulnerability_identifiers: texts,
  dependencies: texts,
  versions: texts,
  epss_min: z.union([z.literal(none), decimal(0, 1)], {
    error: () => `is neither a number from 0 to 1 nor ${none}`,
  }),
  has_ticket: flag,
  tickets: texts,
  uncertain: flag,
  ignore_requested: flag,
  fix_available: flag,
  policy_ids: listOf(uint64, 1000),
  first_seen_scan_ids: ids,
  fixed_scan_ids: ids,
  files: texts,
  upgrades: texts,
  triaged_by: texts,
  triaged_since: epochSeconds,
  triaged_until: epochSeconds,
  owner: searchNames,
  secret_types: texts,
  secret_hashes: texts,
  validation_state: enumList(withNone(validationStates)),
  flow: text(),
  rule_disabled: flag,
  fixed_on: text(),
  due: enumList(dueFilters),
  not_rules: texts,
  not_repos: searchNames,
  not_path: text(),
  not_categories: texts,
} as const
export type FindingFilter = QueryValues<typeof findingFilter>

/** `-` before the name sorts descending. */
const [firstSort, ...otherSorts] = findingSorts
const sort = enumValue([firstSort, ...otherSorts, ...findingSorts.map((name) => `-${name}` as const)])

/** The start and size of a page of findings. */
export const paging = {
  page: wholeNumber(0, 4294967295),
  page_size: wholeNumber(100, 3000),
  after: wholeNumber(0, 4294967295),
  sort,
  /** Restricts the matches to these findings. */
  issue_ids: ids,
} as const

/** The query of the list of findings. */
export const findingsQuery = {
  issue_type: enumValue(issueTypes),
  ...findingFilter,
  ...paging,
  filter: text(64),
  include: enumList(['marks']),
} as const
export type FindingsQuery = QueryValues<typeof findingsQuery>

/** The same for a token with compatible answers. */
export const compatibleFindingsQuery = {
  ...findingsQuery,
  issue_type: enumList(issueTypes),
  page_size: wholeNumber(1, 3000),
} as const
export type CompatibleFindingsQuery = QueryValues<typeof compatibleFindingsQuery>

/**
 * The query of counts over findings of any type: facets, groups, trend, export. For secrets it also accepts the
 * parameters of their documented list: `severity`, `repo`, `validationState`, `FINDING_STATUS_…`.
 */
export const findingSetQuery = {
  issue_type: enumValue(findingTypes),
  ...findingFilter,
  status: enumList([...statuses, ...secretStatuses]),
  severity: enumList(secretSeverities),
  repo: searchNames,
  validationState: enumList(validationStates),
  filter: text(64),
} as const
export type FindingSetQuery = QueryValues<typeof findingSetQuery>

/** Parameters that are documented for only one issue type; with the other type they are rejected. */
const typesByFilter: Partial<Record<keyof FindingFilter, 'sast' | 'sca'>> = {
  rules: 'sast',
  categories: 'sast',
  confidence: 'sast',
  autotriage_verdict: 'sast',
  exposures: 'sca',
  transitivities: 'sca',
  is_malicious: 'sca',
}

/** Parameters of our own that do not apply to the other type, where they are ignored. */
const meaningsByType: Partial<Record<keyof FindingFilter, readonly (typeof findingTypes)[number][]>> = {
  policies: ['sast', 'secrets'],
  vulnerability_identifiers: ['sca'],
  dependencies: ['sca'],
  versions: ['sca'],
  epss_min: ['sca'],
  fix_available: ['sca'],
  upgrades: ['sca'],
  secret_types: ['secrets'],
  secret_hashes: ['secrets'],
  validation_state: ['secrets'],
  not_categories: ['sast'],
  component_tags: ['sast'],
  resource: ['sast'],
}

/** Filters that are instants; in URLs and views they may be relative times such as `7d`. */
export const momentFilters = ['since', 'until', 'triaged_since', 'triaged_until'] as const
export type MomentFilter = (typeof momentFilters)[number]

/** Whether a parameter is a filter by instant. */
export function isMomentFilter(name: string): name is MomentFilter {
  return momentFilters.some((one) => one === name)
}

/** Whether a filter applies to findings of this type; the dashboard offers it only then. */
export function appliesToType(parameter: keyof FindingFilter, type: (typeof findingTypes)[number]): boolean {
  const only = typesByFilter[parameter]
  if (only) return only === type || (type === 'secrets' && only === 'sast' && parameter === 'rules')
  return meaningsByType[parameter]?.includes(type) ?? true
}

const isFilter = (name: string): name is keyof FindingFilter => Object.hasOwn(findingFilter, name)

/**
 * Returns every parameter that does not belong to the chosen issue type, as errors that name the type it belongs to.
 * Source: docs/api.md#query-parameters.
 */
export function misplacedFilters(query: FindingSetQuery): ParameterFault[] {
  const type = query.issue_type ?? 'sast'
  const faultOf = (parameter: string, only: string) => ({
    parameter,
    detail: `belongs to issue_type=${only}, not to issue_type=${type}`,
  })
  const ofSecrets = type !== 'secrets' && query.status?.find((word) => word.startsWith('FINDING_STATUS_'))
  const faults = Object.keys(query).flatMap((name) => {
    const only = isFilter(name) ? typesByFilter[name] : undefined
    if (!only || !isFilter(name) || appliesToType(name, type)) return []
    return [faultOf(name, only)]
  })
  if (ofSecrets)
    faults.push({
      ...faultOf('status', 'secrets'),
      detail: `"${ofSecrets}" ${faultOf('', 'secrets').detail}`,
    })
  return faults
}

/** Like `misplacedFilters`. With both types, a parameter of one type selects findings of that type only. */
export function misplacedCompatibleFilters({
  issue_type: types = [],
  ...filter
}: CompatibleFindingsQuery): ParameterFault[] {
  if (types.length < 2) return misplacedFilters({ ...filter, issue_type: types[0] })
  return filter.after === undefined
    ? []
    : [{ parameter: 'after', detail: 'continues a list of one issue_type, not of two' }]
}
