import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/http/errors.ts'
import { signOutOptions } from '#api/session.ts'
import { paths } from '#lib/urls/paths.ts'
import { toast } from '#ui/toast/toast.ts'
import { labels } from './labels.ts'

/** Ends the session and leaves for the page to sign in. */
export function useSignOut(): () => void {
  const { mutate } = useMutation({
    ...signOutOptions(),
    onSuccess: signOutLocally,
    onError: (error) => toast({ tone: 'danger', title: labels.stillSignedIn, detail: explain(error).detail }),
  })
  return () => mutate()
}

/**
 * Goes to the page to sign in, once the session has ended. A fresh page forgets all that was read in this session, and Back
 * does not bring this one to light again.
 */
export function signOutLocally(): void {
  document.body.hidden = true
  addEventListener('pageshow', () => location.reload())
  location.assign(paths.signIn())
}
