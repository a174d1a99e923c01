import { explain } from '#api/http/errors.ts'
import { refusalLabels } from './labels.ts'

/**
 * Why signing in did not work and what to do, in a sentence or two. What the service says goes before our own words:
 * it knows whether a token is unknown, expired, a machine's or without Web API access.
 */
export function refusalOf(error: unknown, by: 'token' | 'code'): string {
  const { kind, status, title, detail, members, retryAfter } = explain(error)
  const told = typeof members['detail'] === 'string' ? members['detail'] : undefined
  if (status === 429) return refusalLabels.tooMany(retryAfter)
  if (kind === 'expired') {
    if (by === 'code') return told ?? refusalLabels.invalidLink
    return told ?? refusalLabels.invalidToken
  }
  if (kind === 'forbidden') return told ?? refusalLabels.noAccess
  if (kind === 'refused' && !told) return refusalLabels.notAToken
  return kind === 'offline' || kind === 'failed' ? `${title}. ${detail}` : (told ?? detail)
}
