import type { OperationDetails } from '../operation.ts'
import type { secretsQuery } from '../operations/secrets.ts'
import { misplacedFilters } from '../parameters/findings-query.ts'
import type { QueryValues } from '../parameters/query.ts'

/** Returns the filters that do not apply to secrets. */
function misplacedSecretFilters({ since: _, include: __, ...query }: QueryValues<typeof secretsQuery>) {
  return misplacedFilters({ ...query, issue_type: 'secrets' })
}

export const details = {
  listSecrets: {
    mark: 'named',
    summary: 'List secrets; the secret itself is never stored or returned',
    description:
      'Also takes the parameters of the list of findings: all filters that apply to secrets, and `page`, `page_size`, `after` and `sort` instead of `cursor` and `limit`; `Link` then has the previous and next pages. `FINDING_STATUS_OPEN` includes open, reviewing and fixing. `FINDING_STATUS_REMOVED` lists secrets that no other list contains. `validationState` is an alias of `validation_state`. `since` takes ISO 8601 or epoch seconds. `include=finding` adds `finding` to each secret, with the fields of a code finding. Ids of tickets and review comments are decimal strings here.',
    queryFaults: misplacedSecretFilters,
  },
} satisfies Record<string, OperationDetails>
