import type { FindingFilter, FindingSetQuery } from '#contract/findings-query.ts'
import { severities, statuses } from '#contract/vocabulary.ts'

/** What the listing's words mean: a secret under review is open to those who only know four words. */
const meant: Record<string, readonly string[]> = {
  FINDING_STATUS_OPEN: ['open', 'reviewing', 'fixing'],
  FINDING_STATUS_IGNORED: ['ignored'],
  FINDING_STATUS_FIXED: ['fixed'],
  // Removed ones are in no list and no count but the listing's own, and no secret of ours is of unknown status.
  FINDING_STATUS_REMOVED: [],
  FINDING_STATUS_UNKNOWN: [],
}

type Said = Pick<FindingSetQuery, 'issue_type' | 'status' | 'severity' | 'repo' | 'severities' | 'repos'>
type Own = { -readonly [K in 'status' | 'severities' | 'repos']?: FindingFilter[K] }
/** A query whose words are ours. */
export type OwnWords<Q> = Omit<Q, keyof Own | 'severity' | 'repo'> & Own

/**
 * A filter with the words of the listing of secrets (`severity`, `repo`, `FINDING_STATUS_…`) put into ours. Where both
 * are given both hold; for other types `severity` and `repo` say nothing. What is left may be an empty list, which
 * selects nothing.
 * Source: API decisions, "Findings": `issue_type=secrets` with the filters of the secrets listing.
 */
export function inOwnWords<Q extends Said>(query: Q): OwnWords<Q> {
  const { status, severity, repo, severities: ours, repos, ...rest } = query
  const own: Own = {}
  if (status) {
    const words = status.flatMap((word) => meant[word] ?? [word])
    own.status = statuses.filter((one) => words.includes(one))
  }
  if (ours) own.severities = ours
  if (repos) own.repos = repos
  if (query.issue_type === 'secrets') {
    if (severity) {
      const named = severities.filter((one) =>
        severity.some((word) => word.toLowerCase().endsWith(`_${one}`)),
      )
      own.severities = ours ? named.filter((one) => ours.includes(one)) : named
    }
    if (repo) own.repos = repos ? repos.filter((one) => repo.includes(one)) : repo
  }
  return { ...rest, ...own }
}
