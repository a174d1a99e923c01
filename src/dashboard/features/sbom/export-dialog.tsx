import { type FormEvent, useId, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { useFocusFault } from '#ui/form/use-focus-fault.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { RequestId } from '#ui/status/error-state.tsx'
import { useExport } from './exports/use-export.ts'
import { DefaultsFields } from './form/defaults-fields.tsx'
import type { ExportDraft, Subject } from './form/draft.ts'
import { ExportSubject } from './form/export-subject.tsx'
import { SubjectFields } from './form/subject-fields.tsx'
import { formatOf, holdsVulnerabilities } from './formats.ts'
import { labels } from './labels.ts'

interface ExportDialogProps {
  deployment: string
  /** The project of the page, if it has one; otherwise it is selected here. */
  subject?: Subject | undefined
  onClose: () => void
}

/** Requests an SBOM. All fields are filled with the deployment's defaults. Load it lazily. */
export function ExportDialog({ deployment, subject, onClose }: ExportDialogProps) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const send = useRef<HTMLButtonElement>(null)
  const first = useRef<HTMLInputElement>(null)
  const exportRequest = useExport(deployment, subject, onClose)
  const { draft, faults, change, attempt, submit, busy, error, reason } = exportRequest
  useFocusFault(form, attempt, Object.keys(faults).length)
  const press = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={subject ? labels.dialog.titleOf(subject.name) : labels.dialog.title}
      initialFocus={subject ? send : first}
      footer={
        <>
          <Button onClick={onClose}>{labels.dialog.cancel}</Button>
          <Button
            ref={send}
            type="submit"
            form={id}
            variant="primary"
            icon="download"
            loading={busy}
            disabledReason={reason}
          >
            {labels.dialog.export}
          </Button>
        </>
      }
    >
      <form id={id} ref={form} noValidate onSubmit={press} className="grid gap-4">
        <SubjectFields
          deployment={deployment}
          draft={draft}
          faults={faults}
          fixed={subject !== undefined}
          first={first}
          onChange={change}
        />
        <Described exportRequest={exportRequest} />
        <DefaultsFields draft={draft} faults={faults} onChange={change} />
        <VulnerabilitiesField draft={draft} fault={faults.includeVulnerabilities} onChange={change} />
        {error && (
          <div role="alert" className="wrap-anywhere text-danger">
            {error.title}. {error.detail}
            {error.requestId && <RequestId id={error.requestId} />}
          </div>
        )}
      </form>
    </Dialog>
  )
}

/** Why this person may not export; otherwise the contents of the export, once its target is selected. */
function Described({ exportRequest }: { exportRequest: ReturnType<typeof useExport> }) {
  const { draft, lacks, describes, described, change } = exportRequest
  const [now] = useState(() => new Date())
  if (lacks !== undefined) return <p className="text-caution">{lacks}.</p>
  if (draft.subject === undefined) return null
  return (
    <ExportSubject
      known={describes}
      subject={described.data}
      error={described.error}
      retrying={described.isFetching}
      onRetry={() => void described.refetch()}
      onChoose={(ref) => change({ ref })}
      now={now}
    />
  )
}

interface VulnerabilitiesFieldProps {
  draft: ExportDraft
  fault: string | undefined
  onChange: (change: Partial<ExportDraft>) => void
}

/** Whether the export includes vulnerabilities, and who can read them; not every format supports them. */
function VulnerabilitiesField({ draft, fault, onChange }: VulnerabilitiesFieldProps) {
  const hintId = useId()
  const format = formatOf(draft.format)
  const isPossible = holdsVulnerabilities(format)
  return (
    <div>
      <Checkbox
        label={labels.dialog.vulnerabilities}
        aria-describedby={hintId}
        disabled={!isPossible}
        checked={draft.includeVulnerabilities && isPossible}
        onChange={({ target }) => onChange({ includeVulnerabilities: target.checked })}
      />
      <p id={hintId} className="pl-5.5 text-2">
        {fault ??
          (isPossible
            ? labels.dialog.vulnerabilitiesSeen
            : labels.dialog.vulnerabilitiesUnsupported(format.label))}
      </p>
    </div>
  )
}
