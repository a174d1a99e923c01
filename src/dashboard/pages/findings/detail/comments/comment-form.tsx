import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { explain } from '#api/http/errors.ts'
import { dropDraft, readDraft, storeDraft } from '#features/triage/form/draft.ts'
import { Button } from '#ui/button.tsx'
import { pressSubmit } from '#ui/form/submit-key.ts'
import { labels, tooLong } from './labels.ts'
import { MentionField } from './mention-field.tsx'

const maxLength = 5000

interface CommentFormProps {
  deployment: string
  /** The key under which a draft is stored. */
  draftKey: string
  /** The text that is edited. */
  text?: string
  /** Saves the text; rejects if the service refused it. */
  onSave: (text: string) => Promise<unknown>
  onDone: () => void
}

/** Manages the draft of a comment and saves it. */
function useComment({ draftKey, text: before = '', onSave, onDone }: CommentFormProps) {
  const [text, setText] = useState(() => readDraft(draftKey)?.note ?? before)
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState<unknown>()
  const over = text.length - maxLength
  const done = () => {
    dropDraft(draftKey)
    onDone()
  }
  const save = async () => {
    if (saving || over > 0 || text.trim() === '') return
    if (text === before) return done()
    setSaving(true)
    try {
      await onSave(text)
      done()
    } catch (thrown) {
      setError(thrown)
      setSaving(false)
    }
  }
  const write = (next: string) => {
    setText(next)
    storeDraft(draftKey, { note: next })
  }
  return { text, write, over, save, saving, error, cancel: done }
}

function problemOf(error: unknown): string {
  const { kind, title, detail } = explain(error)
  return `${title}: ${detail}${kind === 'conflict' ? ` ${labels.newerText}` : ''}`
}

/** A form for a comment. The draft survives a reload and an expired session. */
export function CommentForm(props: CommentFormProps) {
  const { text, write, over, save, saving, error, cancel } = useComment(props)
  const press = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.defaultPrevented || pressSubmit(event) || event.key !== 'Escape') return
    event.preventDefault()
    cancel()
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
      <MentionField
        deployment={props.deployment}
        value={text}
        onChange={write}
        error={over > 0 ? tooLong(over) : error === undefined ? undefined : problemOf(error)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" loading={saving} hint="Ctrl Enter">
          {labels.save}
        </Button>
        <Button variant="quiet" onClick={cancel} hint="Esc">
          {labels.cancel}
        </Button>
      </div>
    </form>
  )
}
