import type { FindingFilter } from '#contract/parameters/findings-query.ts'

/** The label of each filter, in the order of the rail. */
export const labels: Record<keyof FindingFilter, string> = {
  severities: 'Severity',
  status: 'Status',
  due: 'Due',
  since: 'Since',
  until: 'Until',
  ref: 'Branch',
  primary_ref: 'Primary branches',
  dedup: 'All branches',
  repos: 'Project',
  repository_ids: 'Project ID',
  rules: 'Rule',
  path: 'Path',
  q: 'Search',
  categories: 'Category',
  confidence: 'Confidence',
  autotriage_verdict: 'Assistant',
  component_tags: 'Component',
  resource: 'Resource',
  triage_reasons: 'Ignore reason',
  policies: 'Policy',
  exposures: 'Reachability',
  transitivities: 'Transitivity',
  is_malicious: 'Malicious',
  click_to_fix_pr_state: 'Fix pull request',
  project_tags: 'Project tag',
  vulnerability_identifiers: 'Advisory',
  dependencies: 'Package',
  versions: 'Version',
  epss_min: 'EPSS',
  has_ticket: 'Ticket',
  tickets: 'Ticket',
  uncertain: 'Uncertain match',
  ignore_requested: 'Ignore requested',
  fix_available: 'Fix available',
  policy_ids: 'Policy ID',
  first_seen_scan_ids: 'First seen in scan',
  fixed_scan_ids: 'Fixed in scan',
  files: 'File',
  upgrades: 'Upgrade',
  triaged_by: 'Triaged by',
  triaged_since: 'Triaged since',
  triaged_until: 'Triaged until',
  owner: 'Owner',
  secret_types: 'Secret type',
  secret_hashes: 'Secret',
  validation_state: 'Validity',
  flow: 'Changed',
  fixed_on: 'Fixed',
  rule_disabled: 'Disabled rules',
  not_rules: 'Rule',
  not_repos: 'Project',
  not_path: 'Path',
  not_categories: 'Category',
}

/** Labels of time ranges in the rail, and of their first and last day. */
export const spanLabels = {
  since: { label: labels.since, from: 'From', to: 'Until' },
  triaged_since: { label: 'Triaged', from: 'Triaged from', to: 'Triaged until' },
} as const

const others: Record<string, string> = {
  sort: 'Sort',
  page: 'Page',
  page_size: 'Page size',
  after: 'Page',
  open: 'Open finding',
  filter: 'Saved filter',
  group: 'Grouping',
  columns: 'Columns',
  view: 'View',
}

/** Whether a name is a filter. */
export function isFilter(name: string): name is keyof FindingFilter {
  return Object.hasOwn(labels, name)
}

/** Returns the label of a list parameter. */
export function labelOf(parameter: string): string {
  return isFilter(parameter) ? labels[parameter] : (others[parameter] ?? parameter)
}
