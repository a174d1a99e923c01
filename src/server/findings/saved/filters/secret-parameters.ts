import type { FindingFilter, FindingSetQuery } from '#contract/parameters/findings-query.ts'
import { primaryRef } from '#contract/parameters/query.ts'
import { severities, statuses } from '#contract/vocabulary.ts'
import { unprocessable } from '#server/http/errors.ts'

/**
 * The statuses of each value in the listing: a secret under review counts as open there, because its clients know only
 * four values.
 */
const severitiesByWord: Record<string, readonly string[]> = {
  FINDING_STATUS_OPEN: ['open', 'reviewing', 'fixing'],
  FINDING_STATUS_IGNORED: ['ignored'],
  FINDING_STATUS_FIXED: ['fixed'],
  // Removed findings appear in no other list or count, and none of our secrets has an unknown status.
  FINDING_STATUS_REMOVED: [],
  FINDING_STATUS_UNKNOWN: [],
}

type SecretListingWords = Pick<
  FindingSetQuery,
  | 'issue_type'
  | 'status'
  | 'severity'
  | 'repo'
  | 'validationState'
  | 'severities'
  | 'repos'
  | 'validation_state'
  | 'ref'
  | 'primary_ref'
>
type FindingWordName = 'status' | 'severities' | 'repos' | 'validation_state' | 'ref' | 'primary_ref'
type FindingWords = { -readonly [K in FindingWordName]?: FindingFilter[K] }
/** A query with our own parameters. */
export type WithFindingWords<Q> = Omit<Q, FindingWordName | 'severity' | 'repo' | 'validationState'> &
  FindingWords

/**
 * Converts the parameters of the secrets listing (`severity`, `repo`, `validationState`, `FINDING_STATUS_…`) and
 * `ref=_default` to our own. If both forms are given, both apply; for other types `severity`, `repo` and
 * `validationState` are ignored. The result may contain an empty list, which selects nothing.
 * @throws HttpError 422 if `ref=_default` is combined with `primary_ref=false`.
 * Source: docs/api.md#secrets.
 */
export function toFindingWords<Q extends SecretListingWords>(query: Q): WithFindingWords<Q> {
  const {
    status,
    ref,
    primary_ref,
    severity,
    severities: ours,
    repo,
    repos,
    validationState: states,
    validation_state: ownStates,
    ...rest
  } = query
  const own: FindingWords = refOf(ref, primary_ref)
  if (status) {
    const words = status.flatMap((word) => severitiesByWord[word] ?? [word])
    own.status = statuses.filter((one) => words.includes(one))
  }
  if (ours) own.severities = ours
  if (repos) own.repos = repos
  if (ownStates) own.validation_state = ownStates
  if (query.issue_type === 'secrets') {
    if (severity) {
      const matchingSeverities = severities.filter((one) =>
        severity.some((word) => word.toLowerCase().endsWith(`_${one}`)),
      )
      own.severities = ours ? matchingSeverities.filter((one) => ours.includes(one)) : matchingSeverities
    }
    if (repo) own.repos = repos ? repos.filter((one) => repo.includes(one)) : repo
    if (states) own.validation_state = ownStates ? states.filter((one) => ownStates.includes(one)) : states
  }
  return { ...rest, ...own }
}

function refOf(ref: string | undefined, primary: boolean | undefined): FindingWords {
  if (ref === primaryRef && primary === false) {
    const detail = `ref=${primaryRef} means the primary branches, which primary_ref=false leaves out.`
    throw unprocessable([{ parameter: 'ref', detail }])
  }
  if (ref === primaryRef) return { primary_ref: true }
  return {
    ...(ref === undefined ? {} : { ref }),
    ...(primary === undefined ? {} : { primary_ref: primary }),
  }
}
