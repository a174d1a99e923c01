import { findingSetQuery, findingsQuery, misplaced } from './findings-query.ts'
import { bySlug, operation } from './operation.ts'
import { flag, text, whole } from './query.ts'

export const listFindings = operation({
  id: 'listFindings',
  method: 'GET',
  path: `${bySlug}/findings`,
  mark: 'documented',
  summary: 'List code or supply chain findings',
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
  description:
    'For each of the last `days` (30) in UTC, today last: how many findings of the filter were `open` at its end, and how many became `new`, `fixed`, `ignored` and open again (`reopened`) on it. The filter selects by what findings are now, but `status` and `triage_reasons` are left out; `open` of today is the total of the list with `status=open`.',
  timed: true,
  scopes: ['findings:read'],
  query: { ...findingSetQuery, days: whole(1, 366) },
  queryFaults: misplaced,
})
