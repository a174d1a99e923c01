import { byId, operation } from '../operation.ts'
import { idCursor } from '../parameters/cursor.ts'
import { findingFilter, misplacedFilters, paging } from '../parameters/findings-query.ts'
import { searchNames } from '../parameters/name.ts'
import { enumList, type QueryValues, text, wholeNumber } from '../parameters/query.ts'
import { secretSeverities, secretStatuses, statuses, validationStates } from '../vocabulary.ts'

const secretsQuery = {
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

/** What belongs to another type than secrets. */
function misplacedSecretFilters({ since: _, include: __, ...query }: QueryValues<typeof secretsQuery>) {
  return misplacedFilters({ ...query, issue_type: 'secrets' })
}

export const listSecrets = operation({
  id: 'listSecrets',
  method: 'GET',
  path: `${byId}/secrets`,
  mark: 'named',
  summary: 'List secrets; the secret itself is never stored or returned',
  description:
    'Also takes the parameters of the list of findings: all filters that apply to secrets, and `page`, `page_size`, `after` and `sort` instead of `cursor` and `limit`; `Link` then has the previous and next pages. `FINDING_STATUS_OPEN` includes open, reviewing and fixing. `FINDING_STATUS_REMOVED` lists secrets that no other list contains. `validationState` is an alias of `validation_state`. `since` takes ISO 8601 or epoch seconds. `include=finding` adds `finding` to each secret, with the fields of a code finding. Ids of tickets and review comments are decimal strings here.',
  scopes: ['findings:read'],
  query: secretsQuery,
  queryFaults: misplacedSecretFilters,
})
