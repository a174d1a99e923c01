import type { TriageReason } from '#contract/vocabulary.ts'
import { knownReason } from '../row-labels.ts'

/** The unsaved values of a triage form. */
export interface Draft {
  reason?: TriageReason | undefined
  note: string
  /** The last day on which the finding is ignored, `2026-11-21`, or the event that ends that. */
  until?: string | undefined
}

const prefix = 'gatehouse.triage-draft.'

/** Returns the storage key of the draft for some findings; independent of their order. */
export function draftKey(deployment: string, ids: readonly number[]): string {
  return `${deployment}/${[...ids].sort((a, b) => a - b).join(',')}`
}

/** Returns the draft from before a reload or an expired session, if there is one. */
export function readDraft(key: string): Draft | undefined {
  try {
    const parsed: unknown = JSON.parse(sessionStorage.getItem(prefix + key) ?? 'null')
    if (typeof parsed !== 'object' || parsed === null) return undefined
    const note = 'note' in parsed && typeof parsed.note === 'string' ? parsed.note : ''
    const reason = 'reason' in parsed && typeof parsed.reason === 'string' ? parsed.reason : undefined
    const until = 'until' in parsed && typeof parsed.until === 'string' ? parsed.until : undefined
    return { note, reason: knownReason(reason), ...(until === undefined ? {} : { until }) }
  } catch {
    return undefined
  }
}

/** Stores a draft in session storage. An empty form is not stored. */
export function storeDraft(key: string, draft: Draft): void {
  if (draft.note === '' && draft.reason === undefined && draft.until === undefined) {
    dropDraft(key)
    return
  }
  try {
    sessionStorage.setItem(prefix + key, JSON.stringify(draft))
  } catch {
    // If the browser refuses to store, only the draft is lost on reload.
  }
}

export function dropDraft(key: string): void {
  try {
    sessionStorage.removeItem(prefix + key)
  } catch {
    // Nothing was stored.
  }
}
