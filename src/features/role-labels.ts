/** What each role is called and what it may do. Source: docs/api.md#scopes-and-roles. */
export const roleLabels: Readonly<Record<string, readonly [name: string, does: string]>> = {
  viewer: ['Viewer', 'views findings'],
  analyst: ['Analyst', 'triages findings and exports SBOMs'],
  manager: ['Manager', 'edits projects and exports SBOMs'],
  admin: ['Administrator', 'has full access'],
  ci: ['Pipeline', 'uploads scans, nothing else'],
}
