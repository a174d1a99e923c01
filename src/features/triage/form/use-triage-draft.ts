import { useState } from 'react'
import type { TriageReason } from '#contract/vocabulary.ts'
import { triageLabels } from '../action-labels.ts'
import { maxNoteLength } from '../saving/decision.ts'
import { type Draft, dropDraft, readDraft, storeDraft } from './draft.ts'

export interface TriageDraftOptions {
  subject: {
    /** The label of the triage: "Ignore this finding", "Ignore 2 selected". */
    label: string
    /** The storage key of the draft, from `draftKey`. */
    draftKey: string
  }
  /** The saved reason and note, or those of the previous triage. */
  initial?: { reason?: TriageReason | undefined; note?: string | undefined } | undefined
  /** Saves the triage. The draft is kept until the promise resolves, so that a rejection loses nothing. */
  onSave: (choice: { reason: TriageReason; note: string }) => unknown
  onCancel: () => void
}

/** Manages the typed reason and note, which are stored for the tab until they are saved or canceled. */
export function useTriageDraft({ subject, initial, onSave, onCancel }: TriageDraftOptions) {
  const [draft, setDraft] = useState<Draft>(
    () => readDraft(subject.draftKey) ?? { note: initial?.note ?? '', reason: initial?.reason },
  )
  const [isSubmitted, setIsSubmitted] = useState(false)
  const [saving, setSaving] = useState(false)

  const change = (next: Draft) => {
    setDraft(next)
    storeDraft(subject.draftKey, next)
  }
  const choose = (reason: TriageReason) => {
    setIsSubmitted(false)
    change({ ...draft, reason })
  }
  const cancel = () => {
    dropDraft(subject.draftKey)
    onCancel()
  }
  const save = async () => {
    if (saving || draft.note.length > maxNoteLength) return
    if (!draft.reason) {
      setIsSubmitted(true)
      return
    }
    setSaving(true)
    try {
      const saved = onSave({ reason: draft.reason, note: draft.note })
      // If `onSave` returns no promise, the caller removes the draft once it is saved; until then it must be kept.
      if (!(saved instanceof Promise)) return
      await saved
      dropDraft(subject.draftKey)
    } catch {
      // The caller shows the error; the draft is kept here.
    } finally {
      setSaving(false)
    }
  }
  const tooLong = draft.note.length - maxNoteLength
  const noteError = tooLong > 0 ? triageLabels.noteTooLong(tooLong) : undefined
  const reasonError = isSubmitted && !draft.reason ? triageLabels.chooseReason : undefined
  return { draft, change, choose, cancel, save, saving, noteError, reasonError }
}
