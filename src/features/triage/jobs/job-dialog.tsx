import { useMutation, useQuery } from '@tanstack/react-query'
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createJobOptions, type JobRequest, jobPreviewOptions, newPreviewOf } from '#api/findings/jobs.ts'
import { explain } from '#api/http/errors.ts'
import type { Job, TriagePreview } from '#contract/responses/triage.ts'
import type { TriageReason } from '#contract/vocabulary.ts'
import { ErrorPanel } from '#features/error-panel.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { announce } from '#ui/live-region.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Banner } from '#ui/status/banner.tsx'
import { toast } from '#ui/toast/toast.ts'
import { triageLabels } from '../action-labels.ts'
import { dropDraft, readDraft, storeDraft } from '../form/draft.ts'
import { lastChoice } from '../form/last-choice.ts'
import { ReasonChoices } from '../form/reason-choices.tsx'
import { decisionText, reasonChoices } from '../labels.ts'
import { type Decision, maxNoteLength } from '../saving/decision.ts'
import { undoSession } from '../undo-stack.ts'
import { jobTitle, jobDialogLabels as labels } from './job-labels.ts'
import { JobPreview } from './job-preview.tsx'
import { jobChange } from './use-undo-job.ts'
import { watchJob } from './watched-jobs.ts'

/** How long typing rests before it is counted anew, in milliseconds. */
const pause = 400

interface JobDialogProps {
  deployment: string
  /** Which findings: `issue_type` and a filter, or ids. */
  findings: JobRequest
  /** What is decided; reason and note are asked for here, and may stand already. */
  decision: Decision
  /** Which findings, in words. */
  what: string
  /** The dialog is there and hears the keys. */
  onShown: () => void
  /** It is to go; `made` where the job was made. */
  onClose: (made: boolean) => void
}

