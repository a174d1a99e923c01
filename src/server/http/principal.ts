import type { Scope } from '#contract/operation.ts'

/** Who asks, and what they may do. */
export interface Principal {
  /** The person, or the machine token's name; stands in history and audit log. */
  name: string
  /** A machine's token cannot sign in to the dashboard. */
  machine: boolean
  role: string | null
  scopes: readonly Scope[]
  /** The one deployment the token was made in; null sees all. */
  deploymentId: number | null
  tokenId: number | null
  sessionId: number | null
  /** Milliseconds since 1970, or null. */
  expiresAt: number | null
}

/** The person at the machine's own command line, who comes through the owner-only socket. */
export const localOperator: Principal = {
  name: 'command line',
  machine: true,
  role: 'admin',
  scopes: ['admin'],
  deploymentId: null,
  tokenId: null,
  sessionId: null,
  expiresAt: null,
}

/**
 * Whether the principal has a scope: `admin` has all, and each but `scans:write` includes `findings:read`.
 * Source: docs/api.md#deployments-tokens-and-people.
 */
export function hasScope(principal: Principal, scope: Scope): boolean {
  const { scopes } = principal
  if (scopes.includes('admin') || scopes.includes(scope)) return true
  return scope === 'findings:read' && scopes.some((granted) => granted !== 'scans:write')
}
