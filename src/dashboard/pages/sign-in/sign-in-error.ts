import { explain } from '#api/http/errors.ts'
import { errorLabels } from './labels.ts'

/**
 * Describes why signing in failed and what to do. The service's message takes priority over our own: it knows whether a
 * token is unknown, expired, a machine's or without Web API access.
 */
export function signInError(error: unknown, by: 'token' | 'code'): string {
  const { kind, status, title, detail, members, retryAfter } = explain(error)
  const serviceDetail = typeof members['detail'] === 'string' ? members['detail'] : undefined
  if (status === 429) return errorLabels.tooMany(retryAfter)
  if (kind === 'expired') {
    if (by === 'code') return serviceDetail ?? errorLabels.invalidLink
    return serviceDetail ?? errorLabels.invalidToken
  }
  if (kind === 'forbidden') return serviceDetail ?? errorLabels.noAccess
  if (kind === 'refused' && !serviceDetail) return errorLabels.notAToken
  return kind === 'offline' || kind === 'failed' ? `${title}. ${detail}` : (serviceDetail ?? detail)
}
