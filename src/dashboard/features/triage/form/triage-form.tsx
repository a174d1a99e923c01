import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import type { FindingType } from '#contract/vocabulary.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { pressSubmit } from '#ui/form/submit-key.ts'
import { TextInput } from '#ui/form/text-input.tsx'
import { Sentence } from '#ui/text/sentence.tsx'
import { triageLabels } from '../action-labels.ts'
import { reasonsFor } from '../labels.ts'
import type { Draft } from './draft.ts'
import { ReasonChoices } from './reason-choices.tsx'
import { UntilField } from './until-field.tsx'
import { useApproval } from './use-approval.ts'
import { type TriageDraftOptions, useTriageDraft } from './use-triage-draft.ts'

interface TriageFormProps extends TriageDraftOptions {
  /** The types of the findings. */
  types: readonly FindingType[]
  /** Other refs that the triage also applies to: `main`, `release/4.2`. */
  alsoOn?: readonly string[] | undefined
  /** The severities of the findings, if they are known: some need approval to be ignored. */
  severities?: readonly (string | null | undefined)[] | undefined
  /** Shown under the form: a preview of the current values. */
  below?: ((draft: Draft) => ReactNode) | undefined
  className?: string | undefined
}

type Fields = ReturnType<typeof useTriageDraft>

/**
 * Handles the keys of the form: `1` to `5` choose a reason and move to the note, `Enter` saves, `Esc` cancels.
 * @param note the field of the note, where all other keys are text.
 */
function useFormKeys(
  types: readonly FindingType[],
  { choose, cancel, save }: Fields,
  note: RefObject<HTMLInputElement | null>,
) {
  return (event: KeyboardEvent) => {
    // The surrounding list and panel must not handle keys of this form.
    event.stopPropagation()
    if (event.nativeEvent.isComposing || pressSubmit(event)) return
    if (event.key === 'Escape') {
      event.preventDefault()
      cancel()
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey || takesText(event.target)) return
    const choice = reasonsFor(types).find(({ key }) => key === event.key)
    if (choice) {
      event.preventDefault()
      choose(choice.reason)
      note.current?.focus()
    } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      event.preventDefault()
      void save()
    }
  }
}

/** Whether digits are typed there: the note, and a date. */
const takesText = (target: EventTarget) => target instanceof HTMLInputElement && target.type !== 'radio'

/** An inline form for the reason and a note. The draft survives a reload and an expired session. */
export function TriageForm(props: TriageFormProps) {
  const { subject, types, alsoOn = [], severities, below, className } = props
  const approval = useApproval(severities)
  const name = useId()
  const messageId = `${name}-message`
  const form = useRef<HTMLFormElement>(null)
  const note = useRef<HTMLInputElement>(null)
  const fields = useTriageDraft({ ...props, isRequest: approval === 'all' })
  const { draft, change, choose, save, noteError, reasonError, untilError } = fields
  const error = noteError ?? reasonError ?? untilError
  const press = useFormKeys(types, fields, note)
  // The next key after opening is for this form, however soon it follows.
  useLayoutEffect(() => {
    const radios = form.current?.querySelectorAll<HTMLInputElement>('input[type=radio]') ?? []
    const chosen = [...radios].find((radio) => radio.checked)
    ;(chosen ?? radios[0])?.focus()
  }, [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  return (
    <form
      ref={form}
      noValidate
      aria-label={subject.label}
      onSubmit={submit}
      onKeyDown={press}
      className={classes('@container w-full min-w-0', className)}
    >
      <div className="flex min-w-0 flex-wrap items-center gap-x-1.5 gap-y-2 @max-[40rem]:gap-x-1">
        <span className="pr-1 font-medium @max-[40rem]:basis-full">{subject.label}</span>
        <fieldset aria-describedby={reasonError ? messageId : undefined} className="contents">
          <legend className="sr-only">{triageLabels.reason}</legend>
          <ReasonChoices types={types} name={name} value={draft.reason} onChange={choose} />
        </fieldset>
        <UntilField
          types={types}
          reason={draft.reason}
          value={draft.until}
          onChange={(until) => change({ ...draft, until })}
          errorId={untilError && messageId}
        />
        <NoteAndButtons
          fields={fields}
          note={note}
          messageId={messageId}
          label={approval === 'all' ? triageLabels.note : triageLabels.noteOptional}
        />
        <Messages id={messageId} error={error} isRequest={approval !== 'no'} alsoOn={alsoOn} />
        {below?.(draft)}
      </div>
    </form>
  )
}

interface MessagesProps {
  /** The id of the error. */
  id: string
  error: string | undefined
  isRequest: boolean
  alsoOn: readonly string[]
}

/** The error of a field, whether somebody has to approve it, and where else the triage applies. */
function Messages({ id, error, isRequest, alsoOn }: MessagesProps) {
  return (
    <>
      {error && (
        <p id={id} role="alert" className="basis-full text-danger">
          {error}
        </p>
      )}
      {isRequest && <p className="basis-full text-xs text-caution">{triageLabels.needsApproval}</p>}
      {alsoOn.length > 0 && (
        <p className="basis-full text-xs text-2" title={alsoOn.join(', ')}>
          <Sentence text={triageLabels.alsoOn(alsoOn)} />
        </p>
      )}
    </>
  )
}

interface NoteAndButtonsProps {
  fields: Fields
  note: RefObject<HTMLInputElement | null>
  /** The id of the note's error message. */
  messageId: string
  /** Shown in the empty field. */
  label: string
}

function NoteAndButtons({ fields, note, messageId, label }: NoteAndButtonsProps) {
  const { draft, change, cancel, saving, noteError } = fields
  return (
    <span className="flex min-w-70 flex-1 items-center gap-1.5">
      <TextInput
        ref={note}
        aria-label={triageLabels.note}
        placeholder={label}
        autoComplete="off"
        value={draft.note}
        aria-invalid={noteError ? true : undefined}
        aria-describedby={noteError ? messageId : undefined}
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
  )
}
