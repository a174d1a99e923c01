import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { TriageReason } from '#contract/vocabulary.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { TextInput } from '#ui/form/text-input.tsx'
import { Sentence } from '#ui/text/sentence.tsx'
import { triageLabels } from '../action-labels.ts'
import { reasonChoices } from '../labels.ts'
import { maxNoteLength } from '../saving/decision.ts'
import { type Draft, dropDraft, readDraft, storeDraft } from './draft.ts'
import { ReasonChoices } from './reason-choices.tsx'

interface TriageFormProps {
  subject: {
    /** What is decided: "Ignore this finding", "Ignore 2 selected". */
    label: string
    /** Under which an unfinished note is kept; made by `draftKey`. */
    draftKey: string
  }
  /** The reason and note that stand already, or those of the decision before. */
  initial?: { reason?: TriageReason | undefined; note?: string | undefined } | undefined
  /** Other refs on which the decision acts too, in words: `main`, `release/4.2`. */
  alsoOn?: readonly string[] | undefined
  /** Saves. The draft is kept until the promise is fulfilled, so that a refusal loses nothing. */
  onSave: (choice: { reason: TriageReason; note: string }) => unknown
  onCancel: () => void
  /** Under the line: what the choice so far would do. */
  below?: ((draft: Draft) => ReactNode) | undefined
  className?: string | undefined
}

/**
 * One line that asks for the reason and a note. `1` to `4` choose and go on to the note, `Enter` saves, `Esc` cancels.
 * What is typed is kept for the tab, so that it survives a reload and an expired session.
 */
export function TriageForm({
  subject,
  initial,
  alsoOn = [],
  onSave,
  onCancel,
  below,
  className,
}: TriageFormProps) {
  const name = useId()
  const messageId = `${name}-message`
  const form = useRef<HTMLFormElement>(null)
  const note = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState<Draft>(
    () => readDraft(subject.draftKey) ?? { note: initial?.note ?? '', reason: initial?.reason },
  )
  const [isSubmitted, setIsSubmitted] = useState(false)
  const [saving, setSaving] = useState(false)

  // The line opens by a key or a button, and the next key is meant for it, however soon it comes.
  useLayoutEffect(() => {
    const radios = form.current?.querySelectorAll<HTMLInputElement>('input[type=radio]') ?? []
    const chosen = [...radios].find((radio) => radio.checked)
    ;(chosen ?? radios[0])?.focus()
  }, [])

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
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  const press = (event: KeyboardEvent) => {
    // The keys of the list and of the panel around must not hear what is meant for this line.
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      cancel()
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.target === note.current) return
    const choice = reasonChoices.find(({ key }) => key === event.key)
    if (choice) {
      event.preventDefault()
      choose(choice.reason)
      note.current?.focus()
    } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      event.preventDefault()
      void save()
    }
  }

  const left = maxNoteLength - draft.note.length
  const message = left < 0 ? triageLabels.noteTooLong(-left) : undefined
  const reasonError = isSubmitted && !draft.reason ? triageLabels.chooseReason : undefined

  return (
    <form
      ref={form}
      aria-label={subject.label}
      onSubmit={submit}
      onKeyDown={press}
      className={classes('@container w-full min-w-0', className)}
    >
      <div className="flex min-w-0 flex-wrap items-center gap-x-1.5 gap-y-2 @max-[40rem]:gap-x-1">
        <span className="pr-1 font-medium @max-[40rem]:basis-full">{subject.label}</span>
        <fieldset aria-describedby={reasonError ? messageId : undefined} className="contents">
          <legend className="sr-only">{triageLabels.reason}</legend>
          <ReasonChoices name={name} value={draft.reason} onChange={choose} />
        </fieldset>
        <span className="flex min-w-70 flex-1 items-center gap-1.5">
          <TextInput
            ref={note}
            aria-label={triageLabels.note}
            placeholder={triageLabels.noteOptional}
            autoComplete="off"
            value={draft.note}
            aria-invalid={message ? true : undefined}
            aria-describedby={message ? messageId : undefined}
            onChange={(event) => change({ ...draft, note: event.currentTarget.value })}
            className="flex-1"
          />
          <Button type="submit" variant="primary" loading={saving} hint="Enter">
            {triageLabels.save}
          </Button>
          <Button variant="quiet" onClick={cancel} hint="Esc">
            {triageLabels.cancel}
          </Button>
        </span>
        {(message ?? reasonError) && (
          <p id={messageId} role="alert" className="basis-full text-danger">
            {message ?? reasonError}
          </p>
        )}
        {alsoOn.length > 0 && (
          <p className="basis-full text-xs text-2" title={alsoOn.join(', ')}>
            <Sentence text={triageLabels.alsoOn(alsoOn)} />
          </p>
        )}
        {below?.(draft)}
      </div>
    </form>
  )
}
