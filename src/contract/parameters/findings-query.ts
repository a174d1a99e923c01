import * as z from 'zod/mini'
import {
  confidences,
  exposures,
  findingSorts,
  findingTypes,
  fixPullRequestStates,
  issueTypes,
  ruleModeFilters,
  secretSeverities,
  secretStatuses,
  severities,
  statuses,
  transitivities,
  triageReasons,
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
 * What a list of findings can be filtered by: the documented parameters first, then the supersets.
 * Values inside one parameter are OR, different parameters AND. `__none` selects rows without a value.
 * `files` takes whole paths; `tickets` external slugs, or addresses of tickets without one; `versions` those of the found dependency; `upgrades` a first recommended upgrade as
 * `package@version`, or `package` for any version of it; `uncertain` those that may be the
 * same as a triaged one, until a person says whether they are; `triaged_by` people by their names, `triaged_since` and
 * `triaged_until` the instant of the triage that stands.
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
  triage_reasons: enumList(triageReasons),
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
  fix_available: flag,
  policy_ids: listOf(uint64, 1000),
  first_seen_scan_ids: ids,
  fixed_scan_ids: ids,
  files: texts,
  upgrades: texts,
  triaged_by: texts,
  triaged_since: epochSeconds,
  triaged_until: epochSeconds,
  secret_types: texts,
  secret_hashes: texts,
  validation_state: enumList(withNone(validationStates)),
  not_rules: texts,
  not_repos: searchNames,
  not_path: text(),
  not_categories: texts,
} as const
export type FindingFilter = QueryValues<typeof findingFilter>

/** `-` before the name orders downwards. */
const [firstSort, ...otherSorts] = findingSorts
const sort = enumValue([firstSort, ...otherSorts, ...findingSorts.map((name) => `-${name}` as const)])

/** Where a page of findings begins and how long it is. */
export const paging = {
  page: wholeNumber(0, 4294967295),
  page_size: wholeNumber(100, 3000),
  after: wholeNumber(0, 4294967295),
  sort,
  /** These findings alone, of those that match. */
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

/**
 * The query of what is counted over findings of any type: facets, groups, trend, export. For secrets it also takes the
 * words of their listing: `severity`, `repo`, `validationState`, `FINDING_STATUS_…`.
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

/** Parameters that are documented for one issue type alone; with the other they are refused. */
const typesByFilter: Partial<Record<keyof FindingFilter, 'sast' | 'sca'>> = {
  rules: 'sast',
  categories: 'sast',
  confidence: 'sast',
  autotriage_verdict: 'sast',
  exposures: 'sca',
  transitivities: 'sca',
  is_malicious: 'sca',
}

/** Parameters of our own that mean nothing for the other type; there they are ignored. */
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
}

/** Filters that are instants; in addresses and views they may be relative words such as `7d`. */
export const momentFilters = ['since', 'until', 'triaged_since', 'triaged_until'] as const
export type MomentFilter = (typeof momentFilters)[number]

/** Whether a parameter is a filter that takes an instant. */
export function isMomentFilter(name: string): name is MomentFilter {
  return momentFilters.some((one) => one === name)
}

/** Whether a filter says anything about findings of this type; the dashboard offers it only then. */
export function appliesToType(parameter: keyof FindingFilter, type: (typeof findingTypes)[number]): boolean {
  const only = typesByFilter[parameter]
  if (only) return only === type || (type === 'secrets' && only === 'sast' && parameter === 'rules')
  return meaningsByType[parameter]?.includes(type) ?? true
}

const isFilter = (name: string): name is keyof FindingFilter => Object.hasOwn(findingFilter, name)

/**
 * Every parameter that does not belong to the chosen issue type, as faults that name the type it belongs to.
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
