import { type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react'
import type { ImpactRequest } from '#api/policies.ts'
import type { PageType } from '#lib/urls/paths.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { TextInput } from '#ui/form/text-input.tsx'
import { Kbd } from '#ui/text/kbd.tsx'
import { labels } from '../labels.ts'
import { ImpactOutcome } from './impact-outcome.tsx'
import { type Confirmed, type Counting, useApply, useImpact, useNoteDraft } from './use-impact.ts'

export interface ImpactFormProps {
  deployment: string
  policyId: string
  type: PageType
  /** The pending action: "Block this rule". */
  title: string
  request: ImpactRequest
  /** The paths of the affected rules, as far as they are known, and their number. */
  rulePaths: readonly string[]
  count: number
  /** Whether a note is requested. */
  note: boolean
  /** Applies the change; false if it failed, and the note is kept. */
  onApply: (confirmed: Confirmed) => Promise<boolean>
  onCancel: () => void
  className?: string | undefined
}

/** Gives an inline form the focus, and its keys to nothing else. Esc cancels it. */
export function useFormKeys(cancel: () => void) {
  const ref = useRef<HTMLFormElement>(null)
  // The next key after opening is for this form, however soon it follows.
  useLayoutEffect(() => ref.current?.querySelector<HTMLElement>('input, button[type=submit]')?.focus(), [])
  const onKeyDown = (event: KeyboardEvent) => {
    // The surrounding list must not handle keys of this form.
    event.stopPropagation()
    if (event.nativeEvent.isComposing || event.key !== 'Escape') return
    event.preventDefault()
    cancel()
  }
  return { ref, onKeyDown }
}

/** Previews a change before it is applied. Enter applies it once the numbers have loaded, Esc cancels. */
export function ImpactForm(props: ImpactFormProps) {
  const { deployment, policyId, type, title, request, rulePaths, count, onApply, onCancel, className } = props
  const id = useId()
  const impact = useImpact(deployment, policyId, request)
  const note = useNoteDraft(`${deployment}/policy ${policyId} ${rulePaths[0]} ${title}`)
  const { submit, applying } = useApply(impact, note, onApply)
  const cancel = () => {
    note.drop()
    onCancel()
  }
  const keys = useFormKeys(cancel)
  return (
    <form
      {...keys}
      aria-label={title}
      aria-describedby={id}
      onSubmit={submit}
      className={classes('grid gap-2 text-sm whitespace-normal', className)}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="line-clamp-2 min-w-0 font-medium wrap-anywhere">{title}</span>
        {props.note && (
          <TextInput
            aria-label={labels.impact.note}
            placeholder={labels.impact.noteHint}
            autoComplete="off"
            value={note.text}
            aria-invalid={note.tooLong || undefined}
            onChange={(event) => note.write(event.currentTarget.value)}
            className="max-w-140 min-w-60 flex-1"
          />
        )}
        <ImpactButtons impact={impact} applying={applying} onCancel={cancel} />
      </div>
      <div id={id} aria-live="polite" className="min-h-17 max-w-240">
        {note.tooLong && <p className="text-danger">{labels.impact.noteTooLong}</p>}
        {impact.isStale && <p className="font-medium text-danger">{labels.impact.stale}</p>}
        <ImpactOutcome
          {...{ deployment, policyId, type, rulePaths }}
          impact={impact.data}
          ruleCount={count}
          error={impact.error}
          onRetry={impact.isMissing ? undefined : impact.retry}
        />
      </div>
    </form>
  )
}

interface ImpactButtonsProps {
  impact: Counting
  applying: boolean
  onCancel: () => void
}

export function ImpactButtons({ impact, applying, onCancel }: ImpactButtonsProps) {
  const { isCounting, failed, isMissing, isStale } = impact
  return (
    <span className="flex gap-1.5">
      <Button
        type="submit"
        variant="primary"
        loading={applying || isCounting}
        disabledReason={isMissing ? labels.impact.notInPolicy : undefined}
      >
        {failed ? labels.impact.applyAnyway : isStale ? labels.impact.seen : labels.impact.apply}
        <Kbd className="-mr-1">Enter</Kbd>
      </Button>
      <Button variant="quiet" onClick={onCancel}>
        {labels.impact.cancel}
        <Kbd className="-mr-1">Esc</Kbd>
      </Button>
    </span>
  )
}
