import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { explain } from '#api/http/errors.ts'
import { settingsOptions } from '#api/settings.ts'
import type { Settings } from '#contract/responses/deployments.ts'
import { ErrorPanel } from '#features/error-panel.tsx'
import { SkeletonLines } from '#ui/status/skeleton-lines.tsx'
import { SettingsPanel } from './settings-panel.tsx'

interface SettingPanelProps<T> {
  deployment: string
  /** The value of the setting; undefined if the service does not have it. */
  read: (settings: Settings) => T | undefined
  title: string
  description: ReactNode
  /** Says that the service does not have the setting. */
  unsupported: string
  /** The title of the error if the settings cannot be loaded. */
  failed: string
  /** Lines of its placeholder. */
  lines: number
  children: (saved: T) => ReactNode
}

/** The panel of a setting of the deployment, which an older service does not have. */
export function SettingPanel<T>(props: SettingPanelProps<T>) {
  const { deployment, read, title, description, unsupported, failed, lines, children } = props
  const { data, error, refetch, isFetching } = useQuery(settingsOptions(deployment))
  const saved = data && read(data)
  const isUnsupported = data ? saved === undefined : error !== null && explain(error).kind === 'unbuilt'
  return (
    <SettingsPanel title={title} description={isUnsupported ? unsupported : description}>
      {isUnsupported ? null : saved !== undefined ? (
        children(saved)
      ) : error ? (
        <ErrorPanel
          error={error}
          title={failed}
          onRetry={() => void refetch()}
          retrying={isFetching}
          className="py-4"
        />
      ) : (
        <SkeletonLines count={lines} />
      )}
    </SettingsPanel>
  )
}
