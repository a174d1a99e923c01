import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import { webhooksOptions } from '#api/webhooks.ts'
import type { ResponseBody } from '#contract/responses/all.ts'
import { ErrorPanel } from '#features/error-panel.tsx'
import { formatNumber } from '#lib/text/format.ts'
import { Button } from '#ui/button.tsx'
import { lazyDialog } from '#ui/lazy.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { SkeletonLines } from '#ui/status/skeleton-lines.tsx'
import { administratorsOnly, type SectionProps } from '../section-props.ts'
import { webhookLabels } from './labels.ts'
import type { WebhookDialogRequest } from './webhook-dialogs.tsx'
import { WebhookList } from './webhook-list.tsx'

const WebhookDialogs = lazyDialog(() =>
  import('./webhook-dialogs.tsx').then((module) => module.WebhookDialogs),
)

/** The webhooks of the deployment, which can be created, tested, changed and deleted. */
export function WebhooksSection({ deployment: { slug }, administrator }: SectionProps) {
  const query = useQuery({ ...webhooksOptions(slug), enabled: administrator })
  const [request, setRequest] = useState<WebhookDialogRequest>()
  const create = useRef<HTMLButtonElement>(null)
  const { data } = query
  return (
    <section aria-labelledby="webhooks" className="flex min-h-0 flex-1 flex-col pt-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pb-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 id="webhooks" className="flex items-baseline gap-2 text-lg font-semibold">
            {webhookLabels.title}{' '}
            {data && <span className="text-sm font-normal text-2">{formatNumber(data.webhooks.length)}</span>}
          </h2>
          <p className="pt-1 text-base text-2">{webhookLabels.words}</p>
        </div>
        <Button
          ref={create}
          variant="primary"
          icon="plus"
          onClick={() => setRequest({ kind: 'create' })}
          disabledReason={administrator ? undefined : administratorsOnly}
        >
          {webhookLabels.create}
        </Button>
      </div>
      {administrator ? (
        <WebhooksContent deployment={slug} query={query} onRequest={setRequest} />
      ) : (
        <EmptyState icon="lock" title={webhookLabels.forbidden}>
          {webhookLabels.forbiddenDetail}
        </EmptyState>
      )}
      {request && (
        <Suspense>
          <WebhookDialogs
            deployment={slug}
            request={request}
            after={create}
            onClose={() => setRequest(undefined)}
          />
        </Suspense>
      )}
    </section>
  )
}

interface WebhooksContentProps {
  deployment: string
  query: UseQueryResult<ResponseBody<'listWebhooks'>>
  onRequest: (request: WebhookDialogRequest) => void
}

function WebhooksContent({ deployment, query, onRequest }: WebhooksContentProps) {
  const { data, error, refetch, isFetching } = query
  if (!data) {
    return error ? (
      <ErrorPanel
        error={error}
        title={webhookLabels.failed}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <div className="px-4">
        <SkeletonLines count={3} />
      </div>
    )
  }
  if (data.webhooks.length === 0) {
    return (
      <EmptyState icon="link" title={webhookLabels.none}>
        {webhookLabels.noneDetail}
      </EmptyState>
    )
  }
  return <WebhookList deployment={deployment} webhooks={data.webhooks} onRequest={onRequest} />
}
