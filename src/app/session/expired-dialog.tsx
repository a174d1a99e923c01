import { useQueryClient } from '@tanstack/react-query'
import { refetchFailed } from '#api/cache/query-client.ts'
import { meOptions } from '#api/me.ts'
import { TokenForm } from '#pages/sign-in/token-form.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { noticeLabels } from '../notice-labels.ts'

const labels = noticeLabels.expired

interface ExpiredDialogProps {
  onSignedIn: () => void
  /** Closed without signing in: the page under it cannot go on. */
  onLeave: () => void
}

/** Signing in again over the page one was on: filter, scroll and what was being typed stay. */
export function ExpiredDialog({ onSignedIn, onLeave }: ExpiredDialogProps) {
  const client = useQueryClient()
  const signedIn = ({ name }: { name: string }) => {
    // What somebody else was shown is nothing for the person who is here now.
    if (client.getQueryData(meOptions().queryKey)?.name !== name) return location.reload()
    refetchFailed(client)
    onSignedIn()
  }
  return (
    <Dialog
      open
      keepOpen
      size="small"
      onClose={onLeave}
      title={labels.title}
      description={labels.detail}
      footer={<Button onClick={onLeave}>{labels.leave}</Button>}
    >
      <TokenForm onSignedIn={signedIn} />
    </Dialog>
  )
}
