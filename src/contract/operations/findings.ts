import { bySlug, operation } from '../operation.ts'
import { findingSetQuery, findingsQuery } from '../parameters/findings-query.ts'
import { flag, text, wholeNumber } from '../parameters/query.ts'

export const listFindings = operation({
  id: 'listFindings',
  method: 'GET',
  path: `${bySlug}/findings`,
  scopes: ['findings:read'],
  query: findingsQuery,
})

export const getFinding = operation({
  id: 'getFinding',
  method: 'GET',
  path: `${bySlug}/findings/{id}`,
  scopes: ['findings:read'],
})

export const findingFacets = operation({
  id: 'findingFacets',
  method: 'GET',
  path: `${bySlug}/findings/facets`,
  scopes: ['findings:read'],
  query: { ...findingSetQuery, facet: text(64), facet_q: text(200), without: flag },
})

export const findingTrend = operation({
  id: 'findingTrend',
  method: 'GET',
  path: `${bySlug}/findings/trend`,
  timed: true,
  scopes: ['findings:read'],
  query: { ...findingSetQuery, days: wholeNumber(1, 366) },
})
