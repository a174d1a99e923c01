import type { ReportedFinding } from '#server/reports/report/report.ts'
import type { Candidate } from '../../matching/candidates.ts'
import type { StoredFinding } from './known-findings.ts'

/** What a scan says, its findings in the order of the candidates. */
export interface Reported {
  candidates: readonly Candidate[]
  findings: readonly ReportedFinding[]
}

/**
 * Marks stored findings that are equal to another one in all that is stored, where a source that reports equal results as
 * one reports fewer: the decided finding stays, and the others are fixed. Of several decisions that differ none is
 * marked, and neither is any if the scan says nothing like them: they may differ in what is not stored.
 * Source: docs/api.md#identity.
 */
export function markRepeated(stored: readonly StoredFinding[], reported: Reported): void {
  const open = stored.filter(({ open, line, dependency }) => open && line > 0 && dependency === null)
  // Nearly all are alone in their place, and only of others is the content compared.
  const repeated = shared(open, ({ refId, rule, path, line }) => `${refId} ${rule} ${line} ${path}`).flatMap(
    (near) => shared(near, (one) => JSON.stringify([placeOf(one, one.end), contentOf(one)])),
  )
  if (repeated.length === 0) return
  const most = mostInOnePlace(reported)
  for (const equal of repeated) {
    const [one] = equal
    const count = (one && most.get(contentOf(one))) ?? equal.length
    const decided = equal.filter(({ decision }) => decision !== '')
    const isOneDecision = new Set(decided.map(({ decision }) => decision)).size <= 1
    const least = isOneDecision ? count : Math.max(count, decided.length)
    const kept = new Set([...decided, ...equal.filter((each) => !decided.includes(each))].slice(0, least))
    for (const each of equal) each.isRepeated = !kept.has(each)
  }
}

/** The groups of those that share a key with another one. */
const shared = <T>(all: readonly T[], key: (one: T) => string): T[][] =>
  [...Map.groupBy(all, key).values()].filter((group) => group.length > 1)

/** How many findings of one content the scan has in one place at most: a place may move. */
function mostInOnePlace({ candidates, findings }: Reported): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const most = new Map<string, number>()
  for (const [index, one] of candidates.entries()) {
    const { endLine = null, endColumn = null } = findings[index]?.location ?? {}
    const content = contentOf(one)
    const place = JSON.stringify([placeOf(one, [endLine, endColumn]), content])
    const count = (counts.get(place) ?? 0) + 1
    counts.set(place, count)
    most.set(content, Math.max(most.get(content) ?? 0, count))
  }
  return most
}

const placeOf = ({ line, column }: Candidate, end: StoredFinding['end']) => [line, column, end]

function contentOf(one: Candidate): string {
  const { rule, path, message, resource, secret, fingerprint, otherFingerprint, code, flow } = one
  return JSON.stringify([rule, path, message, resource, secret, fingerprint, otherFingerprint, code, flow])
}
