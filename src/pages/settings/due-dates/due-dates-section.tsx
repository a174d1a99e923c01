import { useQuery } from '@tanstack/react-query'
import { explain } from '#api/http/errors.ts'
import { settingsOptions } from '#api/settings.ts'
import { ErrorPanel } from '#features/error-panel.tsx'
import { SkeletonLines } from '#ui/status/skeleton-lines.tsx'
import type { SectionProps } from '../section-props.ts'
import { SettingsPanel } from '../settings-panel.tsx'
import { DueDatesForm } from './due-dates-form.tsx'
import { labels } from './labels.ts'

/** When findings are due. */
export function DueDatesSection({ deployment: { slug }, administrator }: SectionProps) {
  const { data, error, refetch, isFetching } = useQuery(settingsOptions(slug))
  const isUnsupported = data
    ? data.dueDates === undefined
    : error !== null && explain(error).kind === 'unbuilt'
  return (
    <div>
      <SettingsPanel title={labels.title} description={isUnsupported ? labels.unsupported : labels.words}>
        {isUnsupported ? null : data?.dueDates !== undefined ? (
          <DueDatesForm deployment={slug} saved={data.dueDates} isAdministrator={administrator} />
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
