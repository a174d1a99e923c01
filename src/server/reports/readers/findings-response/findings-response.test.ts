import { describe, expect, test } from 'vitest'
import { onlyFinding, onlyRun, read } from '../../testing/read.ts'

const shared = {
  id: 4711,
  first_seen_scan_id: 12,
  match_based_id: 'abc_0',
  syntactic_id: 'def',
  rule_name: 'python.flask.xss',
  rule_message: 'User input reaches the page.',
  rule: {
    name: 'python.flask.xss',
    message: 'User input reaches a page.',
    category: 'security',
    confidence: 'high',
    cweNames: ['CWE-79: Cross-site Scripting'],
    owaspNames: ['A03:2021 - Injection'],
    subcategories: ['vuln'],
    vulnerabilityClasses: ['Cross-Site-Scripting (XSS)'],
  },
  categories: ['security'],
  confidence: 'medium',
  severity: 'critical',
  status: 'ignored',
  state: 'unresolved',
  state_updated_at: '2024-03-01T00:00:00.000Z',
  triage_state: 'ignored',
  triage_reason: 'acceptable_risk',
  triage_comment: 'Only for staff.',
  triaged_at: '2024-03-02T00:00:00.123456Z',
  created_at: '2024-02-01T00:00:00Z',
  relevant_since: '2024-02-01T00:00:00Z',
  ref: 'refs/heads/main',
  repository: { name: 'acme/shop', url: 'https://git.example.com/acme/shop' },
  location: { filePath: 'app.py', line: 3, column: 1, endLine: 3, endColumn: 9 },
  line_of_code_url: 'https://git.example.com/acme/shop/blob/main/app.py#L3',
  logical_location: 'app::login',
  external_ticket: { id: 5, externalSlug: 'SHOP-5', linkedIssueIds: [1, 2], url: 'https://t.example.com/5' },
  review_comments: [{ externalDiscussionId: 'd1', externalNoteId: 9 }],
}

const code = {
  ...shared,
  sourcing_policy: { id: 3, name: 'Default', slug: 'default' },
  click_to_fix_prs: [
    { created_at: '2024-03-03T00:00:00Z', url: 'https://git.example.com/pr/1', state: 'open' },
  ],
  click_to_fix_failures: [{ created_at: '2024-03-03T00:00:00Z', reason: 'conflict' }],
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
  found_dependency: {
    ecosystem: 'pypi',
    package: 'flask',
    version: '2.0.0',
    transitivity: 'transitive',
    lockfile_line_url: 'https://git.example.com/lock#L1',
  },
  is_malicious: false,
  reachability: 'conditionally_reachable',
  reachable_condition: 'debug mode',
  usage: { external_ticket: { url: 'https://t.example.com/6' }, location: { filePath: 'x.py', line: 8 } },
}

const expectedShared = {
  matchBasedId: 'abc_0',
  syntacticId: 'def',
  rulePath: 'python.flask.xss',
  message: 'User input reaches the page.',
  severity: 'critical',
  confidence: 'medium',
  location: { filePath: 'app.py', line: 3, column: 1, endLine: 3, endColumn: 9 },
  lineOfCodeUrl: shared.line_of_code_url,
  logicalLocation: 'app::login',
  suppressed: false,
  externalTicket: shared.external_ticket,
  reviewComments: shared.review_comments,
  given: {
    id: '4711',
    firstSeenScanId: '12',
    status: 'ignored',
    state: 'unresolved',
    triageState: 'ignored',
    triageReason: 'acceptable_risk',
    triageComment: 'Only for staff.',
    triagedAt: '2024-03-02T00:00:00.123Z',
    createdAt: '2024-02-01T00:00:00.000Z',
    ref: 'refs/heads/main',
    repository: shared.repository,
  },
}

const expectedCode = {
  ...expectedShared,
  sourcingPolicy: { id: '3', name: 'Default', slug: 'default' },
  clickToFixPrs: [
    { createdAt: '2024-03-03T00:00:00.000Z', url: 'https://git.example.com/pr/1', state: 'open' },
  ],
  clickToFixFailures: [{ createdAt: '2024-03-03T00:00:00.000Z', reason: 'conflict' }],
  assistant: {
    autofix: { explanation: null, fixCode: 'escape(x)' },
    autotriage: { reason: 'reached', verdict: 'true_positive' },
    component: { risk: 'high', tag: 'user data' },
    guidance: { instructions: 'Escape.', summary: 'Escape it' },
    ruleExplanation: { explanation: 'Because.', summary: 'XSS' },
  },
}

