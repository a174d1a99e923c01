import type { StoredFinding } from './known-findings.ts'

/**
 * Marks stored findings that are equal to another one in all that a scan says, of a source that reports such results as
 * one: the decided finding stays, and the others are fixed. Of several decisions that differ none is marked.
 * Source: docs/api.md#identity.
 */
export function markRepeated(stored: readonly StoredFinding[]): void {
  const byPlace = Map.groupBy(
    stored.filter(({ open, line, dependency }) => open && line > 0 && dependency === null),
    keyOf,
  )
  for (const equal of byPlace.values()) {
    if (equal.length === 1) continue
    const decided = equal.filter(({ decision }) => decision !== '')
    const isOneDecision = new Set(decided.map(({ decision }) => decision)).size === 1
    const kept = isOneDecision ? decided.slice(0, 1) : decided.length === 0 ? equal.slice(0, 1) : decided
    for (const one of equal) one.isRepeated = !kept.includes(one)
  }
}

function keyOf(one: StoredFinding): string {
  const { refId, rule, path, line, column, end, message, resource, secret } = one
  const { fingerprint, otherFingerprint, code, flow } = one
  return JSON.stringify([
    ...[refId, rule, path, line, column, end, message, resource, secret],
    ...[fingerprint, otherFingerprint, code, flow],
  ])
}
