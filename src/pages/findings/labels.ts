import { formatNumber, plural } from '#lib/text/format.ts'

/** The heads of the columns. */
export const columnLabels = {
  severity: 'Severity',
  finding: 'Finding',
  package: 'Package',
  kind: 'Type',
  location: 'Location',
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

/** What stands in a cell without a value, or for one. */
export const cellLabels = {
  noProject: 'No project',
  notAnalyzed: 'Not analyzed',
  noEpss: 'No EPSS score',
  noAdvisory: 'No advisory',
  malicious: 'Malicious package',
  noFix: 'None',
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

/** Whether a secret works. */
export const validityLabels = {
  CONFIRMED_VALID: 'Active',
  CONFIRMED_INVALID: 'Inactive',
  VALIDATION_ERROR: 'Validation failed',
  NO_VALIDATOR: 'No validator',
  none: 'Not validated',
} as const

/** When a secret was last validated. */
export const checkedLabels = {
  never: 'Never',
  neverChecked: 'never checked',
  checked: (when: string) => `checked ${when}`,
  neverHint: 'Never checked',
  hint: (at: string) => `Checked ${at}`,
} as const

/** The flags of a row. */
export const flagLabels = {
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

/** The branches that have the finding of a row. */
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

/** The sentences of filters that are no name of one. */
export const filterLabels = {
  any: 'Any',
  anyTime: 'Any time',
  between: 'Between days…',
  branches: 'Branches',
  primary: 'Primary branches',
  all: 'All branches',
  each: 'Each branch',
  oneBranch: 'Branch name',
  oneBranchExample: 'e.g. release/4.2',
  path: 'Path prefix or pattern',
  pathExample: 'src/ or *.test.ts',
  notPath: 'Exclude path',
  notPathExample: 'Exclude: vendor/',
  epss: 'EPSS',
  orMore: (percent: number) => `${percent}% or more`,
  byId: 'By ID',
  ids: (label: string) => `${label}, separated by commas`,
  search: (label: string) => `Search ${label.toLowerCase()}`,
  searchField: (label: string) => `Search ${label.toLowerCase()}…`,
  more: (count: number) => `${formatNumber(count)} more`,
  noResults: 'No results',
  rest: (count: number) => `${formatNumber(count)} more. Search to find them.`,
  add: (label: string) => `Add ${label.toLowerCase()}`,
  addExample: 'Full name, then Enter',
  none: 'No filters',
  kept: 'Saved filter',
  malicious: 'Malicious',
  notMalicious: 'Not malicious',
  fixAvailable: 'Fix available',
  noFix: 'No fix',
  uncertain: 'Uncertain',
  notUncertain: 'Not uncertain',
  hasTicket: 'Has ticket',
  noTicket: 'No ticket',
  doesNotApply: (filter: string, findings: string) => `${filter} does not apply to ${findings}`,
} as const

/** The types of findings, as titles and in sentences. */
export const typeLabels = {
  sast: { title: 'Code findings', inSentence: 'code findings' },
  sca: { title: 'Supply-chain findings', inSentence: 'supply-chain findings' },
  secrets: { title: 'Secrets', inSentence: 'secrets' },
} as const

/** The list: its tools, what changed since it was loaded, and its empty states. */
export const listLabels = {
  more: 'More',
  export: 'Export',
  nothingToExport: 'No findings to export',
  sort: 'Sort',
  sorts: {
    '-severity': 'Most severe first',
    severity: 'Least severe first',
    '-relevant_since': 'Newest first',
    relevant_since: 'Oldest first',
    '-triaged_at': 'Last triaged first',
    repository: 'Project, A–Z',
    rule: 'Rule, A–Z',
    '-epss': 'Highest EPSS first',
  },
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
  noFindingsDetail: 'The latest scans of this deployment report none.',
  unknownColumn: (name: string) => `Unknown column “${name}”`,
} as const

/** Triage from the list. */
export const triageLabels = {
  forbidden: "You don't have permission to triage",
  noPermission: "You don't have permission to triage: your token lacks the scope findings:triage",
  forbiddenDetail: 'Your token lacks the scope findings:triage.',
  loading: 'Your permissions are still loading.',
  unchanged: 'No change',
  tooMany: (most: number) => `You can't triage more than ${formatNumber(most)} rows at once`,
  tooManyDetail: 'Select all matching findings instead to start a bulk triage.',
  ignoreOne: 'Ignore this finding',
  ignore: 'Ignore',
  reviewing: 'Reviewing',
  fixing: 'Fixing',
  reopen: 'Reopen',
  of: (what: string) => `Triage ${what}`,
  thisFinding: 'this finding',
  triage: 'Triage',
  ignoring: (what: string) => `Ignore ${what}`,
  oneTicket: "You can't create a ticket for all matching findings",
  oneMatch: 'Confirm matches one at a time: clear the selection first',
  notUncertain: 'This finding has no uncertain match',
  oneTicketDetail: 'Select findings one by one, then press t.',
} as const

/** What is selected. */
export const selectionLabels = {
  rows: (count: number) => `${formatNumber(count)} selected`,
  groups: (count: number) => `${plural(count, 'group')} selected`,
  all: (total: number | undefined) => `all ${total === undefined ? '' : `${formatNumber(total)} `}that match`,
  announced: (count: number) => `${plural(count, 'row')} selected`,
  selectAll: 'Select all',
  allShort: 'All',
  matching: 'that match',
  cleared: 'Selection cleared because the filter or view changed',
  elsewhere: (count: number, groups: boolean) =>
    `${formatNumber(count)} ${groups ? 'not shown here' : 'on other pages'}`,
  box: (groups: boolean) => `Select all ${groups ? 'groups' : 'rows'} of this page`,
  otherGroups: (count: number) => plural(count, 'other group'),
  everything: 'All findings that match the filter, on every page.',
  ofGroups: (titles: string) => `All findings in ${titles} that match the filter.`,
} as const

/** The panel of the columns. */
export const columnPanelLabels = {
  title: 'Columns',
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
  first: 'Already the first column',
  last: 'Already the last column',
  moved: (name: string, at: number, of: number) => `${name} is column ${at} of ${of}`,
  reset: 'Reset columns',
  isDefault: 'These are the default columns',
  resetWidths: 'Reset widths',
  noWidths: 'No column was resized',
} as const

/** Saved views. */
export const viewLabels = {
  views: 'Views',
  view: (name: string) => `View ${name}`,
  button: (name: string, edited: boolean, kind: string) => `View ${name}${edited ? ' edited' : ''}, ${kind}`,
  edited: 'edited',
  builtIn: 'built in',
  sharedBy: (by: string) => `shared by ${by}`,
  private: 'private',
  isDefault: 'default',
  yours: 'Your views',
  shared: 'Shared views',
  allBuiltIn: 'Built-in views',
  save: 'Save',
  saveAs: 'Save as…',
  reset: 'Reset',
  setDefault: 'Set as default view',
  unsetDefault: 'Remove as default view',
  defaultSet: 'Default view set',
  defaultUnset: 'Default view removed',
  defaultDetail: 'The navigation opens this list and shows its count.',
  rename: 'Rename…',
  share: 'Share with everyone in this deployment',
  unshare: 'Stop sharing',
  delete: 'Delete…',
  saved: 'View saved',
  nowPrivate: 'View is now private',
  nowShared: 'View is now shared',
  changed: 'changed',
  renamed: 'renamed',
  sharedVerb: 'shared',
  deleted: 'deleted',
  builtInFixed: (verb: string) => `Built-in views can't be ${verb}`,
  notYours: (by: string) => `Only ${by} or an administrator can do this`,
  noShare: "You don't have permission to share views",
  failed: (title: string) => `Couldn't update the view: ${title}`,
  request: (id: string) => ` Request ${id}`,
  missing: 'View no longer available',
  missingDetail: 'It was deleted or is no longer shared with you. The list is unchanged.',
  loading: 'Loading',
  notLoaded: "Couldn't load views",
  retry: 'Retry',
  renameTitle: 'Rename view',
  saveTitle: 'Save view',
  saveDetail: 'Saves the filter, columns, sort, grouping and page size.',
  name: 'Name',
  nameMissing: 'Enter a name',
  cancel: 'Cancel',
  renameButton: 'Rename',
  deleteTitle: 'Delete view?',
  deleteDetail: (name: string, shared: boolean) =>
    `Deletes “${name}”. Findings are not affected.${shared ? ' Everyone in this deployment will lose access to this shared view.' : ''}`,
  deleteButton: 'Delete',
} as const

/** The export of findings. */
export const exportLabels = {
  title: (total: number | undefined) =>
    total === undefined ? 'Export findings' : `Export ${plural(total, 'finding')}`,
  detail: 'Exports all findings that match the filter, in the order of the list.',
  csv: 'a table for spreadsheets',
  json: 'all fields, for scripts',
  sarif: 'for other security tools',
  format: 'Format',
  columns: 'Columns',
  asShown: 'As shown in the list',
  allColumns: 'All',
  cancel: 'Cancel',
  close: 'Close',
  start: 'Export',
  again: 'Export again',
  retry: 'Retry',
  running: 'Exporting',
  progress: (count: number, total: number | null, size: string) =>
    `${formatNumber(count)}${total === null ? '' : ` of ${formatNumber(total)}`} findings, ${size}`,
  done: (count: number) => `${plural(count, 'finding')} exported`,
  savedAs: (count: number) => `${plural(count, 'finding')} saved as `,
  request: (id: string) => `Request ${id}`,
} as const