/** Previews a bulk triage before it starts. Only findings counted here are triaged. */
export function JobDialog(props: JobDialogProps) {
  const { deployment, findings, decision: initial, what, onShown, onClose } = props
  useLayoutEffect(onShown, [])

  const key = `${deployment}/job ${initial.state}`
  const [draft] = useState(() => readDraft(key))
  const [reason, setReason] = useState<TriageReason | undefined>(draft?.reason ?? initial.reason)
  const [note, setNote] = useState(draft?.note ?? initial.note ?? '')
  // What is typed survives a reload and an expired session, as in the line under a row.
  useEffect(() => storeDraft(key, { reason, note }), [key, reason, note])
  const end = (made: boolean) => {
    dropDraft(key)
    onClose(made)
  }
  const [isConfirmed, setIsConfirmed] = useState(false)
  const [changed, setChanged] = useState<{
    before: number
    preview: TriagePreview
    of: TriagePreview | undefined
  }>()
  const decision: Decision = { state: initial.state, reason, note: note.trim() || undefined }
  // Reason and note decide what stands so already. The service makes no job of another number than was seen, so that
  // nobody has to wait for it to be counted once more.
  const [counted, setCounted] = useState(decision.note)
  useEffect(() => {
    const timer = setTimeout(() => setCounted(decision.note), pause)
    return () => clearTimeout(timer)
  }, [decision.note])
  const preview = useQuery(jobPreviewOptions(deployment, requestOf(findings, { ...decision, note: counted })))
  const counting = counted !== decision.note || preview.isFetching
  const create = useMutation(createJobOptions(deployment))
  const news =
    changed?.of === preview.data || changed?.preview.count === preview.data?.count ? changed : undefined
  const shown = news?.preview ?? preview.data
  const tooLong = note.length - maxNoteLength
  const uncounted = shown ? undefined : preview.error
  const needsReason = initial.state === 'ignored' && reason === undefined

  // Whoever is quicker than the count means what is seen: it begins once that is counted, unless it is another number.
  const [seen, setSeen] = useState<number>()
  useEffect(() => {
    if (seen === undefined || counting) return
    setSeen(undefined)
    if (preview.data?.count === seen) void start()
  })
  const start = async () => {
    if (!shown || shown.count === 0 || create.isPending || tooLong > 0) return
    if (needsReason) return setIsConfirmed(true)
    if (counting) {
      setCounted(decision.note)
      return setSeen(shown.count)
    }
    let job: Job
    try {
      job = await create.mutateAsync({ ...requestOf(findings, decision), expected_count: shown.count })
    } catch (error) {
      const now = newPreviewOf(error)
      if (now) {
        setChanged({ before: shown.count, preview: now, of: preview.data })
        announce(labels.countChangedTo(now.count))
      }
      return
    }
    const undoable = { deployment, changeId: jobChange(job.id), jobId: job.id, ids: [], at: Date.now() }
    undoSession.push({ ...undoable, what: decisionText(decision) })
    if (reason) lastChoice.keep({ reason, note })
    watchJob(deployment, job.id)
    const title = labels.started
    const detail = labels.startedDetail(jobTitle(decision, shown.count))
    announce(`${title}. ${detail}`)
    toast({ tone: 'ok', title, detail, slot: jobChange(job.id) })
    end(true)
  }
  const choose = (next: TriageReason) => {
    setIsConfirmed(false)
    setReason(next)
  }
  const name = useId()
  const noteField = useRef<HTMLInputElement>(null)
  const first = useRef<HTMLElement>(null)
  /** The same keys as in the line under a row. */
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter') {
      // A button does what it says.
      if (event.target instanceof HTMLButtonElement) return
      event.preventDefault()
      void start()
      return
    }
    if (initial.state !== 'ignored' || event.target === noteField.current) return
    const choice = reasonChoices.find(({ key }) => key === event.key)
    if (!choice) return
    event.preventDefault()
    choose(choice.reason)
    noteField.current?.focus()
  }

  const createError = create.error && !newPreviewOf(create.error) ? explain(create.error) : undefined
  const fault = isConfirmed && needsReason ? triageLabels.chooseReason : undefined
  const dialog = (
    <Dialog
      open
      keepOpen
      initialFocus={first}
      onClose={() => end(false)}
      title={jobTitle(decision, shown?.count)}
      description={what}
      footer={
        <>
          <Button onClick={() => end(false)}>{triageLabels.cancel}</Button>
          <Button
            ref={initial.state === 'ignored' ? undefined : holds(first)}
            variant="primary"
            loading={create.isPending || seen !== undefined}
            disabledReason={
              uncounted
                ? labels.countFailed
                : shown && shown.count > 0
                  ? undefined
                  : counting
                    ? labels.countingFindings
                    : labels.nothingToDo
            }
            onClick={() => void start()}
          >
            {shown || uncounted ? jobTitle(decision, shown?.count) : labels.countingShort}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        {news && (
          <Banner tone="caution" className="rounded">
            {labels.countChanged(news.before, news.preview.count)}
          </Banner>
        )}
        {uncounted ? (
          <ErrorPanel
            error={uncounted}
            title={labels.countFailed}
            onRetry={() => void preview.refetch()}
            retrying={preview.isFetching}
            className="py-6!"
          />
        ) : (
          <JobPreview decision={decision} preview={shown} />
        )}
        {initial.state === 'ignored' && (
          <fieldset aria-describedby={fault && `${name}-fault`} className="min-w-0">
            <legend className="pb-1 font-medium">{triageLabels.reason}</legend>
            <div className="flex flex-wrap gap-1.5">
              <ReasonChoices ref={holds(first)} name={name} value={reason} onChange={choose} />
            </div>
            {fault && (
              <p id={`${name}-fault`} role="alert" className="pt-1 text-danger">
                {fault}
              </p>
            )}
          </fieldset>
        )}
        <Field
          label={triageLabels.noteOptional}
          error={tooLong > 0 ? triageLabels.noteTooLong(tooLong) : undefined}
        >
          <TextInput
            ref={noteField}
            autoComplete="off"
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </Field>
        {createError && (
          <Banner tone="danger" className="rounded">
            <span className="font-medium">{createError.title}.</span> {createError.detail}{' '}
            {labels.nothingChanged}
          </Banner>
        )}
      </div>
    </Dialog>
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys in the dialog inside.
    <div className="contents" onKeyDown={press}>
      {dialog}
    </div>
  )
}

function requestOf(findings: JobRequest, { state, reason, note }: Decision): JobRequest {
  return {
    ...findings,
    ...(state ? { new_triage_state: state } : {}),
    ...(state === 'ignored' && reason ? { new_triage_reason: reason } : {}),
    ...(note ? { new_note: note } : {}),
  }
}

/** A ref to any element, for an element of one kind. */
const holds = (ref: RefObject<HTMLElement | null>) => (element: HTMLElement | null) => {
  ref.current = element
}
