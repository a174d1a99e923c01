import { useQuery } from '@tanstack/react-query'
import { explain } from '#api/http/errors.ts'
import { settingsOptions } from '#api/settings.ts'
import { ErrorPanel } from '#features/error-panel.tsx'
import { SkeletonLines } from '#ui/status/skeleton-lines.tsx'
import type { SectionProps } from '../section-props.ts'
import { SettingsPanel } from '../settings-panel.tsx'
import { labels } from './labels.ts'
import { RetentionForm } from './retention-form.tsx'

/** How long the deployment keeps scans, history, exports and the audit log. */
export function RetentionSection({ deployment: { slug }, administrator }: SectionProps) {
  const { data, error, refetch, isFetching } = useQuery(settingsOptions(slug))
  const unbuilt = data ? data.retention === undefined : error !== null && explain(error).kind === 'unbuilt'
  return (
    <div>
      <SettingsPanel title={labels.title} description={unbuilt ? labels.unsupported : labels.words}>
        {unbuilt ? null : data?.retention ? (
          <RetentionForm deployment={slug} saved={data.retention} isAdministrator={administrator} />
        ) : error ? (
          <ErrorPanel
            error={error}
            title={labels.failed}
            onRetry={() => void refetch()}
            retrying={isFetching}
            className="py-4"
          />
        ) : (
          <SkeletonLines count={4} />
        )}
      </SettingsPanel>
    </div>
  )
}
