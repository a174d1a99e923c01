import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Banner } from '#ui/status/banner.tsx'
import { RequestId } from '#ui/status/error-state.tsx'
import { DropZone } from './drop-zone.tsx'
import { FileList } from './file-list.tsx'
import { ImportProgress } from './import-progress.tsx'
import { ImportResult } from './import-result.tsx'
import { failureLabels, importLabel, reasons, uploadLabels } from './labels.ts'
import { TargetFields } from './target-fields.tsx'
import { useImport } from './use-import.ts'
import { useImportTarget } from './use-target.ts'

interface ImportPanelProps {
  /** The slug of the deployment that is shown. */
  deployment: string
  /** The project that the page is of; without it the project is requested. */
  project?: string | undefined
}

/** Imports scan reports: takes files, asks for their project and branch, sends them, and shows what came of it. */
export function ImportPanel({ deployment, project }: ImportPanelProps) {
  const target = useImportTarget(deployment)
  // The projects of the demo are not those of the deployment that takes the scans.
  const fixed = target.isDemo ? undefined : project
  const upload = useImport(target, fixed)
  const { state, fields, ready, limits, isRunning } = upload
  const [isConfirming, setIsConfirming] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  const rejected = state.files.filter(({ error }) => error).length
  const hasFiles = state.files.length > 0
  const lacksProject = fields.project.trim() === ''
  useEffect(() => {
    if (hasFiles && fixed === undefined) first.current?.focus()
  }, [hasFiles, fixed])

  if (state.done) {
    const elsewhere = target.isDemo ? (target.deployment?.name ?? '') : ''
    return (
      <ImportResult
        imported={state.done}
        elsewhere={elsewhere}
        onProject={fixed !== undefined}
        onMore={upload.reset}
      />
    )
  }
  const zone = (
    <DropZone
      limits={limits}
      size={hasFiles ? 'more' : project === undefined ? 'tall' : 'flat'}
      disabledReason={target.disabledReason}
      onFiles={upload.add}
    />
  )
  if (!hasFiles) return zone
  const reading = state.files.some(({ inspected }) => !inspected)
  const send = (event: FormEvent) => {
    event.preventDefault()
    setIsConfirming(true)
    if (lacksProject) first.current?.focus()
    else if (!isRunning) upload.send()
  }
  return (
    <form noValidate onSubmit={send} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <FileList files={state.files} limits={limits} busy={isRunning} onRemove={upload.remove} />
      {ready.length > 1 && <p className="text-2">{uploadLabels.oneScan}</p>}
      {!isRunning && zone}
      <fieldset disabled={isRunning} className="contents">
        <TargetFields
          deployment={target.deployment?.slug}
          needsProject={fixed === undefined}
          project={fields.project}
          branch={fields.branch}
          error={isConfirming && lacksProject ? `${reasons.noProject}.` : undefined}
          first={first}
          onChange={upload.change}
        />
      </fieldset>
      {rejected > 0 && (
        <Banner tone="danger" className="rounded">
          {failureLabels.rejected(rejected)}
        </Banner>
      )}
      {state.failure && (
        <Banner tone="danger" className="rounded">
          <p>
            {state.failure.kind === 'offline'
              ? failureLabels.offline
              : `${state.failure.title}. ${state.failure.detail}`}
          </p>
          {state.failure.requestId && <RequestId id={state.failure.requestId} />}
        </Banner>
      )}
      {state.step ? (
        <ImportProgress step={state.step} files={ready.length} onCancel={upload.cancel} />
      ) : (
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="quiet" onClick={upload.reset}>
            {uploadLabels.clear}
          </Button>
          <Button
            type="submit"
            variant="primary"
            disabledReason={
              reading ? reasons.inspecting : ready.length === 0 ? reasons.onlyFaulty : undefined
            }
          >
            {state.failure ? uploadLabels.retry : importLabel(ready.length, rejected)}
          </Button>
        </div>
      )}
    </form>
  )
}
