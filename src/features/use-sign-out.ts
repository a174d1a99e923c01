import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/http/errors.ts'
import { signOutOptions } from '#api/session.ts'
import { paths } from '#lib/urls/paths.ts'
import { toast } from '#ui/toast/toast.ts'
import { labels } from './labels.ts'

/** Ends the session and opens the sign-in page. */
export function useSignOut(): () => void {
  const { mutate } = useMutation({
    ...signOutOptions(),
    onSuccess: signOutLocally,
    onError: (error) => toast({ tone: 'danger', title: labels.stillSignedIn, detail: explain(error).detail }),
  })
  return () => mutate()
}

/**
 * Opens the sign-in page after the session has ended. A full page load discards all cached data, and Back does not
 * restore the page.
 */
export function signOutLocally(): void {
  document.body.hidden = true
  addEventListener('pageshow', () => location.reload())
  location.assign(paths.signIn())
}
