import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { getSignInOptions, signIn, startSingleSignOn } from '#contract/operations/sign-in.ts'
import { metaOf } from './cache/query-client.ts'
import { notifySignedIn } from './http/signals.ts'
import { call } from './http/transport.ts'

/** Returns the query options of the ways to sign in. Another service may have only tokens. */
export function signInWaysOptions() {
  return queryOptions({
    queryKey: ['sign-in'] as const,
    queryFn: ({ signal }) => call(getSignInOptions, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

/** Starts a sign-in at the provider, which goes on at the URL of the response. */
export function startSingleSignOnOptions() {
  return mutationOptions({
    mutationFn: (body: { to: string | null }) => call(startSingleSignOn, { body }),
    meta: metaOf(startSingleSignOn),
    gcTime: 0,
  })
}

/** What signs in: a token, the code of a one-time link, the secret of an invitation, or the answer of a provider. */
type Credentials = { token: string } | { code: string } | { invitation: string } | { singleSignOn: string }

/** Exchanges credentials for a session cookie. */
export function signInOptions() {
  return mutationOptions({
    mutationFn: async (credentials: Credentials) => {
      const session = await call(signIn, { body: credentials })
      notifySignedIn(session.name)
      return session
    },
    meta: metaOf(signIn),
    // The typed or created token is discarded once the form is unmounted.
    gcTime: 0,
  })
}
