import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { explain } from '#api/http/errors.ts'
import {
  deliveriesOptions,
  deliveriesPerPage,
  replayDeliveryOptions,
  testWebhookOptions,
} from '#api/webhooks.ts'
import type { ResponseBody } from '#contract/responses/all.ts'
import type { Webhook, WebhookDelivery } from '#contract/responses/webhooks.ts'
import { ErrorPanel } from '#features/error-panel.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { SkeletonLines } from '#ui/status/skeleton-lines.tsx'
import { Tag } from '#ui/tag.tsx'
import { Time } from '#ui/text/time.tsx'
import { toast } from '#ui/toast/toast.ts'
import {
  actionOf,
  attemptsText,
  durationText,
  eventLabel,
  pageText,
  stateLabel,
  statusText,
  webhookLabels,
} from './labels.ts'

interface DeliveriesDialogProps {
  deployment: string
  webhook: Webhook
  onClose: () => void
}

const notSent = (error: Error) => {
  const { kind, detail } = explain(error)
  if (kind !== 'expired') toast({ tone: 'danger', title: webhookLabels.notSent, detail })
}

/** What a webhook was sent, with the answers; a message can be replayed, and a test message sent. */
export function DeliveriesDialog({ deployment, webhook, onClose }: DeliveriesDialogProps) {
  const [page, setPage] = useState(0)
  const query = useQuery(deliveriesOptions(deployment, webhook.id, page))
  const { mutate, isPending } = useMutation(testWebhookOptions(deployment, webhook.id))
  const isDisabled = webhook.disabledAt !== null
  const test = () =>
    mutate(undefined, {
      onSuccess: () => {
        setPage(0)
        toast({ title: webhookLabels.testDone, detail: webhook.name, tone: 'ok', slot: 'webhooks' })
      },
      onError: notSent,
    })
  return (
    <Dialog
      open
      size="large"
      onClose={onClose}
      title={webhookLabels.deliveries}
      description={webhook.name}
      footer={
        <>
          <Button
            loading={isPending}
            disabledReason={isDisabled ? webhookLabels.disabledReason : undefined}
            onClick={test}
          >
            {webhookLabels.test}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {webhookLabels.close}
          </Button>
        </>
      }
    >
      {query.data ? (
        <Deliveries
          deployment={deployment}
          webhook={webhook}
          data={query.data}
          page={page}
          onPage={setPage}
        />
      ) : query.error ? (
        <ErrorPanel
          error={query.error}
          title={webhookLabels.deliveriesFailed}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : (
        <SkeletonLines count={4} />
      )}
    </Dialog>
  )
}

interface DeliveriesProps extends Omit<DeliveriesDialogProps, 'onClose'> {
  data: ResponseBody<'listWebhookDeliveries'>
  page: number
  onPage: (page: number) => void
}

function Deliveries({ deployment, webhook, data, page, onPage }: DeliveriesProps) {
  const [now] = useState(() => new Date())
  const pages = Math.ceil(data.total / deliveriesPerPage)
  if (data.total === 0) {
    return (
      <EmptyState icon="link" title={webhookLabels.noDeliveries}>
        {webhookLabels.noDeliveriesDetail}
      </EmptyState>
    )
  }
  return (
    <>
      <ul aria-label={webhookLabels.deliveries}>
        {data.deliveries.map((delivery) => (
          <li key={delivery.id} className="border-b border-line py-2 first:pt-0">
            <DeliveryItem deployment={deployment} webhook={webhook} delivery={delivery} now={now} />
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <p className="flex items-center gap-2 pt-3 text-2">
          <Button
            size="small"
            onClick={() => onPage(page - 1)}
            disabledReason={page === 0 ? pageText(page + 1, pages) : undefined}
          >
            {webhookLabels.newer}
          </Button>
          <Button
            size="small"
            onClick={() => onPage(page + 1)}
            disabledReason={page + 1 >= pages ? pageText(page + 1, pages) : undefined}
          >
            {webhookLabels.older}
          </Button>
          {pageText(page + 1, pages)}
        </p>
      )}
    </>
  )
}

/** What is sent within this time needs no date, in milliseconds. */
const soon = 60_000

const toneOf = (state: string) => (state === 'delivered' ? 'ok' : state === 'failed' ? 'danger' : 'plain')

interface DeliveryProps {
  deployment: string
  webhook: Webhook
  delivery: WebhookDelivery
  now: Date
}

function DeliveryItem({ deployment, webhook, delivery, now }: DeliveryProps) {
  const { mutate, isPending } = useMutation(replayDeliveryOptions(deployment, webhook.id))
  const replay = () =>
    mutate(delivery.id, {
      onSuccess: () =>
        toast({ title: webhookLabels.replayDone, detail: delivery.title, tone: 'ok', slot: 'webhooks' }),
      onError: notSent,
    })
  const { state, title, status, duration, attempts, createdAt, nextAt } = delivery
  const facts = [
    eventLabel(delivery.event),
    status === null ? null : statusText(webhook.format, status),
    duration === null ? null : durationText(duration),
    attempts > 1 ? attemptsText(attempts) : null,
  ]
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <span className="min-w-0 flex-1 basis-60">
          <span className="flex items-start gap-2">
            <Tag tone={toneOf(state)} className="shrink-0">
              {stateLabel(state)}
            </Tag>
            <span className="min-w-0 wrap-anywhere text-1">{title}</span>
          </span>
          <span className="block text-xs text-2">
            {facts.filter((fact) => fact !== null).join(' · ')} · <Time value={createdAt} now={now} />
            {nextAt !== null && Date.parse(nextAt) > now.getTime() + soon && (
              <>
                {` · ${webhookLabels.nextAttempt} `}
                <Time value={nextAt} now={now} />
              </>
            )}
          </span>
        </span>
        <Button
          size="small"
          loading={isPending}
          aria-label={actionOf(webhookLabels.replay, title)}
          disabledReason={webhook.disabledAt === null ? undefined : webhookLabels.disabledReason}
          onClick={replay}
        >
          {webhookLabels.replay}
        </Button>
      </div>
      {delivery.error !== null && <p className="text-xs wrap-anywhere text-danger">{delivery.error}</p>}
      <DeliveryDetails delivery={delivery} />
    </>
  )
}

const code =
  'rounded border border-line bg-surface-2 p-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere text-1'

/** The answer and the message as they are. */
function DeliveryDetails({ delivery: { messageId, answer, payload } }: Pick<DeliveryProps, 'delivery'>) {
  return (
    <details className="text-xs text-2">
      <summary className="w-fit cursor-pointer py-1">{webhookLabels.details}</summary>
      <div className="space-y-2 pb-1">
        <p>
          {webhookLabels.messageId}: <code className="font-mono wrap-anywhere text-1">{messageId}</code>
        </p>
        <p className="font-medium">{webhookLabels.answer}</p>
        {answer ? <pre className={code}>{answer}</pre> : <p>{webhookLabels.noAnswer}</p>}
        <p className="font-medium">{webhookLabels.payload}</p>
        <pre className={code}>{JSON.stringify(payload, null, 2)}</pre>
      </div>
    </details>
  )
}
