import { useMutation } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import {
  changeWebhookOptions,
  createWebhookOptions,
  deleteWebhookOptions,
  rotateSecretOptions,
} from '#api/webhooks.ts'
import type { Webhook } from '#contract/responses/webhooks.ts'
import { CopyableText } from '#features/copyable-text.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/toast/toast.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { DeliveriesDialog } from './deliveries-dialog.tsx'
import { draftOf, filterOf, newDraft, urlOf, type WebhookDraft } from './draft.ts'
import { webhookLabels } from './labels.ts'
import { WebhookForm } from './webhook-form.tsx'

/** The open dialog: a new webhook, or one about a webhook. */
export type WebhookDialogRequest =
  | { kind: 'create' }
  | { kind: 'deliveries' | 'edit' | 'rotate' | 'delete'; webhook: Webhook }

interface WebhookDialogsProps {
  deployment: string
  request: WebhookDialogRequest
  /** Receives the focus if the pressed button is removed. */
  after: RefObject<HTMLElement | null>
  onClose: () => void
}

/** The dialogs of the webhooks, in one chunk. */
export function WebhookDialogs({ request, ...props }: WebhookDialogsProps) {
  if (request.kind === 'create') return <CreateDialog {...props} />
  const own = { ...props, webhook: request.webhook }
  if (request.kind === 'edit') return <EditDialog {...own} />
  if (request.kind === 'rotate') return <RotateDialog {...own} />
  return request.kind === 'delete' ? <DeleteDialog {...own} /> : <DeliveriesDialog {...own} />
}

type DialogProps = Omit<WebhookDialogsProps, 'request'>
type WebhookDialogProps = DialogProps & { webhook: Webhook }

const done = (title: string, { name }: Pick<Webhook, 'name'>) =>
  toast({ title, detail: name, tone: 'ok', slot: 'webhooks' })

const bodyOf = (draft: WebhookDraft) => ({
  name: draft.name.trim(),
  url: urlOf(draft),
  format: draft.format,
  events: [...draft.events],
  filter: filterOf(draft),
})

function CreateDialog({ deployment, after, onClose }: DialogProps) {
  const [secret, setSecret] = useState<string>()
  const { mutate, isPending, error } = useMutation(createWebhookOptions(deployment))
  if (secret !== undefined)
    return <SecretDialog title={webhookLabels.created} secret={secret} after={after} onClose={onClose} />
  const save = (draft: WebhookDraft) =>
    mutate(bodyOf(draft), {
      onSuccess: ({ webhook, secret: made }) => {
        if (draft.format !== 'email') return setSecret(made)
        done(webhookLabels.created, webhook)
        onClose()
      },
    })
  return (
    <Dialog open keepOpen onClose={onClose} finalFocus={after} title={webhookLabels.create}>
      <WebhookForm
        deployment={deployment}
        initial={newDraft}
        label={webhookLabels.create}
        error={error}
        busy={isPending}
        onSave={save}
        onCancel={onClose}
      />
    </Dialog>
  )
}

interface SecretDialogProps {
  title: string
  secret: string
  after?: RefObject<HTMLElement | null>
  onClose: () => void
}

/** A new secret, which is shown once. */
function SecretDialog({ title, secret, after, onClose }: SecretDialogProps) {
  return (
    <Dialog
      open
      keepOpen
      insist
      onClose={onClose}
      finalFocus={after}
      title={title}
      description={webhookLabels.secretDetail}
      footer={
        <Button variant="primary" onClick={onClose}>
          {webhookLabels.done}
        </Button>
      }
    >
      <div className="space-y-2 text-base">
        <p className="font-medium">{webhookLabels.secretTitle}</p>
        <CopyableText text={secret} what="secret" />
        <p className="text-2">{webhookLabels.secretUse}</p>
      </div>
    </Dialog>
  )
}

function EditDialog({ deployment, webhook, onClose }: WebhookDialogProps) {
  const { mutate, isPending, error } = useMutation(changeWebhookOptions(deployment, webhook.id))
  const save = (draft: WebhookDraft) =>
    mutate(bodyOf(draft), {
      onSuccess: ({ webhook: saved }) => {
        done(webhookLabels.saved, saved)
        onClose()
      },
    })
  return (
    <Dialog open keepOpen onClose={onClose} title={webhookLabels.editTitle}>
      <WebhookForm
        deployment={deployment}
        initial={draftOf(webhook)}
        label={webhookLabels.save}
        error={error}
        busy={isPending}
        onSave={save}
        onCancel={onClose}
      />
    </Dialog>
  )
}

function RotateDialog({ deployment, webhook, onClose }: WebhookDialogProps) {
  const [secret, setSecret] = useState<string>()
  const { mutate, isPending, error } = useMutation(rotateSecretOptions(deployment, webhook.id))
  if (secret !== undefined)
    return <SecretDialog title={webhookLabels.rotated} secret={secret} onClose={onClose} />
  return (
    <ConfirmDialog
      title={webhookLabels.rotateTitle}
      name={webhook.name}
      detail={webhookLabels.rotateDetail}
      action={webhookLabels.rotate}
      danger={false}
      busy={isPending}
      error={error}
      onConfirm={() => mutate(undefined, { onSuccess: (made) => setSecret(made.secret) })}
      onClose={onClose}
    />
  )
}

function DeleteDialog({ deployment, webhook, after, onClose }: WebhookDialogProps) {
  const { mutate, isPending, error } = useMutation(deleteWebhookOptions(deployment, webhook.id))
  const remove = () =>
    mutate(undefined, {
      onSuccess: () => {
        done(webhookLabels.deleted, webhook)
        onClose()
      },
    })
  return (
    <ConfirmDialog
      title={webhookLabels.deleteTitle}
      name={webhook.name}
      detail={webhookLabels.deleteDetail}
      action={webhookLabels.delete}
      busy={isPending}
      error={error}
      after={after}
      onConfirm={remove}
      onClose={onClose}
    />
  )
}
