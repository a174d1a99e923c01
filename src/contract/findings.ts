import { appliesTo, type FindingFilter, findingSetQuery, findingsQuery, misplaced } from './findings-query.ts'
import { bySlug, operation } from './operation.ts'
import { flag, oneOf, type QueryValues, text, whole } from './query.ts'
import { type FindingType, type Grouping, groupings } from './vocabulary.ts'

export const listFindings = operation({
  id: 'listFindings',
  method: 'GET',
  path: `${bySlug}/findings`,
  mark: 'documented',
  summary: 'List code or supply-chain findings',
  description:
    'Ordered by `relevant_since`, then `id`, both descending. `X-Total-Count` has the exact total and `Link` the neighbouring pages. The key of the issue type that was not asked for is present with an empty list. `include=marks` adds `marks` to each finding.',
  scopes: ['findings:read'],
  query: findingsQuery,
  queryFaults: misplaced,
})

export const getFinding = operation({
  id: 'getFinding',
  method: 'GET',
  path: `${bySlug}/findings/{id}`,
  mark: 'extension',
  summary: 'Read one finding with its code, data flow, history and instances on other refs',
  scopes: ['findings:read'],
})

export const findingFacets = operation({
  id: 'findingFacets',
  method: 'GET',
  path: `${bySlug}/findings/facets`,
  mark: 'extension',
  summary: 'Count the values of each filter',
  description:
    'Each facet is named after the parameter that selects its values and counted with every filter but its own, most frequent first. At most 100 values each; the others are summed in `rest`. `facet` with `facet_q` searches one. `without=true` adds `without`: for each filter that is set, how many findings would match without it.',
  scopes: ['findings:read'],
  query: { ...findingSetQuery, facet: text(64), facet_q: text(200), without: flag },
  queryFaults: misplaced,
})

/** The filter that selects what one group holds; a group without a value is selected by `__none`. */
export const groupParameter = {
  rules: 'rules',
  repos: 'repos',
  path: 'files',
  dependencies: 'dependencies',
  vulnerability_identifiers: 'vulnerability_identifiers',
  upgrade: 'upgrades',
  secret: 'secret_hashes',
} as const satisfies Record<Grouping, keyof FindingFilter>

/** Whether findings of a type can be grouped so. */
export function groupsBy(grouping: Grouping, type: FindingType): boolean {
  return appliesTo(groupParameter[grouping], type)
}

/** What is wrong with a query of groups: what `misplaced` finds, and a grouping that does not fit the type. */
function groupFaults(query: QueryValues<typeof findingSetQuery> & { group_by?: Grouping | undefined }) {
  const { issue_type: type = 'sast', group_by: grouping } = query
  if (!grouping || groupsBy(grouping, type)) return misplaced(query)
  const fits = groupings.filter((one) => groupsBy(one, type)).join(', ')
  return [
    ...misplaced(query),
    { parameter: 'group_by', detail: `"${grouping}" is none of ${fits} (issue_type=${type})` },
  ]
}

export const findingGroups = operation({
  id: 'findingGroups',
  method: 'GET',
  path: `${bySlug}/findings/groups`,
  mark: 'extension',
  summary: 'Group findings by rule, project, file, package, advisory, upgrade or secret',
  description:
    '`group_by` is required. Ordered by what each group holds, most first; by `upgrade`, findings without one stand last; by `secret`, those with a confirmed valid one first, confirmed invalid ones last. Equal ones stand in the order of their values. The counts of all groups sum to the total of the list. `value` null stands for findings without a value, which `__none` selects.',
  scopes: ['findings:read'],
  query: {
    ...findingSetQuery,
    group_by: oneOf(groupings),
    page: whole(0, 4294967295),
    page_size: whole(1, 3000),
  },
  queryFaults: groupFaults,
})

export const findingTrend = operation({
  id: 'findingTrend',
  method: 'GET',
  path: `${bySlug}/findings/trend`,
  mark: 'extension',
  summary: 'Count findings by day',
  scopes: ['findings:read'],
  query: { ...findingSetQuery, days: whole(1, 366) },
  queryFaults: misplaced,
})
