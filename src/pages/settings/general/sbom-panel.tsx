import { useQuery } from '@tanstack/react-query'
import { explain } from '#api/http/errors.ts'
import { settingsOptions } from '#api/settings.ts'
import { ErrorPanel } from '#features/error-panel.tsx'
import { SkeletonLines } from '#ui/status/skeleton-lines.tsx'
import { labels } from '../labels.ts'
import { administratorsOnly } from '../section-props.ts'
import { SettingsPanel } from '../settings-panel.tsx'
import { SbomForm } from './sbom-form.tsx'

interface SbomPanelProps {
  deployment: string
  administrator: boolean
}

/** The default values of the export dialog. */
export function SbomPanel({ deployment, administrator }: SbomPanelProps) {
  const { data, error, refetch, isFetching } = useQuery(settingsOptions(deployment))
  const unbuilt = data ? data.sbomDefaults === undefined : error !== null && explain(error).kind === 'unbuilt'
  return (
    <SettingsPanel
      title={labels.general.sbom}
      description={unbuilt ? labels.general.noSbom : labels.general.sbomWords}
    >
      {unbuilt ? null : data ? (
        <SbomForm
          deployment={deployment}
          defaults={data.sbomDefaults ?? null}
          disabledReason={administrator ? undefined : administratorsOnly}
        />
      ) : error ? (
        <ErrorPanel
          error={error}
          title={labels.general.sbomFailed}
          onRetry={() => void refetch()}
          retrying={isFetching}
          className="py-4"
        />
      ) : (
        <SkeletonLines count={2} />
      )}
    </SettingsPanel>
  )
}
