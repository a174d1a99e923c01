import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { JobRequest } from '#api/findings/jobs.ts'
import { endsOfReasons } from '#contract/ignore-ends.ts'
import type { FindingType, TriageReason } from '#contract/vocabulary.ts'
import { ErrorPanel } from '#features/error-panel.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Banner } from '#ui/status/banner.tsx'
import { triageLabels } from '../action-labels.ts'
import { dropDraft, readDraft, storeDraft } from '../form/draft.ts'
import { endFaultOf, endOf, lastDayOf } from '../form/end.ts'
import { lastChoice } from '../form/last-choice.ts'
import { ReasonChoices } from '../form/reason-choices.tsx'
import { UntilField } from '../form/until-field.tsx'
import { reasonsFor } from '../labels.ts'
import { type Decision, maxNoteLength } from '../saving/decision.ts'
import { jobTitle, jobDialogLabels as labels } from './job-labels.ts'
import { JobPreview } from './job-preview.tsx'

import { useJobPreview } from './use-job-preview.ts'
import { useStartJob } from './use-start-job.ts'

interface JobDialogProps {
  deployment: string
  /** The target findings: `issue_type` and a filter, or ids. */
  findings: JobRequest
  /** The triage; reason and note can be edited here and may be prefilled. */
  decision: Decision
  /** A description of the target findings. */
  what: string
  /** Called when the dialog closes; `made` if the job was created. */
  onClose: (made: boolean) => void
}

/** Manages the typed reason and note; the draft survives a reload and an expired session. */
function useJobDraft(deployment: string, initial: Decision) {
  const key = `${deployment}/job ${initial.state ?? initial.owner}`
  const [draft] = useState(() => readDraft(key))
  const [until, setUntil] = useState(draft ? draft.until : lastDayOf(initial.until))
  const [reason, setReason] = useState<TriageReason | undefined>(draft?.reason ?? initial.reason)
  const [note, setNote] = useState(draft?.note ?? initial.note ?? '')
  useEffect(() => storeDraft(key, { reason, note, until }), [key, reason, note, until])
  const ends = { note, until }
  const ownEnd = reason && endsOfReasons[reason]
  const decision: Decision = {
    state: initial.state,
    reason,
    until: ownEnd ?? endOf(ends),
    note: note.trim() || undefined,
    owner: initial.owner,
  }
  const endFault = ownEnd ? undefined : endFaultOf(ends, new Date())
  return { reason, setReason, note, setNote, until, setUntil, endFault, decision, drop: () => dropDraft(key) }
}

/** Returns the state and actions of the dialog. */
function useJobModel({ deployment, findings, decision: initial, onClose }: JobDialogProps) {
  const draft = useJobDraft(deployment, initial)
  const { reason, note, decision } = draft
  const [isConfirmed, setIsConfirmed] = useState(false)
  const preview = useJobPreview(deployment, findings, decision)
  const needsReason = initial.state === 'ignored' && reason === undefined
  const endFault = initial.state === 'ignored' ? draft.endFault : undefined
  const tooLong = note.length - maxNoteLength
  const end = (made: boolean) => {
    draft.drop()
    onClose(made)
  }
  const job = useStartJob({
    ...{ deployment, findings, decision, preview },
    isBlocked: () => {
      if (tooLong > 0) return true
      const isBlocked = needsReason || endFault !== undefined
      if (isBlocked) setIsConfirmed(true)
      return isBlocked
    },
    onStarted: () => {
      if (reason) lastChoice.keep(decision)
      end(true)
    },
  })
  return {
    ...{ draft, decision, preview, job, end },
    asksReason: initial.state === 'ignored',
    noteError: tooLong > 0 ? triageLabels.noteTooLong(tooLong) : undefined,
    reasonError: isConfirmed && needsReason ? triageLabels.chooseReason : isConfirmed ? endFault : undefined,
    choose: (next: TriageReason) => {
      setIsConfirmed(false)
      draft.setReason(next)
    },
  }
}

type JobModel = ReturnType<typeof useJobModel>

/** Whether digits are typed there: the note, and a date. */
const takesText = (target: EventTarget) => target instanceof HTMLInputElement && target.type !== 'radio'

