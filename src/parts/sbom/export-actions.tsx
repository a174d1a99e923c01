import type { SbomExport } from '#contract/answers/sbom.ts'
import { Button } from '#ui/button.tsx'
import { type ExportState, nameWords } from './export-state.tsx'
import { useAgain } from './use-again.ts'
import { useDownload } from './use-download.ts'

interface ExportActionProps {
  deployment: string
  made: SbomExport
  state: ExportState
  /** Offers to make one again whose file is still there, too. */
  always?: boolean | undefined
  /** Takes the buttons of a row out of the tab order, which are in its details, too. */
  tabIndex?: -1 | undefined
}

/** What can be done with an export: download it, try it again, make it again from the same scan. */
export function ExportActions({ deployment, made, state, always = false, tabIndex }: ExportActionProps) {
  const { busy: downloading, run } = useDownload(deployment)
  const again = useAgain(deployment, made)
  const of = nameWords(made)
  return (
    <>
      {state === 'ready' && (
        <Button
          size="small"
          tabIndex={tabIndex}
          icon="download"
          loading={downloading}
          aria-label={`Download the SBOM of ${of}`}
          onClick={() => run(made.taskToken)}
        >
          Download
        </Button>
      )}
      {state === 'failed' && (
        <Button
          size="small"
          tabIndex={tabIndex}
          icon="refresh"
          loading={again.busy}
          aria-label={`Retry the SBOM of ${of}`}
          onClick={again.retry}
        >
          Retry
        </Button>
      )}
      {(state === 'expired' || (always && state === 'ready')) && (
        <Button
          size="small"
          tabIndex={tabIndex}
          icon="undo"
          loading={again.busy}
          hint="From the same scan"
          aria-label={`Make again the SBOM of ${of}`}
          disabledReason={
            made.repeatable === true
              ? undefined
              : 'It was made before scans were kept for this, so it cannot be made again from the same one'
          }
          onClick={again.repeat}
        >
          Make again
        </Button>
      )}
    </>
  )
}
