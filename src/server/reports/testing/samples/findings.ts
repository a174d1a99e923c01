const shared = {
  id: 4711,
  match_based_id: 'abc_0',
  rule_name: 'python.flask.xss',
  rule_message: 'User input reaches the page.',
  rule: {
    name: 'python.flask.xss',
    message: 'User input reaches a page.',
    category: 'security',
    cweNames: ['CWE-79: Cross-site Scripting'],
    owaspNames: ['A03:2021 - Injection'],
    subcategories: ['vuln'],
    vulnerabilityClasses: ['Cross-Site-Scripting (XSS)'],
  },
  confidence: 'medium',
  severity: 'critical',
  status: 'ignored',
  state: 'unresolved',
  triage_state: 'ignored',
  triage_reason: 'acceptable_risk',
  triage_comment: 'Only for staff.',
  triaged_at: '2024-03-02T00:00:00.123456Z',
  created_at: '2024-02-01T00:00:00Z',
  ref: 'refs/heads/main',
  repository: { name: 'acme/shop', url: 'https://git.example.com/acme/shop' },
  location: { filePath: 'app.py', line: 3, column: 1, endLine: 3, endColumn: 9 },
  line_of_code_url: 'https://git.example.com/acme/shop/blob/main/app.py#L3',
  external_ticket: { id: 5, externalSlug: 'SHOP-5', linkedIssueIds: [1, 2], url: 'https://t.example.com/5' },
  review_comments: [{ externalDiscussionId: 'd1', externalNoteId: 9 }],
}

const code = {
  ...shared,
  sourcing_policy: { id: 3, name: 'Default', slug: 'default' },
  click_to_fix_prs: [
    { created_at: '2024-03-03T00:00:00Z', url: 'https://git.example.com/pr/1', state: 'open' },
  ],
  assistant: {
    autofix: { explanation: null, fix_code: 'escape(x)' },
    autotriage: { reason: 'reached', verdict: 'true_positive' },
    component: { risk: 'high', tag: 'user data' },
    guidance: { instructions: 'Escape.', summary: 'Escape it' },
    rule_explanation: { explanation: 'Because.', summary: 'XSS' },
  },
}

const supplyChain = {
  ...shared,
  vulnerability_identifier: 'CVE-2024-1',
  epss_score: { score: 0.5, percentile: 0.99 },
  cvss: [{ method: 'CVSSv31', score: 7.5, vector: 'CVSS:3.1/AV:N', source: 'nvd' }],
  fix_recommendations: [{ package: 'flask', version: '3.0.1' }],
  found_dependency: { ecosystem: 'pypi', package: 'flask', version: '2.0.0', transitivity: 'transitive' },
  is_malicious: false,
  reachability: 'conditionally_reachable',
  reachable_condition: 'debug mode',
  usage: { external_ticket: { url: 'https://t.example.com/6' }, location: { filePath: 'x.py', line: 8 } },
}

const secret = {
  id: '99',
  type: 'AWS',
  status: 'FINDING_STATUS_OPEN',
  severity: 'SEVERITY_HIGH',
  confidence: 'CONFIDENCE_LOW',
  validationState: 'VALIDATION_STATE_CONFIRMED_INVALID',
  findingPath: 'ci/env:14',
  ruleHashId: 'hash1',
  createdAt: '2024-01-01T00:00:00Z',
  historicalInfo: { gitCommit: 'c0ffee' },
}

/** Responses that list findings: of code, of packages, and of each kind in one list. */
export const findingsResponses = [
  { sastFindings: { findings: [code] } },
  { scaFindings: { findings: [supplyChain] } },
  { findings: [secret] },
  { findings: [code, supplyChain, secret] },
]