/** Chooses a reason by the same keys as the form under a row. */
function pressKey(
  event: KeyboardEvent,
  { asksReason, choose }: JobModel,
  type: FindingType,
  note: HTMLInputElement | null,
): void {
  if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
  if (!asksReason || takesText(event.target)) return
  const choice = reasonsFor([type]).find(({ key }) => key === event.key)
  if (!choice) return
  event.preventDefault()
  choose(choice.reason)
  note?.focus()
}

/** Previews a bulk triage before it starts. Only findings counted here are triaged. */
export function JobDialog(props: JobDialogProps) {
  const { what } = props
  const model = useJobModel(props)
  const { draft, decision, preview, job, end, noteError } = model
  const form = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void job.start()
  }
  const note = useRef<HTMLInputElement>(null)
  const first = useRef<HTMLElement>(null)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys in the dialog inside.
    <div
      className="contents"
      onKeyDown={(event) => pressKey(event, model, props.findings.issue_type, note.current)}
    >
      <Dialog
        open
        keepOpen
        initialFocus={first}
        onClose={() => end(false)}
        title={jobTitle(decision, preview.shown?.count)}
        description={what}
        footer={<JobFooter {...{ model, first, form }} />}
      >
        <form id={form} noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
          <JobCount model={model} />
          {model.asksReason && <JobReason model={model} first={first} type={props.findings.issue_type} />}
          {decision.owner === undefined && (
            <Field label={triageLabels.noteOptional} error={noteError}>
              <TextInput
                ref={note}
                autoComplete="off"
                value={draft.note}
                onChange={(event) => draft.setNote(event.currentTarget.value)}
              />
            </Field>
          )}
          {job.error && (
            <Banner tone="danger" className="rounded">
              <span className="font-medium">{job.error.title}.</span> {job.error.detail}{' '}
              {labels.nothingChanged}
            </Banner>
          )}
        </form>
      </Dialog>
    </div>
  )
}

interface JobPartProps {
  model: JobModel
  /** Holds the element that receives the initial focus. */
  first: RefObject<HTMLElement | null>
}

function JobFooter({ model, first, form }: JobPartProps & { form: string }) {
  const { asksReason, decision, job, end } = model
  const { shown, counting, error } = model.preview
  const waiting = counting ? labels.countingFindings : labels.nothingToDo
  return (
    <>
      <Button onClick={() => end(false)}>{triageLabels.cancel}</Button>
      <Button
        ref={asksReason ? undefined : holds(first)}
        type="submit"
        form={form}
        variant="primary"
        loading={job.isStarting}
        disabledReason={error ? labels.countFailed : shown && shown.count > 0 ? undefined : waiting}
      >
        {shown || error ? jobTitle(decision, shown?.count) : labels.countingShort}
      </Button>
    </>
  )
}

function JobCount({ model: { decision, preview } }: Pick<JobPartProps, 'model'>) {
  const { newCount, error, shown } = preview
  return (
    <>
      {newCount && (
        <Banner tone="caution" className="rounded">
          {labels.countChanged(newCount.before, newCount.preview.count)}
        </Banner>
      )}
      {error ? (
        <ErrorPanel
          error={error}
          title={labels.countFailed}
          onRetry={() => void preview.preview.refetch()}
          retrying={preview.preview.isFetching}
          className="py-6!"
        />
      ) : (
        <JobPreview decision={decision} preview={shown} />
      )}
    </>
  )
}

interface JobReasonProps extends JobPartProps {
  type: FindingType
}

function JobReason({ model: { draft, choose, reasonError }, first, type }: JobReasonProps) {
  const name = useId()
  const errorId = `${name}-fault`
  return (
    <fieldset aria-describedby={reasonError && errorId} className="min-w-0">
      <legend className="pb-1 font-medium">{triageLabels.reason}</legend>
      <div className="flex flex-wrap gap-1.5">
        <ReasonChoices types={[type]} ref={holds(first)} name={name} value={draft.reason} onChange={choose} />
        <UntilField
          types={[type]}
          reason={draft.reason}
          value={draft.until}
          onChange={draft.setUntil}
          errorId={draft.endFault && errorId}
        />
      </div>
      {reasonError && (
        <p id={errorId} role="alert" className="pt-1 text-danger">
          {reasonError}
        </p>
      )}
    </fieldset>
  )
}

/** Casts a ref to any element to a ref of one kind of element. */
const holds = (ref: RefObject<HTMLElement | null>) => (element: HTMLElement | null) => {
  ref.current = element
}
