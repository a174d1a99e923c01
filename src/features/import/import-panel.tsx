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

/** Asks for the project where a person would import without one: the field takes the focus, and says what is missing. */
function useProjectPrompt({ isMissing, isShown }: { isMissing: boolean; isShown: boolean }) {
  const [isRequested, setIsRequested] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isShown) field.current?.focus()
  }, [isShown])
  return {
    field,
    error: isRequested && isMissing ? `${reasons.noProject}.` : undefined,
    request: () => {
      setIsRequested(true)
      if (isMissing) field.current?.focus()
    },
  }
}

/** Imports scan reports: takes files, asks for their project and branch, sends them, and shows what came of it. */
export function ImportPanel({ deployment, project }: ImportPanelProps) {
  const target = useImportTarget(deployment)
  // The projects of the demo are not those of the deployment that takes the scans.
  const fixed = target.isDemo ? undefined : project
  const upload = useImport(target, fixed)
  const { state, fields, limits, isRunning } = upload
  const hasFiles = state.files.length > 0
  const isMissing = fields.project.trim() === ''
  const prompt = useProjectPrompt({ isMissing, isShown: hasFiles && fixed === undefined })

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
  const send = (event: FormEvent) => {
    event.preventDefault()
    prompt.request()
    if (!isMissing && !isRunning) upload.send()
  }
  return (
    <form noValidate onSubmit={send} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <FileList files={state.files} limits={limits} busy={isRunning} onRemove={upload.remove} />
      {upload.ready.length > 1 && <p className="text-2">{uploadLabels.oneScan}</p>}
      {!isRunning && zone}
      <fieldset disabled={isRunning} className="contents">
        <TargetFields
          deployment={target.deployment?.slug}
          needsProject={fixed === undefined}
          project={fields.project}
          branch={fields.branch}
          error={prompt.error}
          first={prompt.field}
          onChange={upload.change}
        />
      </fieldset>
      <ImportActions upload={upload} />
    </form>
  )
}

/** What was refused so far, and the buttons; while files are sent, how far that is. */
function ImportActions({ upload }: { upload: ReturnType<typeof useImport> }) {
  const { state, ready } = upload
  const { files, failure, step } = state
  const rejected = files.filter(({ error }) => error).length
  const inspecting = files.some(({ inspected }) => !inspected)
  return (
    <>
      {rejected > 0 && (
        <Banner tone="danger" className="rounded">
          {failureLabels.rejected(rejected)}
        </Banner>
      )}
      {failure && (
        <Banner tone="danger" className="rounded">
          <p>{failure.kind === 'offline' ? failureLabels.offline : `${failure.title}. ${failure.detail}`}</p>
          {failure.requestId && <RequestId id={failure.requestId} />}
        </Banner>
      )}
      {step ? (
        <ImportProgress step={step} files={ready.length} onCancel={upload.cancel} />
      ) : (
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="quiet" onClick={upload.reset}>
            {uploadLabels.clear}
          </Button>
          <Button
            type="submit"
            variant="primary"
            disabledReason={
              inspecting ? reasons.inspecting : ready.length === 0 ? reasons.onlyFaulty : undefined
            }
          >
            {failure ? uploadLabels.retry : importLabel(ready.length, rejected)}
          </Button>
        </div>
      )}
    </>
  )
}
