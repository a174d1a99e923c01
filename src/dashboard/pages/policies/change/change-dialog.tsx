import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useState,
} from 'react'
import { explain } from '#api/http/errors.ts'
import { type PolicyChangePreview, previewOptions } from '#api/policies.ts'
import { policyLabels } from '#features/policies/labels.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { RequestId } from '#ui/status/error-state.tsx'
import { SkeletonLines } from '#ui/status/skeleton-lines.tsx'
import { labels } from '../labels.ts'
import { errorText } from '../mode/conflicts.ts'
import { type Confirmed, useApply, useNoteDraft, usePreview } from '../mode/use-impact.ts'
import { changeLabels } from './labels.ts'

interface ChangeDialogProps {
  deployment: string
  title: string
  description?: string | undefined
  /** The change as it is entered; undefined while something is missing. */
  request: PolicyChangePreview | undefined
  /** Called on submitting a change that is not complete. */
  onIncomplete?: () => void
  button: string
  isDanger?: boolean
  initialFocus?: RefObject<HTMLElement | null>
  /** Makes the change. @throws what the service answers. */
  onApply: (confirmed: Confirmed) => Promise<unknown>
  onClose: () => void
  /** The fields; `taken` says that another policy has the name. */
  children?: (taken: string | undefined) => ReactNode
}

/** The debounce time of a preview, in milliseconds. */
const delay = 250

/** Returns the newest value after it has stayed the same for a while. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** The preview of a change while it is entered, and applying it once the person has seen the preview. */
function useChange({
  deployment,
  title,
  request,
  onIncomplete,
  onApply,
  onClose,
}: Omit<ChangeDialogProps, 'children'>) {
  const question = JSON.stringify(request)
  const asked = useSettled(question)
  const isSettled = asked === question
  const [failure, setFailure] = useState<unknown>()
  const [isApplying, setIsApplying] = useState(false)
  // Equal questions have one request: the fields make a new object each time they render.
  const query = useQuery({
    ...previewOptions(deployment, isSettled ? request : undefined),
    placeholderData: keepPreviousData,
    // What is being made is no longer a question.
    enabled: !isApplying,
  })
  const preview = usePreview(query, question)
  const note = useNoteDraft(`${deployment}/policy change ${title}`)
  const { apply, applying } = useApply(preview, note, async (confirmed) => {
    setFailure(undefined)
    setIsApplying(true)
    try {
      await onApply(confirmed)
      onClose()
      return true
    } catch (error) {
      // A stale preview is counted anew, which says so.
      setIsApplying(false)
      if (!('revision' in explain(error).members)) setFailure(error)
      return false
    }
  })
  // What was submitted before its preview was there.
  const [early, setEarly] = useState<string>()
  const applyNow = useEffectEvent(apply)
  useEffect(() => {
    if (early === undefined || preview.isCounting) return
    setEarly(undefined)
    // What changes modes is applied only after the person has seen it.
    if (early === question && query.data?.projects === 0) void applyNow()
  }, [early, question, preview.isCounting, query.data])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (request === undefined) onIncomplete?.()
    else if (query.error) preview.retry()
    else if (preview.isCounting) setEarly(question)
    else void apply()
  }
  const error = failure ?? query.error ?? undefined
  const isBusy = applying || (early !== undefined && early === question)
  return { preview, effect: query.data, note, submit, isBusy, error, isRefused: query.error !== null }
}

/** A dialog that changes a policy: its fields, a note, and what the change would do before it is made. */
export function ChangeDialog(props: ChangeDialogProps) {
  const { title, description, request, button, isDanger = false, initialFocus, onClose, children } = props
  const id = useId()
  const { preview, effect, note, submit, isBusy, error, isRefused } = useChange(props)
  const kind = isRefused ? explain(error).kind : undefined
  const isTaken = kind === 'conflict'
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={title}
      description={description}
      initialFocus={initialFocus}
      footer={
        <>
          <Button onClick={onClose}>{changeLabels.cancel}</Button>
          <Button
            type="submit"
            form={id}
            variant={isDanger && !isRefused ? 'danger' : 'primary'}
            loading={isBusy}
          >
            {isRefused && !isTaken ? changeLabels.retry : preview.isStale ? labels.impact.seen : button}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {children?.(isTaken ? errorText(error) : undefined)}
        <Field label={changeLabels.note} error={note.tooLong ? labels.impact.noteTooLong : undefined}>
          <TextInput
            value={note.text}
            placeholder={changeLabels.noteHint}
            autoComplete="off"
            onChange={({ target }) => note.write(target.value)}
          />
        </Field>
        <Effect
          isStale={preview.isStale}
          effect={request && effect && policyLabels.effect(effect)}
          isCounting={request !== undefined && preview.isCounting}
          fault={isTaken || !error ? undefined : faultText(error, isRefused, request)}
          requestId={error && explain(error).requestId}
        />
      </form>
    </Dialog>
  )
}

/** Why a change cannot be previewed or was not made. */
function faultText(error: unknown, isRefused: boolean, request: PolicyChangePreview | undefined): string {
  const { kind } = explain(error)
  if (!isRefused) return errorText(error)
  if (kind === 'missing' && request !== undefined && 'policyId' in request) return changeLabels.gone
  return kind === 'failed' || kind === 'offline'
    ? changeLabels.notCounted(errorText(error))
    : errorText(error)
}

interface EffectProps {
  isStale: boolean
  /** What the change would do; undefined until it is known. */
  effect: string | undefined
  isCounting: boolean
  /** Shown in place of the effect. */
  fault: string | undefined
  requestId: string | undefined
}

/** What a change would do, or why that is unknown. */
function Effect({ isStale, effect, isCounting, fault, requestId }: EffectProps) {
  return (
    <section
      aria-label={changeLabels.effect}
      aria-live="polite"
      aria-busy={isCounting}
      className="min-h-9 rounded border border-line bg-surface-2 px-3 py-2 empty:hidden"
    >
      {isStale && <p className="font-medium text-danger">{labels.impact.stale}</p>}
      {fault !== undefined ? (
        <>
          <p className="text-danger wrap-anywhere">{fault}</p>
          {requestId && <RequestId id={requestId} />}
        </>
      ) : effect !== undefined ? (
        <p className={isCounting ? 'text-3' : 'font-medium'}>{effect}</p>
      ) : (
        isCounting && (
          <>
            <span className="sr-only">{changeLabels.counting}</span>
            <SkeletonLines count={1} />
          </>
        )
      )}
    </section>
  )
}
