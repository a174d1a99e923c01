import type { SbomExport } from '#contract/responses/sbom.ts'
import { Button } from '#ui/button.tsx'
import { labels } from '../labels.ts'
import { type ExportState, exportName } from './export-state.tsx'
import { useDownload } from './use-download.ts'
import { useRepeatExport } from './use-repeat-export.ts'

interface ExportActionProps {
  deployment: string
  made: SbomExport
  state: ExportState
  /** Offers to repeat an export even if its file is still available. */
  always?: boolean | undefined
  /** Removes the buttons of a row from the tab order, because its details have the same buttons. */
  tabIndex?: -1 | undefined
}

/** The actions of an export: download, retry, or repeat from the same scan. */
export function ExportActions({ deployment, made, state, always = false, tabIndex }: ExportActionProps) {
  const { busy: downloading, run } = useDownload(deployment)
  const again = useRepeatExport(deployment, made)
  const of = exportName(made)
  return (
    <>
      {state === 'ready' && (
        <Button
          size="small"
          tabIndex={tabIndex}
          icon="download"
          loading={downloading}
          aria-label={labels.downloadOf(of)}
          onClick={() => run(made.taskToken)}
        >
          {labels.download}
        </Button>
      )}
      {state === 'failed' && (
        <Button
          size="small"
          tabIndex={tabIndex}
          icon="refresh"
          loading={again.busy}
          aria-label={labels.retryOf(of)}
          onClick={again.retry}
        >
          {labels.retry}
        </Button>
      )}
      {(state === 'expired' || state === 'missing' || (always && state === 'ready')) && (
        <Button
          size="small"
          tabIndex={tabIndex}
          icon="undo"
          loading={again.busy}
          hint={labels.createAgainHint}
          aria-label={labels.createAgainOf(of)}
          disabledReason={made.repeatable === true ? undefined : labels.notRepeatable}
          onClick={again.repeat}
        >
          {labels.createAgain}
        </Button>
      )}
    </>
  )
}
