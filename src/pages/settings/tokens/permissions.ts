import { type Scope, scopes } from '#contract/operation.ts'
import type { Token } from '#contract/responses/deployments.ts'
import { roleLabels } from '#features/role-labels.ts'
import { joinWords } from '#lib/text/format.ts'
import { labels } from '../labels.ts'

/** What each scope allows. Source: docs/api.md#scopes-and-roles. */
export const scopeWords: Readonly<Record<Scope, string>> = labels.tokens.scopeWords

const isScope = (text: string): text is Scope => scopes.some((scope) => scope === text)

/** What a token may do: its role, else its scopes. */
export function rightsOf({ role, scopes: given }: Pick<Token, 'role' | 'scopes'>): string {
  if (role !== null) return roleLabels[role]?.[0] ?? role
  return given.length === 0 ? labels.tokens.noScopes : given.join(', ')
}

/** The same in words, for the hint. */
export function rightsWords({ role, scopes: given }: Pick<Token, 'role' | 'scopes'>): string {
  const does = role === null ? undefined : roleLabels[role]?.[1]
  if (does) return `${rightsOf({ role, scopes: given })}: ${does}`
  return labels.tokens.can(joinWords(given.map((scope) => (isScope(scope) ? scopeWords[scope] : scope))))
}
