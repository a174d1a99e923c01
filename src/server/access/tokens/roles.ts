import type { Scope } from '#contract/operation.ts'
import type { Role } from '#contract/vocabulary.ts'

/** The scopes of each role. Source: docs/api.md#scopes-and-roles. */
export const scopesOfRole: Record<Role, readonly Scope[]> = {
  viewer: ['findings:read'],
  analyst: ['findings:read', 'findings:triage', 'sbom:export'],
  manager: ['findings:read', 'findings:approve', 'sbom:export', 'projects:write'],
  admin: ['admin'],
  ci: ['scans:write'],
}
