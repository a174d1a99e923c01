import type { TriagePreview } from '#contract/responses/triage.ts'
import { keysOf } from '#lib/keys.ts'

/** Why a requested finding is not changed. */
export const skipReasons = {
  unchanged: 'Already in this state.',
  triaged_since: 'Triaged again since.',
  removed: 'No longer exists.',
  unapproved: 'Ignoring it needs approval, with a reason and a note.',
} as const
export type SkipReason = keyof typeof skipReasons

/** The reasons with their counts, highest first; reasons without findings are left out. */
export function sortSkipCounts(counts: Partial<Record<SkipReason, number>>): TriagePreview['skipped'] {
  return skipCodes
    .map((code) => ({ code, reason: skipReasons[code], count: counts[code] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count || (one.code < other.code ? -1 : 1))
}

const skipCodes = keysOf(skipReasons)
