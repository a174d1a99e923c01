import type { Scope } from '#contract/operation.ts'

/** The authenticated caller and its permissions. */
export interface Principal {
  /** The person, or the machine token's name, as recorded in history and audit log. */
  name: string
  /** Whether this is a machine's token, which cannot sign in to the dashboard. */
  machine: boolean
  role: string | null
  scopes: readonly Scope[]
  /** The deployment of the token; null for all deployments. */
  deploymentId: number | null
  tokenId: number | null
  sessionId: number | null
  /** Milliseconds since 1970, or null. */
  expiresAt: number | null
}

/** The person at the machine's command line, over the owner-only socket. */
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
 * Whether the principal has a scope: `admin` includes all, and each scope other than `scans:write` includes
 * `findings:read`.
 * Source: docs/api.md#deployments-tokens-and-people.
 */
export function hasScope(principal: Principal, scope: Scope): boolean {
  const { scopes } = principal
  if (scopes.includes('admin') || scopes.includes(scope)) return true
  return scope === 'findings:read' && scopes.some((granted) => granted !== 'scans:write')
}
