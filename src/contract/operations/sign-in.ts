import type { signInBody } from '../details/sign-in.ts'
import { bodyType, operation, prefix } from '../operation.ts'

export const signIn = operation({
  id: 'signIn',
  method: 'POST',
  path: `${prefix}/session`,
  scopes: 'none',
  body: bodyType<typeof signInBody>(),
  stale: ['me'],
})
