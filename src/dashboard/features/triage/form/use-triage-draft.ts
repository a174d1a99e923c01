import { useState } from 'react'
import { endsOfReasons } from '#contract/ignore-ends.ts'
import type { TriageReason } from '#contract/vocabulary.ts'
import { triageLabels } from '../action-labels.ts'
import { type Decision, maxNoteLength } from '../saving/decision.ts'
import { type Draft, dropDraft, readDraft, storeDraft } from './draft.ts'
import { endFaultOf, endOf, lastDayOf } from './end.ts'

interface Choices {
  reason?: TriageReason | undefined
  note?: string | undefined
  /** When the finding is reopened: an instant, or 24:00 of a day. */
  until?: string | null | undefined
}

/** What a form saves. */
export type SavedChoice = Required<Pick<Decision, 'until'>> & { reason: TriageReason; note: string }

export interface TriageDraftOptions {
  subject: {
    /** The label of the triage: "Ignore this finding", "Ignore 2 selected". */
    label: string
    /** The storage key of the draft, from `draftKey`. */
    draftKey: string
  }
  /** The saved reason and note, or those of the previous triage. */
  initial?: Choices | undefined
  /** Saves the triage. The draft is kept until the promise resolves, so that a rejection loses nothing. */
  onSave: (choice: SavedChoice) => unknown
  onCancel: () => void
  /** Whether another person has to approve it, who needs a reason and a note. */
  isRequest?: boolean | undefined
}

/** What a draft lacks; a request needs a note, and a reason that is one. */
function faultsOf({ reason, note }: Draft, isRequest: boolean) {
  const lacksReason = isRequest && reason === 'no_triage_reason'
  return {
    reason: !reason ? triageLabels.chooseReason : lacksReason ? triageLabels.reasonForApproval : undefined,
    note: isRequest && note.trim() === '' ? triageLabels.noteForApproval : undefined,
  }
}

/** Manages the typed reason and note, which are stored for the tab until they are saved or canceled. */
export function useTriageDraft({ subject, initial, onSave, onCancel, isRequest }: TriageDraftOptions) {
  const initialDay = lastDayOf(initial?.until)
  const [draft, setDraft] = useState<Draft>(
    () =>
      readDraft(subject.draftKey) ?? {
        note: initial?.note ?? '',
        reason: initial?.reason,
        until: initialDay,
      },
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
  // A day that was not changed keeps its time of day.
  const ownEnd = draft.reason && endsOfReasons[draft.reason]
  const until =
    ownEnd ??
    (draft.until !== undefined && draft.until === initialDay ? (initial?.until ?? undefined) : endOf(draft))
  const endFault = ownEnd ? undefined : endFaultOf(draft, new Date())
  const faults = faultsOf(draft, isRequest === true)
  const save = async () => {
    if (saving || draft.note.length > maxNoteLength) return
    if (!draft.reason || endFault || faults.reason || faults.note) {
      setIsSubmitted(true)
      return
    }
    setSaving(true)
    try {
      const saved = onSave({ reason: draft.reason, note: draft.note, until })
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
  const lacksNote = isSubmitted ? faults.note : undefined
  const noteError = tooLong > 0 ? triageLabels.noteTooLong(tooLong) : lacksNote
  const reasonError = isSubmitted ? faults.reason : undefined
  const untilError = isSubmitted ? endFault : undefined
  return { draft, change, choose, cancel, save, saving, noteError, reasonError, untilError }
}
