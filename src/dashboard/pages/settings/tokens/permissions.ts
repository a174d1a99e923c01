import { type Scope, scopes } from '#contract/operation.ts'
import type { Token } from '#contract/responses/deployments.ts'
import { roleLabels } from '#features/role-labels.ts'
import { joinWords } from '#lib/text/format.ts'
import { labels } from '../labels.ts'

/** The permission that each scope grants. Source: docs/api.md#scopes-and-roles. */
export const scopeLabels: Readonly<Record<Scope, string>> = labels.tokens.scopeWords

const isScope = (text: string): text is Scope => scopes.some((scope) => scope === text)

type Permissions = Pick<Token, 'role' | 'scopes' | 'projects'>

/** Returns the permissions of a token: its role, otherwise its scopes, and the projects that it is restricted to. */
export function permissionsOf(token: Permissions): string {
  const { projects } = token
  return projects ? labels.tokens.only(roleOrScopes(token), projects) : roleOrScopes(token)
}

function roleOrScopes({ role, scopes }: Permissions): string {
  if (role !== null) return roleLabels[role]?.[0] ?? role
  return scopes.length === 0 ? labels.tokens.noScopes : scopes.join(', ')
}

/** Describes the permissions of a token, for the tooltip. */
export function permissionsText(token: Permissions): string {
  const { projects } = token
  return projects ? labels.tokens.onlyFor(grantText(token), joinWords(projects)) : grantText(token)
}

function grantText(token: Permissions): string {
  const { role, scopes } = token
  const does = role === null ? undefined : roleLabels[role]?.[1]
  if (does) return `${roleOrScopes(token)}: ${does}`
  return labels.tokens.can(joinWords(scopes.map((scope) => (isScope(scope) ? scopeLabels[scope] : scope))))
}
