import { bySlug, operation } from '../operation.ts'
import { overviewPeriods } from '../overview-vocabulary.ts'
import { searchName, searchNames } from '../parameters/name.ts'
import { enumValue, flag, wholeNumber } from '../parameters/query.ts'

/** The most entries of the recent activity. */
export const maxActivity = 50

export const overviewQuery = {
  period: enumValue(overviewPeriods),
  project: searchName(),
  tag: searchName(),
  owner: searchNames,
  include_disabled: flag,
} as const

export const overview = operation({
  id: 'overview',
  method: 'GET',
  path: `${bySlug}/overview`,
  timed: true,
  scopes: ['findings:read'],
  query: overviewQuery,
})

export const listActivity = operation({
  id: 'listActivity',
  method: 'GET',
  path: `${bySlug}/activity`,
  scopes: ['findings:read'],
  query: { limit: wholeNumber(1, maxActivity) },
  personal: true,
})
