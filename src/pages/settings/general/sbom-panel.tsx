import { useQuery } from '@tanstack/react-query'
import { explain } from '#api/http/errors.ts'
import { settingsOptions } from '#api/settings.ts'
import { ErrorPanel } from '#features/error-panel.tsx'
import { SkeletonLines } from '#ui/status/skeleton-lines.tsx'
import { labels } from '../labels.ts'
import { administratorsOnly } from '../section-props.ts'
import { Block } from '../settings-panel.tsx'
import { SbomForm } from './sbom-form.tsx'

interface SbomBlockProps {
  deployment: string
  administrator: boolean
}

/** What the dialog of an export is filled in with. */
export function SbomBlock({ deployment, administrator }: SbomBlockProps) {
  const { data, error, refetch, isFetching } = useQuery(settingsOptions(deployment))
  const unbuilt = data ? data.sbomDefaults === undefined : error !== null && explain(error).kind === 'unbuilt'
  return (
    <Block title={labels.general.sbom} words={unbuilt ? labels.general.noSbom : labels.general.sbomWords}>
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
    </Block>
  )
}
