import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { explain } from '#api/http/errors.ts'
import { changeWebhookOptions } from '#api/webhooks.ts'
import type { Webhook } from '#contract/responses/webhooks.ts'
import { Button } from '#ui/button.tsx'
import { Tag } from '#ui/tag.tsx'
import { Time } from '#ui/text/time.tsx'
import { toast } from '#ui/toast/toast.ts'
import {
  actionOf,
  eventLabel,
  formatLabel,
  stateLabel,
  statusText,
  waitingCount,
  webhookLabels,
} from './labels.ts'
import type { WebhookDialogRequest } from './webhook-dialogs.tsx'

interface WebhookListProps {
  deployment: string
  webhooks: readonly Webhook[]
  onRequest: (request: WebhookDialogRequest) => void
}

/** The webhooks, each with where it leads, what it is sent, and how the last delivery went. */
export function WebhookList({ deployment, webhooks, onRequest }: WebhookListProps) {
  const [now] = useState(() => new Date())
  return (
    <ul aria-labelledby="webhooks" className="border-t border-line">
      {webhooks.map((webhook) => (
        <li
          key={webhook.id}
          className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line px-4 py-3"
        >
          <WebhookFacts webhook={webhook} now={now} />
          <WebhookActions deployment={deployment} webhook={webhook} onRequest={onRequest} />
        </li>
      ))}
    </ul>
  )
}

const disabledLabel = (reason: string | null) =>
  reason === 'gone'
    ? webhookLabels.gone
    : reason === 'unsubscribed'
      ? webhookLabels.unsubscribed
      : webhookLabels.disabled

function WebhookFacts({ webhook, now }: { webhook: Webhook; now: Date }) {
  const { name, url, format, events, disabledAt, disabledReason, previousSecretUntil, waiting } = webhook
  return (
    <div className="min-w-0 flex-1 basis-72 space-y-1">
      <p className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 font-medium wrap-anywhere text-1">{name}</span>
        <Tag>{formatLabel(format)}</Tag>
        {disabledAt !== null && <Tag tone="danger">{disabledLabel(disabledReason)}</Tag>}
        {previousSecretUntil !== null && <Tag tone="caution">{webhookLabels.rotating}</Tag>}
        {waiting > 0 && <Tag>{waitingCount(waiting)}</Tag>}
      </p>
      <p className="truncate font-mono text-xs text-2" data-hint={url}>
        {url.replace(/^mailto:/, '')}
      </p>
      <p className="text-xs wrap-anywhere text-2">{events.map(eventLabel).join(', ')}</p>
      <LastDelivery webhook={webhook} now={now} />
    </div>
  )
}

function LastDelivery({ webhook: { format, lastDelivery }, now }: { webhook: Webhook; now: Date }) {
  if (lastDelivery === null) return <p className="text-xs text-3">{webhookLabels.never}</p>
  const { state, status, error, at } = lastDelivery
  return (
    <p className={`text-xs wrap-anywhere ${error === null ? 'text-2' : 'text-danger'}`}>
      {webhookLabels.lastDelivery}: {stateLabel(state)}
      {status !== null && ` (${statusText(format, status)})`}, <Time value={at} now={now} />
      {error !== null && status === null && `. ${error}`}
    </p>
  )
}

interface WebhookActionsProps {
  deployment: string
  webhook: Webhook
  onRequest: (request: WebhookDialogRequest) => void
}

function WebhookActions({ deployment, webhook, onRequest }: WebhookActionsProps) {
  const { mutate, isPending } = useMutation(changeWebhookOptions(deployment, webhook.id))
  const isDisabled = webhook.disabledAt !== null
  const toggle = () =>
    mutate(
      { disabled: !isDisabled },
      {
        onSuccess: () =>
          toast({
            title: isDisabled ? webhookLabels.enabledDone : webhookLabels.disabledDone,
            detail: webhook.name,
            tone: 'ok',
            slot: 'webhooks',
          }),
        onError: (error) => {
          const { kind, detail } = explain(error)
          if (kind !== 'expired') toast({ tone: 'danger', title: webhookLabels.notChanged, detail })
        },
      },
    )
  const toggleLabel = isDisabled ? webhookLabels.enable : webhookLabels.disable
  const actions = [
    ['deliveries', webhookLabels.deliveries],
    ['edit', webhookLabels.edit],
    // E-mails have no signature.
    ...(webhook.format === 'email' ? [] : [['rotate', webhookLabels.rotate] as const]),
    ['delete', webhookLabels.delete],
  ] as const
  return (
    <span className="flex flex-wrap gap-1">
      {actions.map(([kind, label]) => (
        <Button
          key={kind}
          size="small"
          aria-label={actionOf(label, webhook.name)}
          onClick={() => onRequest({ kind, webhook })}
        >
          {label}
        </Button>
      ))}
      <Button
        size="small"
        aria-label={actionOf(toggleLabel, webhook.name)}
        loading={isPending}
        onClick={toggle}
      >
        {toggleLabel}
      </Button>
    </span>
  )
}
