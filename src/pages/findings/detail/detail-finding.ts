import { isMissingDetail } from '#api/dialects/detail.ts'
import type { Finding } from '#api/dialects/dialects.ts'
import type { FindingDetail } from '#contract/responses/findings.ts'
import type { FindingMatch } from '#contract/responses/matches.ts'
import type { FindingType } from '#contract/vocabulary.ts'
import { findingTitle } from '../title.ts'

type OfDetail =
  | 'history'
  | 'matches'
  | 'instances'
  | 'code'
  | 'data_flow'
  | 'fix'
  | 'references'
  | 'issue_type'
  | 'rule_title'
  | 'policy_mode'
  | 'first_seen'
  | 'secret'

/** A finding as the detail shows it: of either type, the other type's fields missing. */
export type DetailFinding = Finding & Pick<FindingDetail, OfDetail>

/** The row of a list as a detail that has nothing beside it, until the detail is there or where there is none. */
export function asDetailFinding(row: Finding, type: FindingType): DetailFinding {
  return {
    ...row,
    ...isMissingDetail,
    rule_title: null,
    policy_mode: null,
    first_seen: null,
    secret: null,
    issue_type: type,
  }
}

/** A match that can be shown; one without its id, or of a finding without one, cannot be resolved. */
function checkedMatch(match: FindingMatch): FindingMatch[] {
  if (typeof match.id !== 'string') return []
  const { other } = match
  const known = other && typeof other.id === 'number' ? other : null
  return [
    {
      ...match,
      kind: match.kind ?? '',
      basis: match.basis ?? '',
      state: match.state ?? '',
      other: known && { ...known, triage_state: known.triage_state ?? 'untriaged' },
      resolvable: match.resolvable === true,
    },
  ]
}

const textOr = (value: unknown) => (typeof value === 'string' ? value : null)

/** A detail as it came, with the fields that another service may send as something else made what they are to be. */
export function checked(detail: FindingDetail): DetailFinding {
  const { first_seen: first, code } = detail
  return {
    ...detail,
    // Without an id there is nothing to link to; a part of an element may be missing as well as the whole.
    instances: detail.instances.flatMap((one) =>
      typeof one.id === 'number' ? [{ ...one, ref: one.ref ?? '' }] : [],
    ),
    matches: detail.matches.flatMap(checkedMatch),
    history: detail.history.map((entry) => ({ ...entry, at: entry.at ?? '', what: entry.what ?? '' })),
    code: code && { startLine: code.startLine ?? detail.location?.line ?? 1, lines: code.lines ?? [] },
    fix: detail.fix && { ...detail.fix, before: detail.fix.before ?? '', after: detail.fix.after ?? '' },
    rule_title: textOr(detail.rule_title),
    policy_mode: textOr(detail.policy_mode),
    first_seen:
      typeof first === 'object' && first !== null
        ? {
            at: textOr(first.at) ?? detail.created_at,
            commit: textOr(first.commit),
            ref: textOr(first.ref),
            author: textOr(first.author),
          }
        : null,
  }
}

/** What a finding is called: the scanner's short name of the rule, or package, version and advisory. */
export function titleOf(finding: DetailFinding): string {
  const dependency = finding.found_dependency
  if (dependency?.package) {
    const name = [dependency.package, dependency.version].filter(Boolean).join(' ')
    return finding.vulnerability_identifier ? `${name}: ${finding.vulnerability_identifier}` : name
  }
  return finding.rule_title?.trim() || findingTitle(finding)
}

/**
 * The newest instant at which the service says that something happened to a finding: a decision after it is one that
 * this person has not seen. It is the service's own clock, so that a wrong clock here decides nothing.
 */
export function seenAt(finding: DetailFinding): string | undefined {
  const instants = [
    finding.created_at,
    finding.relevant_since,
    finding.state_updated_at,
    finding.triaged_at,
    ...finding.history.map(({ at }) => at),
  ]
    .map((value) => new Date(value ?? '').getTime())
    .filter((value) => !Number.isNaN(value))
  return instants.length > 0 ? new Date(Math.max(...instants)).toISOString() : undefined
}
