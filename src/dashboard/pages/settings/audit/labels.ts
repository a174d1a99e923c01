import { triageLabel } from '#features/triage/labels.ts'
import { reasonLabel } from '#features/triage/row-labels.ts'
import { formatNumber, plural } from '#lib/text/format.ts'

const actions: Readonly<Record<string, string>> = {
  'person.invited': 'Person invited',
  'person.link_made': 'Invitation link created',
  'person.joined': 'Sign-in created by invitation',
  'person.role_given': 'Role given',
  'person.role_removed': 'Role removed',
  'person.disabled': 'Person disabled',
  'person.enabled': 'Person enabled',
  'person.renamed': 'Person renamed',
  'team.created': 'Team created',
  'team.changed': 'Team changed',
  'team.deleted': 'Team deleted',
  'team.member_joined': 'Team member added',
  'team.member_left': 'Team member removed',
  'owners.assigned': 'Owners assigned by rules',
  'owner_rules.changed': 'Owner rules changed',
  'project.codeowners_set': 'CODEOWNERS changed',
  'owner.mapped': 'Owner of a handle set',
  'token.made': 'Token created',
  'token.changed': 'Token changed',
  'token.revoked': 'Token revoked',
  'token.refused': 'Token refused',
  'webhook.made': 'Webhook created',
  'webhook.changed': 'Webhook changed',
  'webhook.deleted': 'Webhook deleted',
  'webhook.secret_rotated': 'Webhook secret rotated',
  'session.started': 'Signed in',
  'session.ended': 'Session ended',
  'session.refused': 'Sign-in refused',
  'settings.changed': 'Setting changed',
  'retention.applied': 'Old data deleted',
  'deployment.deleted': 'Deployment deleted',
  'person.deleted': 'Person deleted',
  'findings.triaged': 'Findings triaged',
  'findings.triage_undone': 'Triage undone',
  'approval.requested': 'Ignoring requested',
  'approval.approved': 'Request approved',
  'approval.declined': 'Request declined',
  'finding.commented': 'Comment added',
  'finding.comment_edited': 'Comment edited',
  'finding.comment_deleted': 'Comment deleted',
  'finding.ticket_linked': 'Ticket linked',
  'finding.ticket_removed': 'Ticket link removed',
  'finding.match_confirmed': 'Match confirmed',
  'finding.match_rejected': 'Match rejected',
  'job.made': 'Bulk triage started',
  'job.done': 'Bulk triage finished',
  'job.failed': 'Bulk triage failed',
  'job.cancelled': 'Bulk triage canceled',
  'job.undone': 'Bulk triage undone',
  'policy.changed': 'Rule modes changed',
  'policy.created': 'Policy created',
  'policy.edited': 'Policy changed',
  'policy.rules': 'Rules of a policy changed',
  'policy.deleted': 'Policy deleted',
  'policy.restored': 'Policy restored',
  'project.changed': 'Project settings changed',
  'project.tagged': 'Project tags changed',
  'project.deleted': 'Project deleted',
  'rule.renamed': 'Rule renamed by scan',
  'rule.text_followed': 'Rule text follows most projects',
  'rule.text_set': 'Rule text set',
  'rule_texts.changed': 'Rule texts changed by scan',
  'rule.separated': 'Renamed rule separated',
  'project.renamed': 'Project renamed',
  'project.merged': 'Project merged into another',
  'project.split': 'Project split',
  'project.change_undone': 'Rename, merge or split undone',
  'project.name_reused': 'Former project name reused',
  'sbom.exported': 'SBOM exported',
  'scan.imported': 'Scan imported',
  'scan.accepted': 'Held scan applied',
  'branch.deleted': 'Branch deleted',
  'branch.restored': 'Branch restored',
  'source.retired': 'Source retired',
  'source.restored': 'Source restored',
  'vex.imported': 'VEX document imported',
  'view.saved': 'View saved',
  'view.changed': 'View changed',
  'view.deleted': 'View deleted',
}

/** Returns the label of an action. An unknown one is spelled out: `team.member_added` is "Team member added". */
export function actionLabel(action: string): string {
  const known = actions[action]
  if (known !== undefined) return known
  const spelled = action.replace(/[._]+/g, ' ').trim()
  return spelled.charAt(0).toUpperCase() + spelled.slice(1)
}

const fields: Readonly<Record<string, string>> = {
  primary_branch: 'Primary branch',
  managed_full: 'Managed full scans',
  managed_diff: 'Managed diff scans',
  ci_accepts_empty: 'Let pipelines apply held scans',
  required_sources: 'Required sources',
  protected_refs: 'Protected refs',
  count_suppressed: 'Count suppressions of a change',
  failed_runs: 'If a scan failed',
  query: 'Filter',
  group: 'Grouping',
  page_size: 'Rows per page',
  appliesTo: 'Applies to',
  supplier: 'Supplier',
}

/** Returns the label of a field of an object. An unknown one is spelled out: `old_name` is "Old name". */
export const fieldLabel = (name: string): string => fields[name] ?? actionLabel(name)

