import { byId, operation } from '../operation.ts'
import { idCursor } from '../parameters/cursor.ts'
import { findingFilter, paging } from '../parameters/findings-query.ts'
import { searchNames } from '../parameters/name.ts'
import { enumList, text, wholeNumber } from '../parameters/query.ts'
import { secretSeverities, secretStatuses, statuses, validationStates } from '../vocabulary.ts'

/** The query of the documented list of secrets. */
export const secretsQuery = {
  ...findingFilter,
  ...paging,
  cursor: idCursor,
  limit: wholeNumber(1, 3000),
  since: text(40),
  status: enumList([...secretStatuses, ...statuses]),
  severity: enumList(secretSeverities),
  repo: searchNames,
  validationState: enumList(validationStates),
  filter: text(64),
  include: enumList(['finding']),
} as const

export const listSecrets = operation({
  id: 'listSecrets',
  method: 'GET',
  path: `${byId}/secrets`,
  scopes: ['findings:read'],
  query: secretsQuery,
})
