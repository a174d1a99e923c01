import { expect, test } from 'vitest'
import { startTestService } from '#server/testing/service.ts'
import { codeFindings, supplyChainFindings, upload } from './testing/upload.ts'

const ticket = { id: 5, externalSlug: 'SHOP-5', linkedIssueIds: [1, 2], url: 'https://t.example.com/5' }
const location = { filePath: 'app.py', line: 3, column: 1, endLine: 3, endColumn: 9 }

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
  state_updated_at: '2025-03-01T00:00:00.000Z',
  triage_state: 'ignored',
  triage_reason: 'acceptable_risk',
  triage_comment: 'Only for staff.',
  triaged_at: '2025-03-02T00:00:00.123Z',
  created_at: '2025-02-01T00:00:00.000Z',
  relevant_since: '2025-02-01T00:00:00.000Z',
  ref: 'refs/heads/main',
  repository: { name: 'acme/shop', url: 'https://git.example.com/acme/shop' },
  location,
  line_of_code_url: 'https://git.example.com/acme/shop/blob/main/app.py#L3',
  external_ticket: ticket,
  review_comments: [{ externalDiscussionId: 'd1', externalNoteId: 9 }],
}

const code = {
  ...shared,
  sourcing_policy: { id: 1, name: 'Code', slug: 'code' },
  click_to_fix_prs: [
    { created_at: '2025-03-03T00:00:00.000Z', url: 'https://g.example.com/1', state: 'open' },
  ],
  click_to_fix_failures: [{ created_at: '2025-03-03T00:00:00.000Z', reason: 'conflict' }],
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
  match_based_id: 'ghi_0',
  syntactic_id: 'jkl',
  rule_name: 'ssc-flask',
  rule: { ...shared.rule, name: 'ssc-flask' },
  vulnerability_identifier: 'CVE-2024-1',
  epss_score: { score: 0.5, percentile: 0.99 },
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
  usage: { external_ticket: ticket, location: { ...location, filePath: 'x.py' } },
}

test('every field of the findings answer arrives, and is answered as it came', async () => {
  const service = await startTestService()
  const url = 'https://git.example.com/acme/shop'
  const file = { sastFindings: { findings: [code] }, scaFindings: { findings: [supplyChain] } }
  expect((await upload(service, file, { url })).body.report).toMatchObject({ read: 2, new: 2 })
  // Who sent the file is who triaged.
  const ours = { id: expect.any(Number), first_seen_scan_id: expect.any(Number), triaged_by: 'Tess Ter' }
  const listed = await codeFindings(service)
  expect(listed).toEqual([{ ...code, ...ours }])
  const dependencies = await supplyChainFindings(service)
  expect(dependencies).toEqual([{ ...supplyChain, ...ours }])

  // What we answer, we take in again, and find to be the same.
  const response = { sastFindings: { findings: listed }, scaFindings: { findings: dependencies } }
  expect((await upload(service, response, { commit: 'later' })).body.report).toMatchObject({
    new: 0,
    fixed: 0,
    unchanged: 2,
  })
  expect(await codeFindings(service)).toEqual(listed)
  expect(await supplyChainFindings(service)).toEqual(dependencies)
})

test.each([
  ['autotriage_verdict', 'true_positive'],
  ['component_tags', 'user data'],
  ['click_to_fix_pr_state', 'open'],
  ['triage_reasons', 'acceptable_risk'],
  ['has_ticket', 'true'],
  ['fix_available', 'true'],
  ['categories', 'security'],
  ['confidence', 'medium'],
])('a filter by %s finds what arrived', async (parameter, value) => {
  const service = await startTestService()
  await upload(service, { sastFindings: { findings: [code] } })
  expect(await codeFindings(service, { [parameter]: value })).toHaveLength(1)
})
