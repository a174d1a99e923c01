import type { FindingFilter } from '#contract/findings-query.ts'

/** What each filter is called, in the order of the rail. */
export const labels: Record<keyof FindingFilter, string> = {
  severities: 'Severity',
  status: 'Status',
  since: 'Since',
  until: 'Until',
  ref: 'Branch',
  primary_ref: 'Primary branches',
  dedup: 'All branches, each once',
  repos: 'Project',
  repository_ids: 'Project id',
  rules: 'Rule',
  path: 'Path',
  q: 'Text',
  categories: 'Category',
  confidence: 'Confidence',
  autotriage_verdict: 'Assistant',
  component_tags: 'Component',
  triage_reasons: 'Reason',
  policies: 'Policy',
  exposures: 'Reachability',
  transitivities: 'Dependency',
  is_malicious: 'Malicious',
  click_to_fix_pr_state: 'Fix pull request',
  project_tags: 'Project tag',
  vulnerability_identifiers: 'Advisory',
  dependencies: 'Package',
  epss_min: 'EPSS at least',
  has_ticket: 'Ticket',
  uncertain: 'Uncertain',
  fix_available: 'Fix version',
  policy_ids: 'Policy id',
  first_seen_scan_ids: 'First seen in scan',
  fixed_scan_ids: 'Fixed in scan',
  files: 'File',
  upgrades: 'Upgrade',
  triaged_by: 'Triaged by',
  triaged_since: 'Triaged since',
  triaged_until: 'Triaged until',
  secret_types: 'Kind',
  secret_hashes: 'Secret',
  validation_state: 'Works',
  not_rules: 'Rule',
  not_repos: 'Project',
  not_path: 'Path',
  not_categories: 'Category',
}

const others: Record<string, string> = {
  sort: 'Order',
  page: 'Page',
  page_size: 'Page size',
  after: 'Page',
  open: 'Open finding',
  filter: 'Kept filter',
  group: 'Grouping',
  columns: 'Columns',
  view: 'View',
}

/** Whether a name is that of a filter. */
export function isFilter(name: string): name is keyof FindingFilter {
  return Object.hasOwn(labels, name)
}

/** What a parameter of the list is called in words. */
export function labelOf(parameter: string): string {
  return isFilter(parameter) ? labels[parameter] : (others[parameter] ?? parameter)
}
