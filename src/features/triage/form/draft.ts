import type { TriageReason } from '#contract/vocabulary.ts'
import { knownReason } from '../labels.ts'

/** What stands in a triage line that was not saved yet. */
export interface Draft {
  reason?: TriageReason | undefined
  note: string
}

const prefix = 'gatehouse.triage-draft.'

/** The key under which the draft for some findings is kept: the same findings find it again, in any order. */
export function draftKey(deployment: string, ids: readonly number[]): string {
  return `${deployment}/${[...ids].sort((a, b) => a - b).join(',')}`
}

/** The draft that was being typed before a reload or an expired session, if there is one. */
export function readDraft(key: string): Draft | undefined {
  try {
    const parsed: unknown = JSON.parse(sessionStorage.getItem(prefix + key) ?? 'null')
    if (typeof parsed !== 'object' || parsed === null) return undefined
    const note = 'note' in parsed && typeof parsed.note === 'string' ? parsed.note : ''
    const reason = 'reason' in parsed && typeof parsed.reason === 'string' ? parsed.reason : undefined
    return { note, reason: knownReason(reason) }
  } catch {
    return undefined
  }
}

/** Keeps a draft for as long as the tab lives. Nothing typed and nothing chosen is no draft. */
export function storeDraft(key: string, draft: Draft): void {
  if (draft.note === '' && draft.reason === undefined) {
    dropDraft(key)
    return
  }
  try {
    sessionStorage.setItem(prefix + key, JSON.stringify(draft))
  } catch {
    // A browser that refuses to store loses the draft on reload, and nothing else.
  }
}

export function dropDraft(key: string): void {
  try {
    sessionStorage.removeItem(prefix + key)
  } catch {
    // Nothing was stored.
  }
}
