import { labels } from '../labels.ts'
import { administratorsOnly } from '../section-props.ts'
import { SettingPanel } from '../setting-panel.tsx'
import { SbomForm } from './sbom-form.tsx'

interface SbomPanelProps {
  deployment: string
  administrator: boolean
}

/** The default values of the export dialog. */
export function SbomPanel({ deployment, administrator }: SbomPanelProps) {
  return (
    <SettingPanel
      deployment={deployment}
      read={({ sbomDefaults }) => sbomDefaults}
      title={labels.general.sbom}
      description={labels.general.sbomWords}
      unsupported={labels.general.noSbom}
      failed={labels.general.sbomFailed}
      lines={2}
    >
      {(saved) => (
        <SbomForm
          deployment={deployment}
          defaults={saved}
          disabledReason={administrator ? undefined : administratorsOnly}
        />
      )}
    </SettingPanel>
  )
}
