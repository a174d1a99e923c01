import { bySlug, operation } from '../operation.ts'
import { overviewPeriods } from '../overview-vocabulary.ts'
import { searchName, searchNames } from '../parameters/name.ts'
import { enumValue, flag } from '../parameters/query.ts'

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
