/** What each role is called and what it may do. Source: API decisions, "Deployments, tokens, people", Roles. */
export const roleWords: Readonly<Record<string, readonly [name: string, does: string]>> = {
  viewer: ['Viewer', 'reads findings'],
  analyst: ['Analyst', 'decides findings and exports SBOMs'],
  manager: ['Manager', 'edits projects and exports SBOMs'],
  admin: ['Administrator', 'may do everything'],
  ci: ['Pipeline', 'sends scans and nothing else'],
}
