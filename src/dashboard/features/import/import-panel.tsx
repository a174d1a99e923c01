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
  /** The slug of the current deployment. */
  deployment: string
  /** The project of the page; without it the person is asked for one. */
  project?: string | undefined
}

/** Prompts for the project if a person imports without one: focuses the field and shows an error. */
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

/** Imports scan reports: accepts files, asks for project and branch, uploads them, and shows the result. */
export function ImportPanel({ deployment, project }: ImportPanelProps) {
  const target = useImportTarget(deployment)
  // The demo's projects do not exist in the deployment that receives the scans.
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
      {upload.ready.length > 1 && <p className="text-2">{uploadLabels.together}</p>}
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

/** Errors so far and the buttons; during the upload, its progress. */
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
