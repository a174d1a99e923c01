import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { explain } from '#api/http/errors.ts'
import { retentionPreviewOptions, updateSettingsOptions } from '#api/settings.ts'
import { type RetentionPeriods, retentionKinds } from '#contract/parameters/retention.ts'
import type { RetentionPreview } from '#contract/responses/deployments.ts'
import { ErrorPanel } from '#features/error-panel.tsx'
import { Button } from '#ui/button.tsx'
import { useFocusFault } from '#ui/form/use-focus-fault.ts'
import { Time } from '#ui/text/time.tsx'
import { toast } from '#ui/toast/toast.ts'
import { RequestError } from '../request-error.tsx'
import { administratorsOnly } from '../section-props.ts'
import { draftOf, periodsOf, type RetentionDraft, validPeriodsOf } from './draft.ts'
import { deletedText, labels, warningText } from './labels.ts'
import { PeriodField } from './period-field.tsx'

interface RetentionFormProps {
  deployment: string
  saved: RetentionPeriods
  isAdministrator: boolean
}

/** Saves periods, with Undo in the toast. */
function useSavePeriods(deployment: string, saved: RetentionPeriods) {
  const { mutate, isPending, error } = useMutation(updateSettingsOptions(deployment))
  const undo = () =>
    mutate(
      { retention: saved },
      { onSuccess: () => toast({ title: labels.restored, tone: 'ok', slot: 'settings' }) },
    )
  const save = (retention: RetentionPeriods, onSaved: () => void) =>
    mutate(
      { retention },
      {
        onSuccess: () => {
          onSaved()
          const action = { label: labels.undo, run: undo }
          toast({ title: labels.saved, tone: 'ok', slot: 'settings', action })
        },
      },
    )
  return { save, isPending, error }
}

/** The retention periods, each with what it would delete, saved together. */
export function RetentionForm({ deployment, saved, isAdministrator }: RetentionFormProps) {
  // Edited periods override saved ones, which others may change meanwhile.
  const [changes, setChanges] = useState<Partial<RetentionDraft>>({})
  const [attempt, setAttempt] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const { save, isPending, error } = useSavePeriods(deployment, saved)
  const draft = { ...draftOf(saved), ...changes }
  const periods = periodsOf(draft)
  const preview = useQuery({
    ...retentionPreviewOptions(deployment, validPeriodsOf(draft)),
    enabled: isAdministrator,
  })
  useFocusFault(form, attempt, periods === undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAttempt((times) => times + 1)
    if (isPending || periods === undefined) return
    save(periods, () => {
      setChanges({})
      setAttempt(0)
    })
  }
  const isChanged = periods === undefined || JSON.stringify(periods) !== JSON.stringify(saved)
  const disabledReason = isAdministrator ? undefined : administratorsOnly
  return (
    <form ref={form} noValidate onSubmit={submit}>
      {retentionKinds.map((kind) => (
        <PeriodField
          key={kind}
          kind={kind}
          draft={draft[kind]}
          expired={preview.data?.[kind]}
          isAdministrator={isAdministrator}
          isSubmitted={attempt > 0}
          onChange={(edited) => setChanges((before) => ({ ...before, [kind]: edited }))}
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
      <SaveRow preview={preview.data} isChanged={isChanged && periods !== undefined} error={error}>
        <Button
          type="submit"
          variant="primary"
          loading={isPending}
          disabledReason={disabledReason ?? (isChanged ? undefined : labels.unchanged)}
        >
          {labels.save}
        </Button>
      </SaveRow>
    </form>
  )
}

interface SaveRowProps {
  preview: RetentionPreview | undefined
  isChanged: boolean
  error: Error | null
  children: ReactNode
}

/** What saving deletes, and the last run, beside the button. */
function SaveRow({ preview, isChanged, error, children }: SaveRowProps) {
  return (
    <div className="grid gap-3 border-t border-line pt-3">
      <div role="status">{isChanged && preview && <Warning preview={preview} />}</div>
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
