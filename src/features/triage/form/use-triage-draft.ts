import { useState } from 'react'
import type { TriageReason } from '#contract/vocabulary.ts'
import { triageLabels } from '../action-labels.ts'
import { maxNoteLength } from '../saving/decision.ts'
import { type Draft, dropDraft, readDraft, storeDraft } from './draft.ts'

export interface TriageDraftOptions {
  subject: {
    /** What is decided: "Ignore this finding", "Ignore 2 selected". */
    label: string
    /** Under which an unfinished note is kept; made by `draftKey`. */
    draftKey: string
  }
  /** The reason and note that stand already, or those of the decision before. */
  initial?: { reason?: TriageReason | undefined; note?: string | undefined } | undefined
  /** Saves. The draft is kept until the promise is fulfilled, so that a refusal loses nothing. */
  onSave: (choice: { reason: TriageReason; note: string }) => unknown
  onCancel: () => void
}

/** Reason and note as they are typed: kept for the tab until they are saved or canceled. */
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
      // Whoever does not say when it is saved drops the draft then; until that it must not be lost.
      if (!(saved instanceof Promise)) return
      await saved
      dropDraft(subject.draftKey)
    } catch {
      // Whoever saves says why it was refused; here what was typed stays.
    } finally {
      setSaving(false)
    }
  }
  const tooLong = draft.note.length - maxNoteLength
  const noteError = tooLong > 0 ? triageLabels.noteTooLong(tooLong) : undefined
  const reasonError = isSubmitted && !draft.reason ? triageLabels.chooseReason : undefined
  return { draft, change, choose, cancel, save, saving, noteError, reasonError }
}
