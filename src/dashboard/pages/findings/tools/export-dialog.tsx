import { type ReactNode, useEffect, useRef, useState } from 'react'
import { downloadFindings } from '#api/findings/export.ts'
import type { DownloadProgress } from '#api/http/download.ts'
import { type ApiError, explain } from '#api/http/errors.ts'
import type { ExportFormat } from '#contract/operations/export.ts'
import { useDensity } from '#features/appearance.ts'
import { Button } from '#ui/button.tsx'
import { announce } from '#ui/live-region.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { saveFile } from '#ui/save-file.ts'
import { ProgressBar } from '#ui/status/progress-bar.tsx'
import { requestOf } from '../list/list-state.ts'
import { columnsAsShown } from './export-columns.ts'
import { exportLabels } from './labels.ts'
import type { ToolProps } from './list-tool.ts'

const formats: readonly { value: ExportFormat; label: string; description: string }[] = [
  { value: 'csv', label: 'CSV', description: exportLabels.csv },
  { value: 'json', label: 'JSON', description: exportLabels.json },
  { value: 'sarif', label: 'SARIF 2.1.0', description: exportLabels.sarif },
]

type Stage =
  | { name: 'choosing' }
  | { name: 'running'; progress: DownloadProgress }
  | { name: 'done'; file: string; findings: number }
  | { name: 'failed'; error: ApiError }

type ExportOptions = Pick<ToolProps, 'deployment' | 'total' | 'state' | 'choosing'>

interface ExportDialogProps extends ExportOptions {
  onClose: () => void
}

/** Downloads the filtered findings and reports the progress. It is cancelled when the dialog closes. */
function useFindingsExport({ deployment, total, state, choosing }: ExportOptions) {
  const [density] = useDensity()
  const [stage, setStage] = useState<Stage>({ name: 'choosing' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const start = async (format: ExportFormat, asShown: boolean) => {
    const abort = new AbortController()
    running.current = abort
    setStage({ name: 'running', progress: { count: 0, total: total ?? null, bytes: 0 } })
    const { page: _, page_size: __, after: ___, include: ____, ...filter } = requestOf(state)
    const columns =
      format === 'csv' && asShown
        ? columnsAsShown(choosing.shown, { twoLines: density === 'default' })
        : undefined
    let last: DownloadProgress | undefined
    const onProgress = (progress: DownloadProgress) => {
      last = progress
      setStage({ name: 'running', progress })
    }
    try {
      const file = await downloadFindings(
        deployment,
        { ...filter, format, columns },
        abort.signal,
        onProgress,
      )
      saveFile(file.name, file.content)
      const findings = last?.count ?? 0
      setStage({ name: 'done', file: file.name, findings })
      announce(exportLabels.done(findings))
    } catch (error) {
      setStage(abort.signal.aborted ? { name: 'choosing' } : { name: 'failed', error: explain(error) })
    }
  }
  return { stage, start, cancel: () => running.current?.abort() }
}

/**
 * Exports exactly the findings that the filter matches, regardless of the current page. Closing it cancels the export.
 */
export function ExportDialog({ onClose, ...options }: ExportDialogProps) {
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [asShown, setAsShown] = useState(true)
  const { stage, start, cancel } = useFindingsExport(options)
  const busy = stage.name === 'running'
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      keepOpen={busy}
      title={exportLabels.title(options.total)}
      description={exportLabels.detail}
      footer={
        <>
          {busy && <Button onClick={cancel}>{exportLabels.cancel}</Button>}
          {!busy && <Button onClick={onClose}>{exportLabels.close}</Button>}
          <Button variant="primary" onClick={() => void start(format, asShown)} loading={busy}>
            {stage.name === 'failed'
              ? exportLabels.retry
              : stage.name === 'done'
                ? exportLabels.again
                : exportLabels.start}
          </Button>
        </>
      }
    >
      <fieldset disabled={busy} className="flex flex-col gap-1">
        <legend className="mb-1 font-medium">{exportLabels.format}</legend>
        {formats.map(({ value, label, description }) => (
          <Choice key={value} name="format" checked={format === value} onChoose={() => setFormat(value)}>
            {label} <span className="text-3">– {description}</span>
          </Choice>
        ))}
      </fieldset>
      {format === 'csv' && (
        <fieldset disabled={busy} className="mt-4 flex flex-col gap-1">
          <legend className="mb-1 font-medium">{exportLabels.columns}</legend>
          <Choice name="columns" checked={asShown} onChoose={() => setAsShown(true)}>
            {exportLabels.asShown}
          </Choice>
          <Choice name="columns" checked={!asShown} onChoose={() => setAsShown(false)}>
            {exportLabels.allColumns}
          </Choice>
        </fieldset>
      )}
      <div className="mt-4 min-h-10">
        <Outcome stage={stage} />
      </div>
    </Dialog>
  )
}

function Outcome({ stage }: { stage: Stage }) {
  if (stage.name === 'running') {
    const { count, total, bytes } = stage.progress
    return (
      <>
        <ProgressBar label={exportLabels.running} value={total ? count / total : undefined} />
        <p className="mt-2 text-2">{exportLabels.progress(count, total, sizeOf(bytes))}</p>
      </>
    )
  }
  if (stage.name === 'done') {
    return (
      <p role="status">
        {exportLabels.savedAs(stage.findings)}
        <code className="wrap-anywhere">{stage.file}</code>
      </p>
    )
  }
  if (stage.name === 'failed') {
    const { title, detail, requestId } = stage.error
    return (
      <p role="alert" className="text-danger">
        {title}. {detail}
        {requestId && <span className="block text-xs text-3">{exportLabels.request(requestId)}</span>}
      </p>
    )
  }
  return null
}

interface ChoiceProps {
  name: string
  checked: boolean
  onChoose: () => void
  children: ReactNode
}

function Choice({ name, checked, onChoose, children }: ChoiceProps) {
  return (
    <label className="flex min-h-6 items-center gap-2">
      <input type="radio" name={name} checked={checked} onChange={onChoose} />
      <span>{children}</span>
    </label>
  )
}

function sizeOf(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}
