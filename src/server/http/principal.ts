import type { Scope } from '#contract/operation.ts'
import type { Role } from '#contract/vocabulary.ts'

/** A role in one deployment, or in all. */
export interface PersonRole {
  /** null for all deployments. */
  deploymentId: number | null
  role: Role
  scopes: readonly Scope[]
}

/** The authenticated caller and its permissions. */
export interface Principal {
  /** The person, or the machine token's name, as recorded in history and audit log. */
  name: string
  /** Whether this is a machine's token, which cannot sign in to the dashboard. */
  machine: boolean
  role: string | null
  scopes: readonly Scope[]
  /** The deployment of the token; null for all deployments; `severalDeployments` if `roles` has to be read. */
  deploymentId: number | null
  tokenId: number | null
  sessionId: number | null
  /** The person who signed in by single sign-on, or whose token it is; null for others. */
  personId: number | null
  /** The roles of a session of single sign-on; empty for tokens, which have one role. */
  roles: readonly PersonRole[]
  /** The names of the projects that the token is restricted to; null for all. */
  projects: readonly string[] | null
  /** Milliseconds since 1970, or null. */
  expiresAt: number | null
  /** Whether answers have the form that existing clients of other services read; never in sessions of the dashboard. */
  compatibleAnswers: boolean
}

/** Is the id of no deployment: a principal with it has other permissions in each of its deployments. */
export const severalDeployments = 0

/** The person at the machine's command line, over the owner-only socket. */
export const localOperator: Principal = {
  name: 'command line',
  machine: true,
  role: 'admin',
  scopes: ['admin'],
  deploymentId: null,
  tokenId: null,
  sessionId: null,
  personId: null,
  roles: [],
  projects: null,
  expiresAt: null,
  compatibleAnswers: false,
}

/**
 * Whether scopes permit what needs a scope: `admin` includes all, and each scope other than `scans:write` includes
 * `findings:read`.
 * Source: docs/api.md#scopes-and-roles.
 */
export function includesScope(scopes: readonly Scope[], scope: Scope): boolean {
  if (scopes.includes('admin') || scopes.includes(scope)) return true
  return scope === 'findings:read' && scopes.some((granted) => granted !== 'scans:write')
}

/** Whether the principal has a scope, see `includesScope`. */
export const hasScope = (principal: Principal, scope: Scope): boolean =>
  includesScope(principal.scopes, scope)

/** Whether the principal may know that a deployment exists. */
export function seesDeployment(principal: Principal, deploymentId: number): boolean {
  if (principal.deploymentId === null || principal.deploymentId === deploymentId) return true
  return principal.roles.some((role) => role.deploymentId === deploymentId)
}

/** What a person's roles permit in a deployment: their scopes add up. */
export function permissionsIn(
  roles: readonly PersonRole[],
  deploymentId: number | null,
): { role: Role | null; scopes: readonly Scope[] } {
  const own = roles.filter((role) => role.deploymentId === null || role.deploymentId === deploymentId)
  const names = new Set(own.map(({ role }) => role))
  if (names.has('admin')) return { role: 'admin', scopes: ['admin'] }
  const [only = null] = names
  return { role: names.size === 1 ? only : null, scopes: [...new Set(own.flatMap(({ scopes }) => scopes))] }
}

/**
 * The principal with its permissions in one deployment. Whoever administers that deployment alone is not an
 * administrator of all, whatever other role they have in all.
 */
export function inDeployment(principal: Principal, deploymentId: number): Principal {
  if (principal.roles.length === 0) return principal
  if (principal.deploymentId === null && hasScope(principal, 'admin')) return principal
  return { ...principal, ...permissionsIn(principal.roles, deploymentId), deploymentId }
}

/** What limits of a credential are counted by: the token, else the person of single sign-on. */
export function limitKey({ tokenId, personId, name }: Principal): string {
  if (tokenId !== null) return `token ${tokenId}`
  return personId === null ? `name ${name}` : `person ${personId}`
}
