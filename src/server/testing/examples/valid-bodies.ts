import { rule } from './one-of-each.ts'

/** Bodies that an operation takes as they are, where it takes few of those made by its schema. */
export const rightBodies: Record<string, object> = {
  triage: { issue_type: 'sast', issue_ids: [1], new_triage_state: 'reviewing' },
  createTriageJob: {
    issue_type: 'sast',
    new_triage_state: 'fixing',
    repos: ['acme/shop'],
    expected_count: 1,
  },
  patchFinding: { external_ticket: { url: 'https://tickets.example/1', externalSlug: 'T-1' } },
  createComment: { text: 'Is this reachable?' },
  editComment: { text: 'Is this reachable?' },
  createToken: { name: 'Ann', role: 'viewer' },
  createTeam: { name: 'Payments', handles: ['@acme/payments'], groups: ['/teams/payments'] },
  setOwnerRule: { kind: 'tag', value: 'shop', owner: '@acme/payments' },
  setCodeowners: { content: '* @acme/payments' },
  mapHandle: { handle: '@acme/payments', owner: null },
  createWebhook: { name: 'Chat', url: 'https://hooks.example/security', events: ['finding.new'] },
  patchWebhook: { url: 'https://hooks.example/security' },
  setNotifications: { timing: 'off', events: ['finding.assigned'] },
  invitePerson: { email: 'ann@acme.example', role: 'viewer' },
  createView: { name: 'mine', page: 'code', query: 'status=open' },
  setRuleMode: { rulePath: rule, policyMode: 'MODE_BLOCK' },
  setRuleModes: { rulePaths: [rule], policyMode: 'MODE_BLOCK' },
  setRuleText: { fixed: { title: 'A title' } },
  policyImpact: { rulePaths: [rule], policyMode: 'MODE_BLOCK' },
  editTags: { projects: ['acme/shop'], add: ['web'] },
  exportSbom: { repositoryId: '1' },
  listDependencies: { dependencyFilter: { packageFilters: [{ name: 'a', versionLowerBound: '>1' }] } },
}
