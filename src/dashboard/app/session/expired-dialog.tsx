import { useQuery, useQueryClient } from '@tanstack/react-query'
import { refetchFailed } from '#api/cache/query-client.ts'
import { meOptions } from '#api/me.ts'
import { signInWaysOptions } from '#api/sign-in.ts'
import { ProviderButton } from '#pages/sign-in/provider-button.tsx'
import { TokenForm } from '#pages/sign-in/token-form.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { noticeLabels } from '../notice-labels.ts'

const labels = noticeLabels.expired

interface ExpiredDialogProps {
  onSignedIn: () => void
  /** Called when the dialog closes without signing in: the page under it cannot continue. */
  onLeave: () => void
}

/** Signs in again over the current page, whose filter, scroll position and drafts are kept. */
export function ExpiredDialog({ onSignedIn, onLeave }: ExpiredDialogProps) {
  const client = useQueryClient()
  const provider = useQuery(signInWaysOptions()).data?.singleSignOn ?? undefined
  const signedIn = ({ name }: { name: string }) => {
    // Cached data of one person must not be shown to another.
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
      {provider && <ProviderButton name={provider.name} to={`${location.pathname}${location.search}`} />}
      <TokenForm isSecondary={provider !== undefined} onSignedIn={signedIn} />
    </Dialog>
  )
}
