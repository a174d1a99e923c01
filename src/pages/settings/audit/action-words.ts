const words: Readonly<Record<string, string>> = {
  'token.made': 'Token made',
  'token.changed': 'Token changed',
  'token.revoked': 'Token revoked',
  'session.started': 'Signed in',
  'session.ended': 'Session ended',
  'settings.changed': 'Setting changed',
  'findings.triaged': 'Findings decided',
  'findings.triage_undone': 'Decision taken back',
  'finding.ticket_linked': 'Ticket linked',
  'finding.ticket_removed': 'Ticket link removed',
  'job.made': 'Large decision started',
  'job.done': 'Large decision finished',
  'job.failed': 'Large decision failed',
  'job.cancelled': 'Large decision cancelled',
  'job.undone': 'Large decision taken back',
  'policy.changed': 'Rule modes changed',
  'policy.mode.set': 'Rule mode set',
  'project.changed': 'Project settings changed',
  'project.tagged': 'Project tagged',
  'project.deleted': 'Project deleted',
  'sbom.exported': 'SBOM exported',
  'scan.imported': 'Scan imported',
  'view.saved': 'View saved',
  'view.changed': 'View changed',
  'view.deleted': 'View deleted',
}

/** What was done, in words. One that is not known here is spelled out: `team.member_added` is "Team member added". */
export function actionWords(action: string): string {
  const known = words[action]
  if (known !== undefined) return known
  const spelled = action.replace(/[._]+/g, ' ').trim()
  return spelled.charAt(0).toUpperCase() + spelled.slice(1)
}
