import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { explain } from '#api/http/errors.ts'
import { downloadVex } from '#api/projects/vex.ts'
import { type VexExportFormat, vexExportFormats } from '#contract/operations/vex.ts'
import { Panel } from '#features/panel.tsx'
import { useExtensions } from '#features/sbom/form/use-extensions.ts'
import { Button } from '#ui/button.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { saveFile } from '#ui/save-file.ts'
import { formatLabels, labels } from './labels.ts'
import { useVexImport } from './use-vex-import.ts'
import { VexResults } from './vex-results.tsx'

interface VexPanelProps {
  deployment: string
  project: string
  /** Why this person may not triage. */
  disabledReason: string | undefined
}

/** Exports the triage of a project as VEX, and imports VEX documents; empty if the service cannot. */
export function VexPanel({ deployment, project, disabledReason }: VexPanelProps) {
  const isSupported = useExtensions()
  const [format, setFormat] = useState<VexExportFormat>('openvex')
  const exporting = useMutation({
    mutationFn: () => downloadVex(deployment, project, format),
    onSuccess: ({ name, content }) => saveFile(name, content),
  })
  const vexImport = useVexImport(deployment, project)
  if (!isSupported('exportVex') || !isSupported('importVex')) return null
  const error = vexImport.error ?? exporting.error
  const problem = error ? explain(error) : undefined
  const send = (file: File) => {
    exporting.reset()
    vexImport.choose(file)
  }
  return (
    <Panel title={labels.title}>
      <p className="pb-2 text-2">{labels.hint}</p>
      <div className="flex flex-wrap items-center gap-2">
        <NativeSelect
          aria-label={labels.format}
          value={format}
          onChange={({ target }) =>
            setFormat(vexExportFormats.find((one) => one === target.value) ?? 'openvex')
          }
        >
          {vexExportFormats.map((one) => (
            <option key={one} value={one}>
              {formatLabels[one]}
            </option>
          ))}
        </NativeSelect>
        <Button icon="download" loading={exporting.isPending} onClick={() => exporting.mutate()}>
          {labels.export}
        </Button>
        <FileButton disabledReason={disabledReason} loading={vexImport.isReading} onFile={send} />
      </div>
      {problem && (
        <p role="alert" className="pt-2 text-danger">
          {problem.title}. {problem.detail}
        </p>
      )}
      <VexResults vexImport={vexImport} />
    </Panel>
  )
}

interface FileButtonProps {
  disabledReason: string | undefined
  loading: boolean
  onFile: (file: File) => void
}

/** A button that asks for a VEX document. */
function FileButton({ disabledReason, loading, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button disabledReason={disabledReason} loading={loading} onClick={() => input.current?.click()}>
        {labels.import}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".json,.gz"
        hidden
        aria-label={labels.file}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onFile(file)
          // The same file can be chosen again.
          target.value = ''
        }}
      />
    </>
  )
}
