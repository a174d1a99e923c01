import { formatNumber, plural } from '#lib/text/format.ts'

/** Column headers. */
export const columnLabels = {
  severity: 'Severity',
  finding: 'Finding',
  package: 'Package',
  kind: 'Type',
  location: 'Location',
  resource: 'Resource',
  advisory: 'Advisory',
  flags: 'Flags',
  confidence: 'Confidence',
  reachability: 'Reachability',
  epss: 'EPSS',
  fix: 'Fixed in',
  validity: 'Validity',
  status: 'Status',
  age: 'Age',
  rule: 'Rule',
  category: 'Category',
  cwe: 'CWE',
  verdict: 'Assistant',
  project: 'Project',
  branch: 'Branch',
  ticket: 'Ticket',
  firstSeen: 'First seen',
  transitivity: 'Transitivity',
  ecosystem: 'Ecosystem',
  reason: 'Reason',
  note: 'Note',
  triagedBy: 'Triaged by',
  triaged: 'Triaged',
} as const

/** Texts of cells with or without a value. */
export const cellLabels = {
  noProject: 'No project',
  notAnalyzed: 'Not analyzed',
  noEpss: 'No EPSS score',
  noAdvisory: 'No advisory',
  malicious: 'Malicious package',
  noTicket: 'None',
  unknown: 'Unknown',
  reachabilities: {
    reachable: 'Reachable',
    always_reachable: 'Always',
    conditionally_reachable: 'Conditional',
    unreachable: 'Unreachable',
  },
  reachableIf: (condition: string) => `Reachable if ${condition}`,
  percentile: (percent: string) => `Higher than ${percent} of all known vulnerabilities`,
  age: (since: string, first: string | undefined) =>
    `Open since ${since}${first === undefined ? '' : `. First seen ${first}`}`,
  confidence: (level: string) => `${level} confidence`,
} as const

/** Labels of a secret's validity. */
export const validityLabels = {
  CONFIRMED_VALID: 'Active',
  CONFIRMED_INVALID: 'Inactive',
  VALIDATION_ERROR: 'Validation failed',
  NO_VALIDATOR: 'No validator',
  none: 'Not validated',
} as const

/** Labels for when a secret was last validated. */
export const checkedLabels = {
  never: 'Never',
  neverChecked: 'never checked',
  checked: (when: string) => `checked ${when}`,
  neverHint: 'Never checked',
  hint: (at: string) => `Checked ${at}`,
} as const

/** The flags of a row. */
export const flagLabels = {
  overdue: 'Overdue',
  title: 'Flags',
  uncertain: 'Uncertain: may be the same as a triaged finding',
  truePositive: 'Assistant: true positive',
  falsePositive: 'Assistant: false positive',
  verdict: (verdict: string) => `Assistant: ${verdict}`,
  reopened: (times: number) => (times === 1 ? 'Reopened' : `Reopened ${times} times`),
  ticket: (key: string) => `Ticket ${key}`.trim(),
  fixes: (count: number) => plural(count, 'fix pull request'),
  refs: (count: number) => plural(count, 'ref'),
  otherRefs: (count: number) => `Also on ${plural(count, 'other ref')}`,
} as const

/** Labels of the branches that have the finding of a row. */
export const branchLabels = {
  title: 'Branches with this finding',
  count: (count: number) => plural(count, 'branch', 'branches'),
  on: (count: number) => `on ${plural(count, 'branch', 'branches')}`,
  show: 'Show branches',
  hide: 'Hide branches',
  shown: (count: number) => `${plural(count, 'branch', 'branches')} shown`,
  failed: "Couldn't load branches.",
  retry: 'Retry',
  unnamed: (id: number) => `Finding ${id}`,
  line: (line: number) => `line ${line}`,
  since: 'Open since',
} as const

/** The types of findings, as titles and within sentences. */
export const typeLabels = {
  sast: { title: 'Code findings', inSentence: 'code findings' },
  sca: { title: 'Supply-chain findings', inSentence: 'supply-chain findings' },
  secrets: { title: 'Secrets', inSentence: 'secrets' },
} as const

/** The list: its tools, changes since it was loaded, and its empty states. */
export const listLabels = {
  more: 'More',
  export: 'Export',
  nothingToExport: 'No findings to export',
  sort: 'Sort',
  position: (at: number, total: number) => `${formatNumber(at)} of ${formatNumber(total)}`,
  search: 'Search rule, message and path',
  searchExample: 'Rule, message, path…',
  filters: 'Filters',
  left: (count: number) =>
    count === 1
      ? '1 triaged finding no longer matches'
      : `${formatNumber(count)} triaged findings no longer match`,
  refresh: 'Refresh',
  fresh: (count: number) => `${formatNumber(count)} new`,
  show: 'Show',
  unreadable: (count: number) => `${plural(count, 'row')} could not be read`,
  pastEnd: 'No findings on this page',
  pastEndDetail: (total: number) => `The list has ${plural(total, 'finding')} and ends before this page.`,
  lastPage: 'Go to the last page',
  noFindings: {
    sast: 'No code findings',
    sca: 'No supply-chain findings',
    secrets: 'No secrets',
  },
  neverScanned: (project: string) => `${project} was never scanned`,
  neverScannedDetail: 'Its findings are unknown until its first scan is imported.',
  noFindingsDetail: 'The latest scans of this deployment report none.',
  unknownColumn: (name: string) => `Unknown column “${name}”`,
} as const
