import { type RefObject, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { labels } from '../labels.ts'
import type { CreatedToken } from './created-token.ts'
import { NewTokenForm } from './new-token-form.tsx'
import { TokenValue } from './token-value.tsx'

interface NewTokenDialogProps {
  deployment: string
  /** Receives the focus when the dialog closes. */
  after: RefObject<HTMLElement | null>
  onClose: () => void
}

/** Creates a token and shows its secret once. */
export function NewTokenDialog({ deployment, after, onClose }: NewTokenDialogProps) {
  const [made, setMade] = useState<CreatedToken>()
  return (
    <Dialog
      open
      keepOpen
      insist={made !== undefined}
      onClose={onClose}
      finalFocus={after}
      title={made ? labels.tokens.created : labels.tokens.new}
      description={made ? labels.tokens.copyNow : undefined}
      footer={
        made && (
          <Button variant="primary" onClick={onClose}>
            {labels.tokens.done}
          </Button>
        )
      }
    >
      {made ? (
        <TokenValue deployment={deployment} made={made} />
      ) : (
        <NewTokenForm deployment={deployment} onMade={setMade} onCancel={onClose} />
      )}
    </Dialog>
  )
}