const expectedSupplyChain = {
  ...expectedShared,
  vulnerabilityIdentifier: 'CVE-2024-1',
  epss: { score: 0.5, percentile: 0.99 },
  cvss: [{ method: 'CVSSv31', score: 7.5, vector: 'CVSS:3.1/AV:N', source: 'nvd' }],
  fixRecommendations: [{ package: 'flask', version: '3.0.1' }],
  foundDependency: {
    ecosystem: 'pypi',
    package: 'flask',
    version: '2.0.0',
    transitivity: 'transitive',
    lockfileLineUrl: 'https://git.example.com/lock#L1',
  },
  isMalicious: false,
  reachability: 'conditionally_reachable',
  reachableCondition: 'debug mode',
  usage: {
    externalTicket: { id: null, externalSlug: null, linkedIssueIds: [], url: 'https://t.example.com/6' },
    location: { filePath: 'x.py', line: 8 },
  },
}

/** Every key of a value in snake_case, as some services write them. */
function snake(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snake)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => [
    key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    snake(inner),
  ])
  return Object.fromEntries(entries)
}

describe('the findings answer', () => {
  test.each([
    ['as described', code],
    ['in snake_case', snake(code)],
  ])('every field of a code finding, %s', async (_, finding) => {
    const report = await read({ sastFindings: { findings: [finding] }, scaFindings: { findings: [] } })
    expect(onlyFinding(report, 'code')).toMatchObject(expectedCode)
    expect(onlyRun(report).rules).toMatchObject([
      {
        path: 'python.flask.xss',
        message: 'User input reaches a page.',
        category: 'security',
        confidence: 'high',
        cweNames: ['CWE-79: Cross-site Scripting'],
        owaspNames: ['A03:2021 - Injection'],
        subcategories: ['vuln'],
        vulnerabilityClasses: ['Cross-Site-Scripting (XSS)'],
      },
    ])
  })

  test.each([
    ['as described', supplyChain],
    ['in snake_case', snake(supplyChain)],
  ])('every field of a supply-chain finding, %s', async (_, finding) => {
    const report = await read({ scaFindings: { findings: [finding] } })
    expect(onlyFinding(report, 'supplyChain')).toMatchObject(expectedSupplyChain)
  })

  test('a bare list tells the kinds apart', async () => {
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
    const run = onlyRun(await read({ findings: [code, supplyChain, secret] }))
    expect(run.findings).toMatchObject([
      { kind: 'code' },
      { kind: 'supplyChain' },
      {
        kind: 'secret',
        secretType: 'AWS',
        severity: 'high',
        confidence: 'low',
        validationState: 'CONFIRMED_INVALID',
        location: { filePath: 'ci/env', line: 14 },
        historicalInfo: { gitCommit: 'c0ffee' },
      },
    ])
  })

  test('nulls and missing keys are no fault', async () => {
    const nulls = Object.fromEntries(Object.keys(code).map((key) => [key, null]))
    const connection = [{ ...nulls, rule_name: 'r' }, { rule: { name: 'r' } }]
    const report = await read({ sastFindings: { findings: connection }, scaFindings: null })
    expect(onlyRun(report).findings).toMatchObject([
      { rulePath: 'r', severity: 'medium', location: null, assistant: null },
      { rulePath: 'r', message: null, given: { status: null } },
    ])
  })

  test('reachability with spaces, one class alone, a muted finding', async () => {
    const report = await read({
      findings: [
        {
          ...supplyChain,
          reachability: 'Always Reachable',
          state: 'muted',
          rule: { vulnerabilityClass: ['SSRF'] },
        },
      ],
    })
    expect(onlyFinding(report, 'supplyChain')).toMatchObject({
      reachability: 'always_reachable',
      suppressed: true,
    })
    expect(onlyRun(report).rules[0]?.vulnerabilityClasses).toEqual(['SSRF'])
  })

  test('ids that were given twice are told apart, the others stay', async () => {
    const run = onlyRun(
      await read({
        findings: [
          { ...code, location: { ...code.location, line: 9 } },
          code,
          { ...code, match_based_id: 'z' },
        ],
      }),
    )
    expect(run.findings.map((each) => each.matchBasedId)).toEqual(['abc_0_0', 'abc_0', 'z'])
  })

  test('addresses that are no web addresses are dropped', async () => {
    const input = {
      ...code,
      line_of_code_url: 'javascript:alert(1)',
      external_ticket: { url: 'file:///etc/passwd' },
    }
    expect(onlyFinding(await read({ findings: [input] }), 'code')).toMatchObject({
      lineOfCodeUrl: null,
      externalTicket: null,
    })
  })
})
