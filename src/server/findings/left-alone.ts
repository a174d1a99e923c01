import type { TriagePreview } from '#contract/answers/triage.ts'

/** Why a finding that was asked for is left as it is. */
export const leftAlone = {
  unchanged: 'Already in this state.',
  triaged_since: 'Triaged again since.',
  removed: 'No longer exists.',
} as const
export type LeftAlone = keyof typeof leftAlone

/** The reasons with their numbers, most first; none for which there is nothing. */
export function inOrder(counts: Partial<Record<LeftAlone, number>>): TriagePreview['skipped'] {
  return codes
    .map((code) => ({ code, reason: leftAlone[code], count: counts[code] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count || (one.code < other.code ? -1 : 1))
}

// parse: `Object.keys` forgets the names.
const codes = Object.keys(leftAlone) as LeftAlone[]
