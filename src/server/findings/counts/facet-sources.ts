import { type RawBuilder, sql } from 'kysely'
import { type FindingType, fixPullRequestStates } from '#contract/vocabulary.ts'
import {
  confidences,
  fixPullRequestBits,
  fromCode,
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
import { modesByFilter } from '../filters/mode-filters.ts'
import type { FilterName, FindingSet } from '../filters/query.ts'

export type FacetValue = string | boolean | null

/** How the values of one filter are counted over the rows of `base`. */
export interface FacetSource {
  types: readonly FindingType[]
  /** A query with the columns `value` (text or null) and `count`; equal values may come more than once. */
  counts(set: FindingSet): RawBuilder<unknown>
  /** The values of the filter that a counted value stands for; several where the filter has several for one row. */
  read(value: string | null): readonly FacetValue[]
}

/** The columns of `finding` that facets are counted from. */
export const facetColumns = [
  'severity',
  'status',
  'project_id',
  'rule_id',
  'policy_id',
  'category_set_id',
  'confidence',
  'verdict',
  'component_tag',
  'triage_reason',
  'reachability',
  'transitivity',
  'is_malicious',
  'advisory',
  'package',
  'package_version',
  'secret_type',
  'validation_state',
  'has_ticket',
  'fix_available',
  'fix_pr_states',
  'triaged_by',
] as const

const allTypes = ['sast', 'sca', 'secrets'] as const
const asSingleValue = (value: string | null) => [value]
const decodeWith = (list: readonly string[]) => (value: string | null) => [
  value === null ? null : fromCode(list, Number(value)),
]

const groupedBy = (value: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select cast(${value} as text) as value, count(*) as count from base group by 1`

/** Counts by an id first and joins what it stands for then: a join for each value, not for each row. */
const joinedBy = (id: string, table: string, name: string): RawBuilder<unknown> =>
  sql`select other.${sql.ref(name)} as value, counted.count as count
    from (select ${sql.ref(id)} as id, count(*) as count from base group by 1) as counted
    left join ${sql.table(table)} as other on other.id = counted.id`

const parseList = (value: string | null): readonly FacetValue[] => {
  const list: unknown = value === null ? [] : JSON.parse(value)
  const texts = Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []
  return texts.length > 0 ? [...new Set(texts)] : [null]
}

const modeFilterOf = (value: string | null): FacetValue => {
  const mode = value === null ? null : fromCode(policyModes, Number(value))
  return Object.entries(modesByFilter).find(([, one]) => one === mode)?.[0] ?? null
}

const pullRequestStates = (value: string | null): readonly FacetValue[] => {
  const states = fixPullRequestStates.filter((state) => Number(value) & fixPullRequestBits[state])
  return states.length > 0 ? states : [null]
}

/**
 * The facets of each type, each named after the parameter that selects its values.
 * Source: docs/api.md#facets.
 */
export const facetSources = {
  severities: { types: allTypes, counts: () => groupedBy(sql`severity`), read: decodeWith(severities) },
  status: { types: allTypes, counts: () => groupedBy(sql`status`), read: decodeWith(statuses) },
  repos: { types: allTypes, counts: () => joinedBy('project_id', 'project', 'name'), read: asSingleValue },
  rules: {
    types: ['sast', 'secrets'],
    counts: () => joinedBy('rule_id', 'rule', 'path'),
    read: asSingleValue,
  },
  categories: {
    types: ['sast'],
    counts: () => joinedBy('category_set_id', 'category_set', 'categories_json'),
    read: parseList,
  },
  confidence: { types: ['sast'], counts: () => groupedBy(sql`confidence`), read: decodeWith(confidences) },
  autotriage_verdict: { types: ['sast'], counts: () => groupedBy(sql`verdict`), read: decodeWith(verdicts) },
  component_tags: { types: ['sast'], counts: () => groupedBy(sql`component_tag`), read: asSingleValue },
  triage_reasons: {
    types: allTypes,
    // Without a status the filter selects ignored findings alone, so that only these count for a reason.
    counts: ({ status }) =>
      groupedBy(
        status
          ? sql`triage_reason`
          : sql`case when status = ${sql.lit(toCode(statuses, 'ignored'))} then triage_reason end`,
      ),
    read: decodeWith(triageReasons),
  },
  triaged_by: { types: allTypes, counts: () => groupedBy(sql`triaged_by`), read: asSingleValue },
  policies: {
    types: ['sast', 'secrets'],
    counts: () => sql`select cast(held.mode as text) as value, counted.count as count
      from (select policy_id, rule_id, count(*) as count from base group by 1, 2) as counted
      left join policy_rule as held on held.policy_id = counted.policy_id and held.rule_id = counted.rule_id`,
    read: (value) => [modeFilterOf(value)],
  },
  exposures: {
    types: ['sca'],
    counts: () => groupedBy(sql`coalesce(reachability, ${sql.lit(toCode(reachabilities, 'unknown'))})`),
    read: decodeWith(reachabilities),
  },
  transitivities: {
    types: ['sca'],
    counts: () => groupedBy(sql`transitivity`),
    read: decodeWith(transitivities),
  },
  is_malicious: {
    types: ['sca'],
    counts: () => groupedBy(sql`coalesce(is_malicious, 0)`),
    read: (value) => [value === '1'],
  },
  project_tags: {
    types: allTypes,
    counts: () => joinedBy('project_id', 'project', 'tags_json'),
    read: parseList,
  },
  vulnerability_identifiers: { types: ['sca'], counts: () => groupedBy(sql`advisory`), read: asSingleValue },
  secret_types: { types: ['secrets'], counts: () => groupedBy(sql`secret_type`), read: asSingleValue },
  validation_state: {
    types: ['secrets'],
    counts: () => groupedBy(sql`validation_state`),
    read: (value) => [
      value === null ? null : `VALIDATION_STATE_${fromCode(validationStates, Number(value))}`,
    ],
  },
  dependencies: { types: ['sca'], counts: () => groupedBy(sql`package`), read: asSingleValue },
  versions: {
    types: ['sca'],
    counts: () => groupedBy(sql`nullif(package_version, '')`),
    read: asSingleValue,
  },
  has_ticket: { types: allTypes, counts: () => groupedBy(sql`has_ticket`), read: (value) => [value === '1'] },
  fix_available: {
    types: ['sca'],
    counts: () => groupedBy(sql`fix_available`),
    read: (value) => [value === '1'],
  },
  click_to_fix_pr_state: {
    types: allTypes,
    counts: () => groupedBy(sql`fix_pr_states`),
    read: pullRequestStates,
  },
} as const satisfies Partial<Record<FilterName, FacetSource>>

export type FacetName = keyof typeof facetSources

/** The facets that findings of a type have. */
export function facetsOf(type: FindingType): FacetName[] {
  // parse: `Object.keys` forgets the names.
  const names = Object.keys(facetSources) as FacetName[]
  return names.filter((name) => {
    const { types }: FacetSource = facetSources[name]
    return types.includes(type)
  })
}
