import * as z from 'zod/mini'
import { findingSetQuery, findingsQuery, misplaced, paging } from './findings-query.ts'
import { bySlug, operation } from './operation.ts'
import { oneOf, text, whole } from './query.ts'
import { exportColumns, exportFormats } from './vocabulary.ts'

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
    'Each facet is named after the parameter that selects its values and counted with every filter but its own, most frequent first. At most 100 values each; the others are summed in `rest`. `facet` with `facet_q` searches one.',
  scopes: ['findings:read'],
  query: { ...findingSetQuery, facet: text(64), facet_q: text(200) },
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

export const exportFindings = operation({
  id: 'exportFindings',
  method: 'GET',
  path: `${bySlug}/findings/export`,
  mark: 'extension',
  summary: 'Export all findings of a filter as CSV, JSON or SARIF 2.1.0, streamed',
  description:
    'CSV where `format` is not given. `X-Total-Count` has the number of findings before the first of them. CSV is UTF-8 without a byte order mark, RFC 4180 with a header row; `columns` chooses and orders its columns; a cell that begins with `=`, `+`, `-`, `@`, a tab or a carriage return gets an apostrophe before it. JSON is `{ "findings": [...] }` in the form of the lists.',
  scopes: ['findings:read'],
  query: {
    ...findingSetQuery,
    sort: paging.sort,
    format: oneOf(exportFormats),
    columns: z.array(oneOf(exportColumns)).check(z.maxLength(exportColumns.length)),
  },
  queryFaults: misplaced,
  produces: 'application/octet-stream',
  streams: true,
})
