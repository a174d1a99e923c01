import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { explain } from '#api/http/errors.ts'
import { type ImpactRequest, impactOptions } from '#api/policies.ts'
import { dropDraft, readDraft, storeDraft } from '#features/triage/form/draft.ts'
import type { PageType } from '#lib/urls/paths.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { TextInput } from '#ui/form/text-input.tsx'
import { announce } from '#ui/live-region.tsx'
import { Kbd } from '#ui/text/kbd.tsx'
import { labels } from '../labels.ts'
import { ImpactOutcome } from './impact-outcome.tsx'

interface ImpactFormProps {
  deployment: string
  policyId: string
  type: PageType
  /** What is about to be done: "Block this rule". */
  title: string
  request: ImpactRequest
  /** The rules that are to be changed, as far as they are known, and how many they are. */
  rulePaths: readonly string[]
  count: number
  /** Whether a note is requested. */
  note: boolean
  /** Makes the change; false where it was not made, and the note is kept. */
  onApply: (note: string | undefined) => Promise<boolean>
  onCancel: () => void
  className?: string | undefined
}

const longestNote = 3000

/** What a change would touch, before it is made. Enter makes it once the numbers are there, Esc drops it. */
export function ImpactForm(props: ImpactFormProps) {
  const { deployment, policyId, type, title, request, rulePaths, count, onApply, onCancel, className } = props
  const id = useId()
  const impact = useQuery(impactOptions(deployment, policyId, request))
  const draft = `${deployment}/policy ${policyId} ${rulePaths[0]} ${title}`
  const [note, setNote] = useState(() => readDraft(draft)?.note ?? '')
  const write = (next: string) => {
    setNote(next)
    storeDraft(draft, { note: next })
  }
  const [applying, setApplying] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  // It opens by a key or a press, and the next key is meant for it, however soon it comes.
  useLayoutEffect(() => form.current?.querySelector<HTMLElement>('input, button[type=submit]')?.focus(), [])

  // What was counted for this strip stands until it is counted again: an event must not swallow Enter.
  const known = impact.data !== undefined
  const failed = !known && impact.error !== null && !impact.isFetching
  const isMissing = failed && explain(impact.error).kind === 'missing'
  const tooLong = note.length > longestNote
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (applying || tooLong || isMissing) return
    if (!known && !failed) {
      announce(labels.impact.notLoaded)
      return
    }
    setApplying(true)
    try {
      if (await onApply(note.trim() === '' ? undefined : note.trim())) dropDraft(draft)
    } finally {
      setApplying(false)
    }
  }
  const cancel = () => {
    dropDraft(draft)
    onCancel()
  }
  const press = (event: KeyboardEvent) => {
    // The keys of the list around must not hear what is meant for this strip.
    event.stopPropagation()
    if (event.nativeEvent.isComposing || event.key !== 'Escape') return
    event.preventDefault()
    cancel()
  }
  return (
    <form
      ref={form}
      aria-label={title}
      aria-describedby={id}
      onSubmit={submit}
      onKeyDown={press}
      className={classes('grid gap-2 text-sm whitespace-normal', className)}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="line-clamp-2 min-w-0 font-medium wrap-anywhere">{title}</span>
        {props.note && (
          <TextInput
            aria-label={labels.impact.note}
            placeholder={labels.impact.noteHint}
            autoComplete="off"
            value={note}
            aria-invalid={tooLong || undefined}
            onChange={(event) => write(event.currentTarget.value)}
            className="max-w-140 min-w-60 flex-1"
          />
        )}
        <span className="flex gap-1.5">
          <Button
            type="submit"
            variant="primary"
            loading={applying || (!known && !failed)}
            disabledReason={isMissing ? labels.impact.notInPolicy : undefined}
          >
            {failed ? labels.impact.applyAnyway : labels.impact.apply}
            <Kbd className="-mr-1">Enter</Kbd>
          </Button>
          <Button variant="quiet" onClick={cancel}>
            {labels.impact.cancel}
            <Kbd className="-mr-1">Esc</Kbd>
          </Button>
        </span>
      </div>
      <div id={id} aria-live="polite" className="min-h-17 max-w-240">
        {tooLong && <p className="text-danger">{labels.impact.noteTooLong}</p>}
        <ImpactOutcome
          {...{ deployment, policyId, type, rulePaths }}
          impact={impact.data}
          ruleCount={count}
          error={failed ? impact.error : undefined}
          onRetry={isMissing ? undefined : () => void impact.refetch()}
        />
      </div>
    </form>
  )
}
