import { plural } from '#lib/text/format.ts'

export const signInLabels = {
  title: 'Sign in',
  busyTitle: 'Signing you in',
  lead: 'Use a token with Web API access.',
  busyLead: 'Your sign-in link is being verified.',
  token: 'Token',
  tokenHint: 'It is exchanged for a session and not stored in this browser.',
  show: 'Show token',
  hide: 'Hide token',
  submit: 'Sign in',
  submitToken: 'Sign in with a token',
  or: 'or with a token',
  invitedTitle: 'You are invited',
  invitedLead: 'This link creates your own sign-in for Gatehouse. It works once.',
  createSignIn: 'Create sign-in',
  createdTitle: 'Your sign-in is created',
  createdLead:
    'Copy this token to your password manager: you sign in with it from now on. You won\u2019t be able to see it again.',
  signInToken: 'Sign-in token',
  proceed: 'Continue to Gatehouse',
  answerLead: 'Your sign-in is being verified.',
  empty: 'Enter a token.',
  help: 'No token? Ask an administrator for one. On the machine that runs Gatehouse, run',
  helpCommand: 'gatehouse sign-in-link',
  helpOr: ', or in a checkout',
  checkoutCommand: 'npm run -s gatehouse -- sign-in-link',
  helpEnd: ', to get a sign-in link.',
}

export const signInWith = (provider: string) => `Sign in with ${provider}`

export const errorLabels = {
  tooMany: (seconds: number | undefined) =>
    `Too many attempts. Wait ${seconds ? plural(seconds, 'second') : 'a minute'} and try again.`,
  invalidLink: 'This sign-in link is invalid or has expired. A link is valid once, for 10 minutes.',
  invalidToken: 'This token is invalid. Check that you copied all of it, or ask for a new one.',
  noAccess: 'This token does not have Web API access, which is required to sign in.',
  notAToken: 'This is not a token for this service.',
}
