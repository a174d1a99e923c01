import { findingSetQuery, findingsQuery, misplaced } from './findings-query.ts'
import { bySlug, operation } from './operation.ts'
import { flag, text, whole } from './query.ts'

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
