import { useQuery } from '@tanstack/react-query'
import { explain } from '#api/errors.ts'
import { settingsOptions } from '#api/settings.ts'
import { ErrorPanel } from '#parts/error-panel.tsx'
import { SkeletonLines } from '#ui/skeleton-lines.tsx'
import { Block } from '../block.tsx'
import { administratorsOnly } from '../section-props.ts'
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
    <Block title="SBOM exports" words={unbuilt ? 'This service keeps no defaults for SBOM exports.' : words}>
      {unbuilt ? null : data ? (
        <SbomForm
          deployment={deployment}
          defaults={data.sbomDefaults ?? null}
          disabledReason={administrator ? undefined : administratorsOnly}
        />
      ) : error ? (
        <ErrorPanel
          error={error}
          title="The defaults of SBOM exports could not be read"
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

const words =
  'The dialog of an export is filled in with these; who exports may say something else. Requests of programs say what they want themselves.'
