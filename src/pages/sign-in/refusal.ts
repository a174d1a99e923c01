import { explain } from '#api/errors.ts'
import { plural } from '#lib/format.ts'

/**
 * Why signing in did not work and what to do, in a sentence or two. What the service says goes before our own words:
 * it knows whether a token is unknown, expired, a machine's or without Web API access.
 */
export function refusalOf(error: unknown, by: 'token' | 'code'): string {
  const { kind, status, title, detail, members, retryAfter } = explain(error)
  const told = typeof members['detail'] === 'string' ? members['detail'] : undefined
  if (status === 429) {
    const wait = retryAfter ? plural(retryAfter, 'second') : 'a minute'
    return `Too many tries. Wait ${wait} and try again.`
  }
  if (kind === 'expired') {
    if (by === 'code') return told ?? 'This sign-in link is not valid. It works once and for a short time.'
    return told ?? 'This token is not known. Check that it is whole, or ask for a new one.'
  }
  if (kind === 'forbidden') return told ?? 'This token has no Web API access, which signing in needs.'
  if (kind === 'refused' && !told) return 'This is not a token of this service.'
  return kind === 'offline' || kind === 'failed' ? `${title}. ${detail}` : (told ?? detail)
}
