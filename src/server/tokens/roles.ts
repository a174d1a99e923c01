import type { Scope } from '#contract/operation.ts'
import type { Role } from '#contract/vocabulary.ts'

/** What each role may do. Source: docs/api.md#scopes-and-roles. */
export const scopesOfRole: Record<Role, readonly Scope[]> = {
  viewer: ['findings:read'],
  analyst: ['findings:read', 'findings:triage', 'sbom:export'],
  manager: ['findings:read', 'sbom:export', 'projects:write'],
  admin: ['admin'],
  ci: ['scans:write'],
}
