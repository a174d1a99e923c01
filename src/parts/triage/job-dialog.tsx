import { useMutation, useQuery } from '@tanstack/react-query'
import {
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { explain } from '#api/errors.ts'
import { createJobOptions, type JobRequest, jobPreviewOptions, newPreviewOf } from '#api/jobs.ts'
import type { Job, TriagePreview } from '#contract/answers/triage.ts'
import type { TriageReason } from '#contract/vocabulary.ts'
import { formatNumber, plural } from '#lib/format.ts'
import { ErrorPanel } from '#parts/error-panel.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { announce } from '#ui/live-region.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.ts'
import { type Decision, longestNote } from './decide.ts'
import { dropDraft, keepDraft, readDraft } from './draft.ts'
import { JobPreview } from './job-preview.tsx'
import { jobTitle } from './job-words.ts'
import { lastChoice } from './last-choice.ts'
import { undoSession } from './undo-stack.ts'
import { jobChange } from './use-undo-job.ts'
import { decisionWords, reasonChoices } from './words.ts'

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

/** What a large decision would do, to be looked at before it is made; what is not counted here is not decided. */
export function JobDialog(props: JobDialogProps) {
  const { deployment, findings, decision: initial, what, onShown, onClose } = props
  useLayoutEffect(onShown, [])

  const key = `${deployment}/job ${initial.state}`
  const [draft] = useState(() => readDraft(key))
  const [reason, setReason] = useState<TriageReason | undefined>(draft?.reason ?? initial.reason)
  const [note, setNote] = useState(draft?.note ?? initial.note ?? '')
  // What is typed survives a reload and an expired session, as in the line under a row.
  useEffect(() => keepDraft(key, { reason, note }), [key, reason, note])
  const end = (made: boolean) => {
    dropDraft(key)
    onClose(made)
  }
  const [asked, setAsked] = useState(false)
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
  const tooLong = note.length - longestNote
  const uncounted = shown ? undefined : preview.error
  const needsReason = initial.state === 'ignored' && reason === undefined

  const start = async () => {
    if (!shown || shown.count === 0 || create.isPending || tooLong > 0) return
    if (needsReason) return setAsked(true)
    let job: Job
    try {
      job = await create.mutateAsync({ ...requestOf(findings, decision), expected_count: shown.count })
    } catch (error) {
      const now = newPreviewOf(error)
      if (now) {
        setChanged({ before: shown.count, preview: now, of: preview.data })
        announce(`The number has changed to ${formatNumber(now.count)}. Nothing was changed.`)
      }
      return
    }
    const undoable = { deployment, changeId: jobChange(job.id), jobId: job.id, ids: [], at: Date.now() }
    undoSession.push({ ...undoable, what: decisionWords(decision) })
    if (reason) lastChoice.keep({ reason, note })
    const title = `${jobTitle(decision, shown.count)}: started`
    announce(title)
    toast({ tone: 'ok', title, detail: 'Jobs, at the top, shows how far it is.' })
    end(true)
  }
  /** The same keys as in the line under a row. */
  const press = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLTextAreaElement || event.ctrlKey || event.metaKey || event.altKey) return
    const choice = reasonChoices.find(({ key }) => key === event.key)
    if (choice && initial.state === 'ignored') setReason(choice.reason)
  }

  const first = useRef<HTMLElement>(null)
  const refused = create.error && !newPreviewOf(create.error) ? explain(create.error) : undefined
  return (
    <Dialog
      open
      keepOpen
      initialFocus={first}
      onClose={() => end(false)}
      title={jobTitle(decision, shown?.count)}
      description={what}
      footer={
        <>
          <Button onClick={() => end(false)}>Cancel</Button>
          <Button
            ref={initial.state === 'ignored' ? undefined : holds(first)}
            variant="primary"
            loading={create.isPending}
            disabledReason={
              uncounted
                ? 'The findings could not be counted'
                : shown && shown.count > 0
                  ? undefined
                  : counting
                    ? 'The findings are still being counted'
                    : 'Nothing would change'
            }
            onClick={() => void start()}
          >
            {shown || uncounted ? jobTitle(decision, shown?.count) : 'Counting…'}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys on the choices inside. */}
      <div className="grid grid-cols-1 gap-4" onKeyDown={press}>
        {news && (
          <Banner tone="caution" className="rounded">
            It was {plural(news.before, 'finding')} when you looked, and is {formatNumber(news.preview.count)}{' '}
            now. Nothing was changed. Look again and decide.
          </Banner>
        )}
        {uncounted ? (
          <ErrorPanel
            error={uncounted}
            title="The findings could not be counted"
            onRetry={() => void preview.refetch()}
            retrying={preview.isFetching}
            className="py-6!"
          />
        ) : (
          <JobPreview decision={decision} preview={shown} />
        )}
        {initial.state === 'ignored' && (
          <Reasons
            ref={holds(first)}
            value={reason}
            onChange={setReason}
            fault={asked && needsReason ? 'Choose a reason' : undefined}
          />
        )}
        <Field
          label={initial.state === 'ignored' ? 'Note (optional)' : 'Note for all of them (optional)'}
          error={tooLong > 0 ? `The note is ${formatNumber(tooLong)} characters too long` : undefined}
        >
          <Textarea rows={2} value={note} onChange={(event) => setNote(event.currentTarget.value)} />
        </Field>
        {refused && (
          <Banner tone="danger" className="rounded">
            <span className="font-medium">{refused.title}.</span> {refused.detail} Nothing was changed.
          </Banner>
        )}
      </div>
    </Dialog>
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

interface ReasonsProps {
  /** The choice that has the focus at first: the one made already, else the first one. */
  ref: Ref<HTMLInputElement>
  value: TriageReason | undefined
  onChange: (reason: TriageReason) => void
  fault: string | undefined
}

/** The four reasons as boxes to choose one of. */
function Reasons({ ref, value, onChange, fault }: ReasonsProps) {
  const name = useId()
  return (
    <fieldset aria-describedby={fault ? `${name}-fault` : undefined} className="min-w-0">
      <legend className="pb-1 font-medium">Reason</legend>
      <div className="flex flex-wrap gap-1.5">
        {reasonChoices.map(({ reason, word }, at) => (
          <label
            key={reason}
            className="inline-flex h-8 cursor-pointer items-center gap-1.5 rounded border border-control bg-surface-1 px-2.5 hover:bg-surface-2 has-checked:border-accent-line has-checked:bg-accent-bg has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent"
          >
            <input
              ref={(value ? value === reason : at === 0) ? ref : undefined}
              type="radio"
              name={name}
              value={reason}
              checked={value === reason}
              onChange={() => onChange(reason)}
              className="accent-accent outline-none"
            />
            {word}
          </label>
        ))}
      </div>
      {fault && (
        <p id={`${name}-fault`} role="alert" className="pt-1 text-danger">
          {fault}
        </p>
      )}
    </fieldset>
  )
}
