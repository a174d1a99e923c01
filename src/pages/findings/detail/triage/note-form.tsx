import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { dropDraft, readDraft, storeDraft } from '#features/triage/form/draft.ts'
import { maxNoteLength } from '#features/triage/saving/decision.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { noteTooLong, text } from '../labels.ts'

interface NoteFormProps {
  /** The key under which a draft is stored. */
  draftKey: string
  /** Saves the note; rejects if the service refused it, after the error has been shown. */
  onSave: (note: string) => Promise<void>
  onDone: () => void
}

/** Manages the note draft and saves it. */
function useNote({ draftKey, onSave, onDone }: NoteFormProps) {
  const [note, setNote] = useState(() => readDraft(draftKey)?.note ?? '')
  const [saving, setSaving] = useState(false)
  const over = note.length - maxNoteLength

  const cancel = () => {
    dropDraft(draftKey)
    onDone()
  }
  const save = async () => {
    if (saving || over > 0 || note.trim() === '') return
    setSaving(true)
    try {
      await onSave(note)
      dropDraft(draftKey)
      onDone()
    } catch {
      // The text is kept; the caller has already shown the error.
      setSaving(false)
    }
  }
  const write = (next: string) => {
    setNote(next)
    storeDraft(draftKey, { note: next })
  }
  return { note, write, over, save, saving, cancel }
}

/** A note without a triage change. The draft survives a reload and an expired session. */
export function NoteForm(props: NoteFormProps) {
  const { note, write, over, save, saving, cancel } = useNote(props)
  const press = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Escape') {
      event.preventDefault()
      cancel()
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void save()
    }
  }
  return (
    <form
      onKeyDown={press}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void save()
      }}
      className="mb-3 space-y-2 rounded border border-line bg-surface-2 px-3 py-2.5"
    >
      <Field label={text.note} error={over > 0 ? noteTooLong(over) : undefined} hint={text.noteHint}>
        <Textarea autoFocus value={note} onChange={(event) => write(event.currentTarget.value)} />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" loading={saving} hint="Ctrl Enter">
          {text.saveNote}
        </Button>
        <Button variant="quiet" onClick={cancel} hint="Esc">
          {text.cancel}
        </Button>
      </div>
    </form>
  )
}
