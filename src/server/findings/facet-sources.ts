import { type RawBuilder, sql } from 'kysely'
import { type FindingType, fixPullRequestStates } from '#contract/vocabulary.ts'
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
  word,
} from '#server/db/codes.ts'
import { boards } from './boards.ts'
import type { FilterName, FindingSet } from './query.ts'

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

const every = ['sast', 'sca', 'secrets'] as const
const asItIs = (value: string | null) => [value]
const wordsOf = (list: readonly string[]) => (value: string | null) => [
  value === null ? null : word(list, Number(value)),
]

const grouped = (value: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select cast(${value} as text) as value, count(*) as count from base group by 1`

/** Counts by an id first and joins what it stands for then: a join for each value, not for each row. */
const joined = (id: string, table: string, name: string): RawBuilder<unknown> =>
  sql`select other.${sql.ref(name)} as value, counted.count as count
    from (select ${sql.ref(id)} as id, count(*) as count from base group by 1) as counted
    left join ${sql.table(table)} as other on other.id = counted.id`

const listed = (value: string | null): readonly FacetValue[] => {
  const list: unknown = value === null ? [] : JSON.parse(value)
  const texts = Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []
  return texts.length > 0 ? [...new Set(texts)] : [null]
}

const boardOf = (value: string | null): FacetValue => {
  const mode = value === null ? null : word(policyModes, Number(value))
  return Object.entries(boards).find(([, one]) => one === mode)?.[0] ?? null
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
  severities: { types: every, counts: () => grouped(sql`severity`), read: wordsOf(severities) },
  status: { types: every, counts: () => grouped(sql`status`), read: wordsOf(statuses) },
  repos: { types: every, counts: () => joined('project_id', 'project', 'name'), read: asItIs },
  rules: { types: ['sast', 'secrets'], counts: () => joined('rule_id', 'rule', 'path'), read: asItIs },
  categories: {
    types: ['sast'],
    counts: () => joined('category_set_id', 'category_set', 'categories_json'),
    read: listed,
  },
  confidence: { types: ['sast'], counts: () => grouped(sql`confidence`), read: wordsOf(confidences) },
  autotriage_verdict: { types: ['sast'], counts: () => grouped(sql`verdict`), read: wordsOf(verdicts) },
  component_tags: { types: ['sast'], counts: () => grouped(sql`component_tag`), read: asItIs },
  triage_reasons: {
    types: every,
    // Without a status the filter selects ignored findings alone, so that only these count for a reason.
    counts: ({ status }) =>
      grouped(
        status
          ? sql`triage_reason`
          : sql`case when status = ${sql.lit(code(statuses, 'ignored'))} then triage_reason end`,
      ),
    read: wordsOf(triageReasons),
  },
  triaged_by: { types: every, counts: () => grouped(sql`triaged_by`), read: asItIs },
  policies: {
    types: ['sast', 'secrets'],
    counts: () => sql`select cast(held.mode as text) as value, counted.count as count
      from (select policy_id, rule_id, count(*) as count from base group by 1, 2) as counted
      left join policy_rule as held on held.policy_id = counted.policy_id and held.rule_id = counted.rule_id`,
    read: (value) => [boardOf(value)],
  },
  exposures: {
    types: ['sca'],
    counts: () => grouped(sql`coalesce(reachability, ${sql.lit(code(reachabilities, 'unknown'))})`),
    read: wordsOf(reachabilities),
  },
  transitivities: {
    types: ['sca'],
    counts: () => grouped(sql`transitivity`),
    read: wordsOf(transitivities),
  },
  is_malicious: {
    types: ['sca'],
    counts: () => grouped(sql`coalesce(is_malicious, 0)`),
    read: (value) => [value === '1'],
  },
  project_tags: { types: every, counts: () => joined('project_id', 'project', 'tags_json'), read: listed },
  vulnerability_identifiers: { types: ['sca'], counts: () => grouped(sql`advisory`), read: asItIs },
  secret_types: { types: ['secrets'], counts: () => grouped(sql`secret_type`), read: asItIs },
  validation_state: {
    types: ['secrets'],
    counts: () => grouped(sql`validation_state`),
    read: (value) => [value === null ? null : `VALIDATION_STATE_${word(validationStates, Number(value))}`],
  },
  dependencies: { types: ['sca'], counts: () => grouped(sql`package`), read: asItIs },
  versions: { types: ['sca'], counts: () => grouped(sql`nullif(package_version, '')`), read: asItIs },
  has_ticket: { types: every, counts: () => grouped(sql`has_ticket`), read: (value) => [value === '1'] },
  fix_available: {
    types: ['sca'],
    counts: () => grouped(sql`fix_available`),
    read: (value) => [value === '1'],
  },
  click_to_fix_pr_state: { types: every, counts: () => grouped(sql`fix_pr_states`), read: pullRequestStates },
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
