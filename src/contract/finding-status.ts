import type { statuses } from './vocabulary.ts'

/**
 * Derives the filterable status from scan and triage: fixed stays fixed, and suppressed in the code stays ignored. An
 * unknown or missing value, which another service may send, counts as open. Source: docs/api.md#lifecycle.
 */
export function deriveStatus(
  state: string | null | undefined,
  triage: string | null | undefined,
): (typeof statuses)[number] {
  if (state === 'fixed') return 'fixed'
  if (state === 'muted' || triage === 'ignored') return 'ignored'
  return triage === 'reviewing' || triage === 'fixing' ? triage : 'open'
}
