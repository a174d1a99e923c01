import { useMutation } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { revokeTokenOptions, switchAccessOptions } from '#api/tokens.ts'
import type { Token } from '#contract/responses/deployments.ts'
import { signOutLocally } from '#features/use-sign-out.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/toast/toast.ts'
import { labels } from '../labels.ts'
import { RequestError } from '../request-error.tsx'
import { NewTokenDialog } from './new-token-dialog.tsx'

/** The open dialog: a new token, or whether to end one. `off` applies only to the person's own token. */
export type TokenDialogRequest = { kind: 'make' } | { kind: 'revoke' | 'off'; token: Token }

interface TokenDialogsProps {
  deployment: string
  request: TokenDialogRequest
  /** Receives the focus if the pressed button is removed. */
  after: RefObject<HTMLElement | null>
  onClose: () => void
}

/** The dialogs of the tokens list, in one chunk. */
export function TokenDialogs({ deployment, request, after, onClose }: TokenDialogsProps) {
  if (request.kind === 'make')
    return <NewTokenDialog deployment={deployment} after={after} onClose={onClose} />
  const props = { deployment, token: request.token, onClose }
  return request.kind === 'off' ? <SwitchOffDialog {...props} /> : <RevokeDialog {...props} after={after} />
}

interface EndDialogProps {
  deployment: string
  token: Token
  onClose: () => void
}

function RevokeDialog({
  deployment,
  token,
  after,
  onClose,
}: EndDialogProps & Pick<TokenDialogsProps, 'after'>) {
  const { mutate, isPending, error } = useMutation(revokeTokenOptions(deployment))
  // Restores the focus to the button that opened the dialog, if it still exists.
  const focus = useRef(document.activeElement instanceof HTMLElement ? document.activeElement : null)
  const revoke = () =>
    mutate(token.id, {
      onSuccess: () => {
        if (token.current) return signOutLocally()
        focus.current = after.current
        toast({ title: labels.tokens.revoked, detail: token.name, tone: 'ok', slot: 'tokens' })
        onClose()
      },
    })
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      finalFocus={focus}
      title={labels.tokens.revokeTitle}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {labels.cancel}
          </Button>
          <Button variant="danger" onClick={revoke} loading={isPending}>
            {labels.tokens.revoke}
          </Button>
        </>
      }
    >
      <div className="space-y-2 text-base">
        <p className="font-medium wrap-anywhere">{token.name}</p>
        <p className="text-2">{labels.tokens.revokeDetail}</p>
        {token.current && <p className="font-medium">{labels.tokens.own}</p>}
        <RequestError error={error} />
      </div>
    </Dialog>
  )
}

function SwitchOffDialog({ deployment, token, onClose }: EndDialogProps) {
  const { mutate, isPending, error } = useMutation(switchAccessOptions(deployment, token.id))
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      title={labels.tokens.offTitle}
      description={`${labels.tokens.own} ${labels.tokens.offDetail}`}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {labels.cancel}
          </Button>
          <Button
            variant="danger"
            onClick={() => mutate(false, { onSuccess: () => signOutLocally() })}
            loading={isPending}
          >
            {labels.tokens.turnOff}
          </Button>
        </>
      }
    >
      <RequestError error={error} />
    </Dialog>
  )
}
