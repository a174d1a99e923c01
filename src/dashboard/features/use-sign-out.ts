import { useMutation, useQuery } from '@tanstack/react-query'
import { explain } from '#api/http/errors.ts'
import { meOptions } from '#api/me.ts'
import { signOutOptions } from '#api/session.ts'
import { paths } from '#lib/urls/paths.ts'
import { toast } from '#ui/toast/toast.ts'
import { labels } from './labels.ts'

/** Ends the session and opens the sign-in page. */
export function useSignOut(): () => void {
  const { data: me } = useQuery(meOptions())
  const { mutate } = useMutation({
    ...signOutOptions(me?.singleSignOn === true),
    onSuccess: ({ url }) => signOutLocally(url),
    onError: (error) => toast({ tone: 'danger', title: labels.stillSignedIn, detail: explain(error).detail }),
  })
  return () => mutate()
}

/**
 * Opens the sign-in page after the session has ended. A full page load discards all cached data, and Back does not
 * restore the page.
 * @param url the page that also ends the session at a provider, and returns to the sign-in page.
 */
export function signOutLocally(url: string | null = null): void {
  document.body.hidden = true
  addEventListener('pageshow', () => location.reload())
  location.assign(url ?? paths.signIn())
}
