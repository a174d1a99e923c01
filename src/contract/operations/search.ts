import { bySlug, operation } from '../operation.ts'
import { text, wholeNumber } from '../parameters/query.ts'

export const search = operation({
  id: 'search',
  method: 'GET',
  path: `${bySlug}/search`,
  scopes: ['findings:read'],
  query: { q: text(200), limit: wholeNumber(1, 20) },
})
