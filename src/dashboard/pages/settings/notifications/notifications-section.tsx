import { useQuery } from '@tanstack/react-query'
import { notificationsOptions } from '#api/notifications.ts'
import type { Notifications } from '#contract/responses/notifications.ts'
import { ErrorPanel } from '#features/error-panel.tsx'
import { Banner } from '#ui/status/banner.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { SkeletonLines } from '#ui/status/skeleton-lines.tsx'
import type { SectionProps } from '../section-props.ts'
import { SettingsPanel } from '../settings-panel.tsx'
import { notificationLabels as labels } from './labels.ts'
import { NotificationsForm } from './notifications-form.tsx'

/** What the person is told by e-mail, and when. */
export function NotificationsSection({ deployment: { slug } }: SectionProps) {
  const { data, error, refetch, isFetching } = useQuery(notificationsOptions(slug))
  return (
    <div>
      <SettingsPanel title={labels.title} description={labels.words}>
        {data ? (
          <Choice deployment={slug} saved={data} />
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

function Choice({ deployment, saved }: { deployment: string; saved: Notifications }) {
  const { address, email, unsubscribedAt } = saved
  if (!email)
    return (
      <EmptyState icon="info" title={labels.noServer} className="py-8">
        {labels.noServerDetail}
      </EmptyState>
    )
  if (address === null)
    return (
      <EmptyState icon="info" title={labels.noAddress} className="py-8">
        {labels.noAddressDetail}
      </EmptyState>
    )
  return (
    <div className="space-y-4">
      {unsubscribedAt !== null && <Banner className="rounded">{labels.unsubscribed}</Banner>}
      <p className="wrap-anywhere">
        {labels.sentTo} <bdi className="font-medium">{address}</bdi>
      </p>
      <NotificationsForm deployment={deployment} saved={saved} />
    </div>
  )
}
