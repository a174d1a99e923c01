import type { signInBody, startSingleSignOnBody } from '../details/sign-in.ts'
import { bodyType, operation, prefix } from '../operation.ts'

export const signIn = operation({
  id: 'signIn',
  method: 'POST',
  path: `${prefix}/session`,
  scopes: 'none',
  body: bodyType<typeof signInBody>(),
  stale: ['me'],
})

export const getSignInOptions = operation({
  id: 'getSignInOptions',
  method: 'GET',
  path: `${prefix}/session/options`,
  scopes: 'none',
})

export const startSingleSignOn = operation({
  id: 'startSingleSignOn',
  method: 'POST',
  path: `${prefix}/session/single-sign-on`,
  scopes: 'none',
  body: bodyType<typeof startSingleSignOnBody>(),
})
