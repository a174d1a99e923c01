import { bySlug, operation } from '../operation.ts'
import { searchName } from '../parameters/name.ts'
import { wholeNumber } from '../parameters/query.ts'

export const acceptedRisksQuery = {
  project: searchName(),
  tag: searchName(),
  page: wholeNumber(0, 4294967295),
  page_size: wholeNumber(1, 3000),
} as const

export const acceptedRisks = operation({
  id: 'acceptedRisks',
  method: 'GET',
  path: `${bySlug}/accepted-risks`,
  scopes: ['findings:read'],
  query: acceptedRisksQuery,
})
