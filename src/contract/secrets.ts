import { idCursor } from './cursor.ts'
import { findingFilter, misplaced, paging } from './findings-query.ts'
import { searchedNames } from './name.ts'
import { byId, operation } from './operation.ts'
import { type QueryValues, someOf, text, whole } from './query.ts'
import { secretSeverities, secretStatuses, statuses, validationStates } from './vocabulary.ts'

const secretsQuery = {
  ...findingFilter,
  ...paging,
  cursor: idCursor,
  limit: whole(1, 3000),
  since: text(40),
  status: someOf([...secretStatuses, ...statuses]),
  severity: someOf(secretSeverities),
  repo: searchedNames,
  validationState: someOf(validationStates),
  filter: text(64),
  include: someOf(['finding']),
} as const

/** What belongs to another type than secrets. */
function misplacedOfSecrets({ since: _, include: __, ...query }: QueryValues<typeof secretsQuery>) {
  return misplaced({ ...query, issue_type: 'secrets' })
}

export const listSecrets = operation({
  id: 'listSecrets',
  method: 'GET',
  path: `${byId}/secrets`,
  mark: 'named',
  summary: 'List secrets; the secret itself is never stored or returned',
  description:
    'Beside its own parameters it takes those of the list of findings: every filter that applies to secrets, and `page`, `page_size`, `after` and `sort` in place of `cursor` and `limit`; `Link` has the neighbouring pages then. `FINDING_STATUS_OPEN` means open, reviewing and fixing; `FINDING_STATUS_REMOVED` lists what is in no other list. `validationState` is another name of `validation_state`. `since` is ISO 8601 or epoch seconds. `include=finding` adds `finding` to each: the secret in the form of a code finding. Ids of tickets and review comments are decimal strings here.',
  scopes: ['findings:read'],
  query: secretsQuery,
  queryFaults: misplacedOfSecrets,
})
