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
  | 'policy'
  | 'first_seen'
  | 'secret'
  | 'purl'
  | 'advisory_aliases'
  | 'rule_help'

/** A finding of either type for the detail view; fields of the other type are missing. */
export type DetailFinding = Finding & Pick<FindingDetail, OfDetail>

/** Converts a list row to a detail without further data, for use until the detail loads or if there is none. */
export function asDetailFinding(row: Finding, type: FindingType): DetailFinding {
  return {
    ...row,
    ...isMissingDetail,
    rule_title: null,
    policy_mode: null,
    policy: null,
    first_seen: null,
    secret: null,
    purl: null,
    advisory_aliases: [],
    rule_help: null,
    issue_type: type,
  }
}

/** Checks a match; without its id, or if its finding has none, it cannot be resolved. */
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

/** Normalizes the fields of a detail response that other services may send with a different type. */
export function checked(detail: FindingDetail): DetailFinding {
  const { first_seen: first, code } = detail
  return {
    ...detail,
    // Without an id there is nothing to link to; parts of an element may be missing, or all of it.
    instances: detail.instances.flatMap((one) =>
      typeof one.id === 'number' ? [{ ...one, ref: one.ref ?? '' }] : [],
    ),
    matches: detail.matches.flatMap(checkedMatch),
    history: detail.history.map((entry) => ({ ...entry, at: entry.at ?? '', what: entry.what ?? '' })),
    code: code && { startLine: code.startLine ?? detail.location?.line ?? 1, lines: code.lines ?? [] },
    fix: detail.fix && { ...detail.fix, before: detail.fix.before ?? '', after: detail.fix.after ?? '' },
    rule_title: textOr(detail.rule_title),
    policy_mode: textOr(detail.policy_mode),
    purl: textOr(detail.purl),
    rule_help: textOr(detail.rule_help),
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

/** Returns the title of a finding: the scanner's short name of the rule, or package, version and advisory. */
export function titleOf(finding: DetailFinding): string {
  const dependency = finding.found_dependency
  if (dependency?.package) {
    const name = [dependency.package, dependency.version].filter(Boolean).join(' ')
    return finding.vulnerability_identifier ? `${name}: ${finding.vulnerability_identifier}` : name
  }
  return finding.rule_title?.trim() || findingTitle(finding)
}

/**
 * Returns the time of the last change to a finding that the service reported: later triage has not been seen by this
 * person. It is the service's clock, so that a wrong local clock has no effect.
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