export const labels = {
  title: 'Audit log',
  noun: 'event',
  search: 'Search targets',
  searchHint: 'Finding, project, token…',
  noFilters: 'All events, newest first',
  nothingToExport: 'No events to export',
  columns: { action: 'Event', target: 'Target', details: 'Details', actor: 'Actor', time: 'Time' },
  filters: {
    since: 'Time',
    until: 'Until',
    actor: 'Actor',
    action: 'Event',
    target: 'Target',
    open: 'Open event',
  },
  empty: {
    title: 'No events yet',
    body: 'Sign-ins, tokens, triage, scans and changed settings are recorded here.',
  },
  forbidden: {
    title: 'Only administrators can see the audit log',
    body: 'Ask an administrator of this deployment for access.',
  },
  event: 'Event',
  eventJson: 'event as JSON',
  rawEvent: 'Raw event',
  details: 'Event details',
  noDetails: 'This event has no further details.',
  finding: 'Finding',
  fields: 'Changed fields',
  otherPath: 'another path',
  findings: 'Findings',
  findingsFailed: "Couldn't load the findings",
  loadMore: 'Show more',
  reason: 'Reason',
  note: 'Note',
  rule: 'Rule',
  rules: 'Rules',
  projects: 'Projects',
  project: 'Project',
  noTarget: 'No target',
  ticketUrl: 'Ticket URL',
  sbomDefaults: 'SBOM defaults',
  retention: 'Data retention',
  timeZone: 'Time zone',
  dueDates: 'Due dates',
  requireApproval: 'Approval of ignored findings',
  on: 'On',
  off: 'Off',
  removed: 'removed',
  unknownMode: 'Unknown',
  noText: 'none',
  nobody: 'nobody',
  added: 'added',
  removedPart: 'removed',
  changes: 'Changes',
  owners: 'Owners',
  allProjects: 'all projects',
  noProject: 'no project',
  compatibleAnswers: 'compatible answers',
} as const

/** A finding as the target of an event: `finding 12`. */
export const findingTarget = (id: string) => `Finding ${id}`

/** A request to ignore findings as the target of an event. */
export const requestTarget = (id: string) => `Request ${id}`

/** Who owns findings since an event; null for nobody. */
export const ownerChange = (owner: string | null) => (owner === null ? 'Unassigned' : `Assigned to ${owner}`)

/** The number of others of an event, after the named one: `and 2 more`. */
export const andMore = (count: number) => `and ${formatNumber(count)} more`

/** The branches of a triaged finding, if there are several: `on 8 branches`. */
export const onBranches = (count: number) => `on ${plural(count, 'branch', 'branches')}`

export const findingCount = (count: number) => plural(count, 'finding')
export const scanCount = (count: number) => plural(count, 'scan')
export const historyCount = (count: number) => plural(count, 'history event')
export const exportCount = (count: number) => plural(count, 'export')
export const auditCount = (count: number) => plural(count, 'audit event')
export const projectCount = (count: number) => plural(count, 'project')
export const statementCount = (count: number) => plural(count, 'statement')
export const attemptCount = (count: number) => plural(count, 'attempt')
/** The lines of a file before and after. */
export const lineChange = (from: number, to: number) => `${formatNumber(from)} → ${plural(to, 'line')}`
export const ruleCount = (count: number) => plural(count, 'rule')
export const fixedCount = (count: number) => `${formatNumber(count)} fixed`
export const newFindingCount = (count: number) => plural(count, 'new finding')

/** The number of an event's findings that can no longer be shown. */
export const goneFindings = (count: number) =>
  count === 1 ? 'One finding no longer exists.' : `${formatNumber(count)} findings no longer exist.`

/** Why Gatehouse reopened findings. */
export const endCauses: Readonly<Record<string, string>> = {
  fix_available: 'a fix is available',
  code_changed: 'the code changed',
  secret_active: 'a scan found the secret active',
}

/** Describes a change of state: `Open → Ignored (false positive)`; only one state if the other is unknown. */
export function stateChange(
  from: string | null | undefined,
  to: string | null | undefined,
  reason: string | null | undefined,
): string {
  const word = reasonLabel(reason)
  const states = [from, to].flatMap((state) => (state ? [triageLabel(state)] : []))
  const change = from === to ? states.slice(0, 1) : states
  const why = word && to === 'ignored' ? ` (${word.toLowerCase()})` : ''
  return change.join(' → ') + why
}

export const noteAdded = 'Note added'
export const quoted = (note: string) => `“${note}”`
export const webApiAccess = (on: boolean) => `Web API access ${on ? 'on' : 'off'}`
export const renamedTo = (name: string) => `Renamed to ${name}`
export const projectChange = (id: number) => `change ${id}`
export const renamedFrom = (name: string) => `formerly "${name}"`
export const formerNameOf = (name: string) => `was a former name of "${name}"`
export const copiedFrom = (policy: string) => `copy of ${policy}`
export const ruleAdded = (mode: string) => `added · ${mode}`
export const ruleRemoved = (mode: string) => `removed · was ${mode}`
export const fromGroup = (group: string) => `from group "${group}"`
export const modeChange = (from: string, to: string) => `${from} → ${to}`
