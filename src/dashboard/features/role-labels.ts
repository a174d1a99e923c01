/** The name and permissions of each role. Source: docs/api.md#scopes-and-roles. */
export const roleLabels: Readonly<Record<string, readonly [name: string, does: string]>> = {
  viewer: ['Viewer', 'views findings'],
  analyst: ['Analyst', 'triages findings and exports SBOMs'],
  manager: ['Manager', 'edits projects and exports SBOMs'],
  admin: ['Administrator', 'has full access'],
  ci: ['Pipeline', 'uploads scans, nothing else'],
}
