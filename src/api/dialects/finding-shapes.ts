import type { Shape } from './shapes.ts'

// The fields that a row or a detail reads, each with its required type. Other fields of another service are kept; a
// field of another type counts as missing.

export const location = {
  filePath: 'text',
  line: 'number',
  column: 'number',
  endLine: 'number',
  endColumn: 'number',
} as const satisfies Shape

const ticket = {
  id: 'number',
  externalSlug: 'text',
  linkedIssueIds: ['number'],
  url: 'text',
} as const satisfies Shape

/** Both types in one shape: the fields of the other type are missing. Source: docs/api.md#fields. */
export const findingShape = {
  id: 'number',
  first_seen_scan_id: 'number',
  match_based_id: 'text',
  syntactic_id: 'text',
  rule_name: 'text',
  rule_message: 'text',
  rule: {
    name: 'text',
    category: 'text',
    confidence: 'text',
    message: 'text',
    cweNames: ['text'],
    owaspNames: ['text'],
    subcategories: ['text'],
    vulnerabilityClasses: ['text'],
  },
  categories: ['text'],
  confidence: 'text',
  severity: 'text',
  status: 'text',
  state: 'text',
  state_updated_at: 'text',
  triage_state: 'text',
  triage_reason: 'text',
  triage_comment: 'text',
  triaged_at: 'text',
  triaged_by: 'text',
  owner: 'text',
  ignore_request: 'text',
  created_at: 'text',
  relevant_since: 'text',
  ref: 'text',
  repository: { name: 'text', url: 'text' },
  location,
  line_of_code_url: 'text',
  logical_location: 'text',
  source_withheld: 'flag',
  resource: 'text',
  external_ticket: ticket,
  review_comments: [{ externalDiscussionId: 'text', externalNoteId: 'number' }],
  marks: { title: 'text', other_refs: 'number', reappeared: 'number', uncertain: 'flag' },
  sourcing_policy: { id: 'number', name: 'text', slug: 'text' },
  click_to_fix_prs: [{ created_at: 'text', url: 'text', state: 'text' }],
  click_to_fix_failures: [{ created_at: 'text', reason: 'text' }],
  assistant: {
    autofix: { explanation: 'text', fix_code: 'text' },
    autotriage: { reason: 'text', verdict: 'text' },
    component: { risk: 'text', tag: 'text' },
    guidance: { instructions: 'text', summary: 'text' },
    rule_explanation: { explanation: 'text', summary: 'text' },
  },
  vulnerability_identifier: 'text',
  epss_score: { score: 'number', percentile: 'number' },
  cvss: [{ method: 'text', score: 'number', vector: 'text', source: 'text' }],
  fix_recommendations: [{ package: 'text', version: 'text' }],
  found_dependency: {
    ecosystem: 'text',
    package: 'text',
    version: 'text',
    transitivity: 'text',
    lockfile_line_url: 'text',
  },
  is_malicious: 'flag',
  reachability: 'text',
  reachable_condition: 'text',
  usage: { external_ticket: ticket, location },
} as const satisfies Shape
