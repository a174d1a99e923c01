import { mutationOptions } from '@tanstack/react-query'
import { ping, signOut, signOutOfProvider } from '#contract/operations/session.ts'
import { metaOf } from './cache/query-client.ts'
import { call } from './http/transport.ts'

/**
 * Ends this session.
 * @param ofProvider whether it is one of single sign-on.
 * @returns the page that ends the session at the provider; null if there is none.
 */
export function signOutOptions(ofProvider: boolean) {
  return mutationOptions({
    mutationFn: async () => (await call(ofProvider ? signOutOfProvider : signOut, {})) ?? { url: null },
    meta: metaOf(signOut),
  })
}

/** Checks whether the service responds; `onReachable` is notified. Resolves once that is known, and never rejects. */
export async function fetchReachable(): Promise<void> {
  await call(ping, {}).catch(() => undefined)
}
