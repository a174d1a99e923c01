import { mutationOptions } from '@tanstack/react-query'
import { ping, signOut } from '#contract/operations/session.ts'
import { signIn } from '#contract/operations/sign-in.ts'
import { metaOf } from './cache/query-client.ts'
import { notifySignedIn } from './http/signals.ts'
import { call } from './http/transport.ts'

/** Exchanges a token, or the code of a one-time link, for a session cookie. */
export function signInOptions() {
  return mutationOptions({
    mutationFn: async (credentials: { token: string } | { code: string }) => {
      const session = await call(signIn, { body: credentials })
      notifySignedIn(session.name)
      return session
    },
    meta: metaOf(signIn),
    // The typed token is discarded once the form is unmounted.
    gcTime: 0,
  })
}

/** Ends this session. */
export function signOutOptions() {
  return mutationOptions({ mutationFn: () => call(signOut, {}), meta: metaOf(signOut) })
}

/** Checks whether the service responds; `onReachable` is notified. Resolves once that is known, and never rejects. */
export async function fetchReachable(): Promise<void> {
  await call(ping, {}).catch(() => undefined)
}
