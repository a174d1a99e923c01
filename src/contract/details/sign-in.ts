import * as z from 'zod/mini'
import type { OperationDetails } from '../operation.ts'

export const signInBody = z.union([
  z.object({ token: z.string().check(z.minLength(1), z.maxLength(500)) }),
  z.object({ code: z.string().check(z.minLength(1), z.maxLength(500)) }),
  z.object({ invitation: z.string().check(z.minLength(1), z.maxLength(500)) }),
  z.object({ singleSignOn: z.string().check(z.minLength(1), z.maxLength(12_000)) }),
])

export const startSingleSignOnBody = z.object({
  to: z.optional(z.nullable(z.string().check(z.maxLength(4000)))),
})

export const details = {
  signIn: {
    mark: 'extension',
    summary:
      'Exchange a token, the code of a one-time link, an invitation, or the answer of single sign-on for a session cookie',
    description:
      '`singleSignOn` is the query string with which the browser returned from the provider; the same browser must have started it with `startSingleSignOn`. `to` is then the page to return to. `invitation` is the secret behind `#invitation=` in the link of `invitePerson`: it is used up, and creates a token of the invited person, whose `secret` this answer alone has. 401 if it was used, replaced or revoked, or has expired; 403 if single sign-on is set up by now.',
    body: signInBody,
  },
  getSignInOptions: {
    mark: 'extension',
    summary: 'Read which ways to sign in there are',
  },
  startSingleSignOn: {
    mark: 'extension',
    summary: 'Start a sign-in by single sign-on',
    description:
      'Returns the URL at the provider, and sets a cookie for ten minutes without which its answer is refused. `to` is the page to return to, a path of the dashboard. 404 if single sign-on is not set up, 503 if the provider cannot be reached.',
    body: startSingleSignOnBody,
  },
} satisfies Record<string, OperationDetails>
