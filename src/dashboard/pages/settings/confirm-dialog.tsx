import type { RefObject } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { labels } from './labels.ts'
import { RequestError } from './request-error.tsx'

interface ConfirmDialogProps {
  title: string
  /** The name of what the action is about. */
  name: string
  /** What the action does. */
  detail: string
  action: string
  /** Of an action that cannot be undone. */
  danger?: boolean
  busy: boolean
  error: Error | null
  /** Receives the focus if the pressed button is removed. */
  after?: RefObject<HTMLElement | null>
  onConfirm: () => void
  onClose: () => void
}

/** Asks before an action on one thing of the settings. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, name, detail, action, danger = true, busy, error, after, onConfirm, onClose } = props
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      finalFocus={after}
      title={title}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {labels.cancel}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} onClick={onConfirm} loading={busy}>
            {action}
          </Button>
        </>
      }
    >
      <div className="space-y-2 text-base">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-2">{detail}</p>
        <RequestError error={error} />
      </div>
    </Dialog>
  )
}
