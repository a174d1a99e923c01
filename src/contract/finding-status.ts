import type { statuses } from './vocabulary.ts'

/**
 * The status that people filter by, from what scans say and what people decided: what is fixed stays fixed, and what
 * the scanner was told to leave out stays ignored. An unknown or missing word, which another service may send, reads as
 * open. Source: docs/api.md#lifecycle.
 */
export function deriveStatus(
  state: string | null | undefined,
  triage: string | null | undefined,
): (typeof statuses)[number] {
  if (state === 'fixed') return 'fixed'
  if (state === 'muted' || triage === 'ignored') return 'ignored'
  return triage === 'reviewing' || triage === 'fixing' ? triage : 'open'
}
