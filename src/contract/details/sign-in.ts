import * as z from 'zod/mini'
import type { OperationDetails } from '../operation.ts'

export const signInBody = z.union([
  z.object({ token: z.string().check(z.minLength(1), z.maxLength(500)) }),
  z.object({ code: z.string().check(z.minLength(1), z.maxLength(500)) }),
])

export const details = {
  signIn: {
    mark: 'extension',
    summary: 'Exchange a token, or the code of a one-time link, for a session cookie',
    body: signInBody,
  },
} satisfies Record<string, OperationDetails>
