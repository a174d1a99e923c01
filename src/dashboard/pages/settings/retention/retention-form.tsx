import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { explain } from '#api/http/errors.ts'
import { refreshSettings, retentionPreviewOptions, updateSettingsOptions } from '#api/settings.ts'
import { type RetentionPeriods, retentionKinds } from '#contract/parameters/retention.ts'
import type { RetentionPreview } from '#contract/responses/deployments.ts'
import { ErrorPanel } from '#features/error-panel.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { useFocusFault } from '#ui/form/use-focus-fault.ts'
import { Time } from '#ui/text/time.tsx'
import { toast } from '#ui/toast/toast.ts'
import { RequestError } from '../request-error.tsx'
import { administratorsOnly } from '../section-props.ts'
import { draftOf, type PeriodDraft, periodsOf, type RetentionDraft, validPeriodsOf } from './draft.ts'
import { deletedText, labels, warningText } from './labels.ts'
import { PeriodField } from './period-field.tsx'

interface RetentionFormProps {
  deployment: string
  saved: RetentionPeriods
  isAdministrator: boolean
}

/** Saves periods, with Undo in the toast; neither is made over what others set meanwhile. */
function useSavePeriods(deployment: string) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    ...updateSettingsOptions(deployment),
    // The present periods tell what was refused.
    onError: () => refreshSettings(client, deployment),
  })
  const undo = (retention: RetentionPeriods, expectedRetention: RetentionPeriods) =>
    mutate(
      { retention, expectedRetention },
      { onSuccess: () => toast({ title: labels.restored, tone: 'ok', slot: 'settings' }) },
    )
  const save = (retention: RetentionPeriods, before: RetentionPeriods, onSaved: () => void) =>
    mutate(
      { retention, expectedRetention: before },
      {
        onSuccess: () => {
          onSaved()
          const action = { label: labels.undo, run: () => undo(before, retention) }
          toast({ title: labels.saved, tone: 'ok', slot: 'settings', action })
        },
      },
    )
  return { save, isPending, error }
}

/** Edited periods with what they would delete, and what is missing to save them. */
function usePeriods(deployment: string, saved: RetentionPeriods, isAdministrator: boolean) {
  // Edited periods override saved ones, which others may change meanwhile.
  const [changes, setChanges] = useState<Partial<RetentionDraft>>({})
  const [typed, setTyped] = useState('')
  const [base, setBase] = useState(saved)
  const isOther = JSON.stringify(base) !== JSON.stringify(saved)
  if (isOther && Object.keys(changes).length === 0) setBase(saved)
  const draft = { ...draftOf(saved), ...changes }
  const periods = periodsOf(draft)
  const preview = useQuery({
    ...retentionPreviewOptions(deployment, validPeriodsOf(draft)),
    enabled: isAdministrator,
  })
  const isChanged = periods === undefined || JSON.stringify(periods) !== JSON.stringify(saved)
  const auditEvents = isChanged && periods ? (preview.data?.audit.count ?? 0) : 0
  return {
    draft,
    periods,
    preview,
    isChanged,
    /** How many audit events saving deletes, which must be typed. */
    auditEvents,
    /** What is deleted of the audit log must be known before it can be confirmed. */
    isCounting: isChanged && periods?.audit !== saved.audit && preview.data === undefined,
    /** Whether others changed the periods since these were edited. */
    isStale: isOther,
    see: () => setBase(saved),
    isConfirmed: auditEvents === 0 || typed.replace(/\D/g, '') === String(auditEvents),
    typed,
    type: setTyped,
    edit: (kind: keyof RetentionDraft, edited: PeriodDraft) =>
      setChanges((before) => ({ ...before, [kind]: edited })),
    reset: () => {
      setChanges({})
      setTyped('')
    },
  }
}

type Periods = ReturnType<typeof usePeriods>

/** The retention periods, each with what it would delete, saved together. */
export function RetentionForm({ deployment, saved, isAdministrator }: RetentionFormProps) {
  const [attempt, setAttempt] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const { save, isPending, error } = useSavePeriods(deployment)
  const model = usePeriods(deployment, saved, isAdministrator)
  const { periods, preview, isChanged } = model
  useFocusFault(form, attempt, periods === undefined || !model.isConfirmed)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (model.isStale) return model.see()
    setAttempt((times) => times + 1)
    if (isPending || model.isCounting || periods === undefined || !model.isConfirmed) return
    save(periods, saved, () => {
      model.reset()
      setAttempt(0)
    })
  }
  const missing = model.isCounting ? labels.counting : isChanged ? undefined : labels.unchanged
  return (
    <form ref={form} noValidate onSubmit={submit}>
      {retentionKinds.map((kind) => (
        <PeriodField
          key={kind}
          kind={kind}
          draft={model.draft[kind]}
          expired={preview.data?.[kind]}
          isAdministrator={isAdministrator}
          isSubmitted={attempt > 0}
          onChange={(edited) => model.edit(kind, edited)}
        />
      ))}
      {preview.error && (
        <ErrorPanel
          error={preview.error}
          title={labels.previewFailed}
          onRetry={() => void preview.refetch()}
          retrying={preview.isFetching}
          className="py-4"
        />
      )}
      {model.auditEvents > 0 && <AuditConfirmation model={model} isSubmitted={attempt > 0} />}
      <SaveRow
        preview={preview.data}
        isChanged={isChanged && periods !== undefined}
        isStale={model.isStale}
        error={model.isStale ? null : error}
      >
        <Button
          type="submit"
          variant="primary"
          loading={isPending}
          disabledReason={isAdministrator ? missing : administratorsOnly}
        >
          {model.isStale ? labels.seen : labels.save}
        </Button>
      </SaveRow>
    </form>
  )
}

/** Asks for the number of audit events once more: what they show cannot be shown otherwise. */
function AuditConfirmation({ model, isSubmitted }: { model: Periods; isSubmitted: boolean }) {
  const { auditEvents, isConfirmed, typed, type } = model
  return (
    <Field
      label={labels.confirm}
      hint={labels.confirmHint(auditEvents)}
      error={isSubmitted && !isConfirmed ? labels.confirmFault(auditEvents) : undefined}
      className="border-t border-line py-3"
    >
      <TextInput
        className="w-40"
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
      />
    </Field>
  )
}

interface SaveRowProps {
  preview: RetentionPreview | undefined
  isChanged: boolean
  isStale: boolean
  error: Error | null
  children: ReactNode
}

/** What saving deletes, and the last run, beside the button. */
function SaveRow({ preview, isChanged, isStale, error, children }: SaveRowProps) {
  return (
    <div className="grid gap-3 border-t border-line pt-3">
      <div role="status">
        {isStale && <p className="font-medium text-danger">{labels.stale}</p>}
        {isChanged && preview && <Warning preview={preview} />}
      </div>
      <RequestError error={error ? explain(error) : null} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-2">{preview && <LastRun preview={preview} />}</p>
        {children}
      </div>
    </div>
  )
}

const countsOf = ({ scans, history, exports, audit }: RetentionPreview) => ({
  scans: scans.count,
  history: history.count,
  exports: exports.count,
  audit: audit.count,
})

function Warning({ preview }: { preview: RetentionPreview }) {
  const text = warningText(countsOf(preview))
  return text && <p className="text-1">{text}</p>
}

function LastRun({ preview: { lastRun } }: { preview: RetentionPreview }) {
  if (!lastRun) return labels.noRun
  return (
    <>
      {labels.lastRun} <Time value={lastRun.at} now={new Date()} />: {deletedText(lastRun.deleted)}
    </>
  )
}
