import * as z from 'zod/mini'
import { operation, prefix } from '../operation.ts'

export const signIn = operation({
  id: 'signIn',
  method: 'POST',
  path: `${prefix}/session`,
  mark: 'extension',
  summary: 'Exchange a token, or the code of a one-time link, for a session cookie',
  scopes: 'none',
  body: z.union([
    z.object({ token: z.string().check(z.minLength(1), z.maxLength(500)) }),
    z.object({ code: z.string().check(z.minLength(1), z.maxLength(500)) }),
  ]),
  stale: ['me'],
})
