import { formatNumber, plural } from '#lib/text/format.ts'

const sentenceCase = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** Makes a value without a label readable: `semi_reachable` → `Semi reachable`. */
export function asItStands(value: string): string {
  return sentenceCase(value.replace(/_/g, ' '))
}

const of = (words: ReadonlyMap<string, string>, missing: string) => (value: string | null | undefined) =>
  value ? (words.get(value) ?? asItStands(value)) : missing

/**
 * Whether the vulnerable code is reachable. A missing analysis is "Not analyzed", never "no"; our service sends
 * `unknown`, others nothing.
 */
export const reachabilityLabel = of(
  new Map([
    ['reachable', 'Reachable'],
    ['always_reachable', 'Always reachable'],
    ['conditionally_reachable', 'Conditionally reachable'],
    ['unreachable', 'Unreachable'],
    ['unknown', 'Not analyzed'],
  ]),
  'Not analyzed',
)

export const transitivityLabel = of(
  new Map([
    ['direct', 'Direct dependency'],
    ['transitive', 'Transitive dependency; the scan does not name the parent package'],
    ['unknown', 'Unknown'],
  ]),
  'Unknown',
)

export const cvssLabel = of(
  new Map([
    ['CVSSv4', 'CVSS 4.0'],
    ['CVSSv31', 'CVSS 3.1'],
    ['CVSSv3', 'CVSS 3.0'],
    ['CVSSv2', 'CVSS 2.0'],
    ['other', 'Other'],
    ['none', 'Not rated'],
  ]),
  'CVSS',
)

export const confidenceLabel = of(
  new Map([
    ['high', 'High'],
    ['medium', 'Medium'],
    ['low', 'Low'],
  ]),
  'Not provided',
)

export const verdictLabel = of(
  new Map([
    ['true_positive', 'True positive'],
    ['false_positive', 'False positive'],
  ]),
  'No verdict',
)

export const scanStateLabel = of(
  new Map([
    ['unresolved', 'Present in latest scan'],
    ['fixed', 'Fixed: no longer reported'],
    ['muted', 'Suppressed by a comment in the code'],
    ['removed', 'Removed: no longer scanned'],
  ]),
  'Unknown',
)

const policyEffects = new Map<string, string>([
  ['MODE_BLOCK', 'Blocks pull requests'],
  ['MODE_COMMENT', 'Comments on pull requests'],
  ['MODE_MONITOR', 'Monitor'],
  ['MODE_DISABLED', 'Disabled'],
])

/** The effect of the policy on the rule; an unknown mode is returned unchanged. */
export function policyEffectLabel(mode: string | null | undefined): string | undefined {
  return mode ? (policyEffects.get(mode) ?? mode) : undefined
}

/** Labels of the badges under the title. */
export const badges = {
  summary: 'Summary',
  uncertain: 'Uncertain match',
  malicious: 'Malicious package',
  validity: 'Validity',
  reachability: 'Reachability',
  assistant: 'Assistant',
  policy: 'Policy',
  alsoOn: 'Also on',
} as const

export const otherBranches = (count: number) => plural(count, 'other branch', 'other branches')

export const sections = {
  description: 'Description',
  secret: 'Secret',
  package: 'Package and advisory',
  analysis: 'Assistant analysis',
  code: 'Code',
  dataFlow: 'Data flow',
  usage: 'Usage',
  remediation: 'Remediation',
  locations: 'Locations',
  details: 'Details',
  tracking: 'Tracking',
  branches: 'Other branches',
  comments: 'Comments',
  history: 'History',
  raw: 'Raw JSON',
} as const

/** Labels of facts. */
export const facts = {
  rule: 'Rule',
  policy: 'Policy',
  category: 'Category',
  subcategory: 'Subcategory',
  component: 'Component',
  confidence: 'Confidence',
  logicalLocation: 'Logical location',
  resource: 'Resource',
  firstSeen: 'First seen',
  scanStatus: 'Scan status',
  findingId: 'Finding ID',
  fingerprint: 'Fingerprint',
  syntacticId: 'Syntactic ID',
  package: 'Package',
  purl: 'Package URL',
  advisory: 'Advisory',
  advisoryAliases: 'Also known as',
  reachableIf: 'Reachable if',
  epss: 'EPSS',
  cvss: 'CVSS',
  severity: 'Rating',
  introducedThrough: 'Introduced through',
  usedIn: 'Used in',
  upgradeTo: 'Upgrade to',
  ticket: 'Ticket',
  fix: 'Fix',
  failedFixes: 'Failed fixes',
  review: 'Review',
  secretType: 'Type',
  validated: 'Validated',
  secretId: 'Secret ID',
  historyOnly: 'Git history only',
} as const

export const text = {
  by: 'by',
  noProject: 'No project',
  openAtLine: 'Open at line',
  openLockfile: 'Open lockfile',
  changeReason: 'Change ignore reason',
  ignore: 'Ignore this finding',
  change: 'Change',
  notProvided: 'Not provided',
  unknown: 'Unknown',
  noPolicy: 'None',
  noMessage: 'The rule has no description.',
  weaknesses: 'Weaknesses',
  references: 'References',
  noUsage: 'No usage reported',
  usageTicket: 'Usage ticket',
  unknownFix: 'The fixed version is unknown',
  noFixVersion: 'The advisory names no fixed version above this one',
  noAdvisory: 'No advisory ID',
  noEpss: 'No EPSS score',
  malicious: 'This package is malicious.',
  maliciousAdvice: 'Remove it, and treat every machine that installed it as compromised.',
  suggestedFix: 'Suggested fix',
  primary: 'Primary',
  noTracking: 'No tickets or fix pull requests.',
  createTicket: 'Open a ticket',
  linkTicket: 'Link ticket',
  changeTicket: 'Change ticket',
  removeTicket: 'Remove link',
  ticketUrl: 'Ticket URL',
  ticketName: 'Display name',
  pasteTicket: 'Enter the URL of the ticket',
  ticketNotWeb: 'Enter an http or https URL',
  ticketTooLong: 'The URL is longer than 2,000 characters',
  ticketSample: 'PLAT-2061',
  ticketLinked: 'Ticket linked',
  ticketRemoved: 'Ticket link removed',
  lineNotShown: 'This line is not in the code above.',
  otherFile: 'This line is in another file; the scan did not include its code.',
  noLocation: 'location not provided',
  noReason: 'No reason given',
  pullRequest: 'Pull request',
  cancel: 'Cancel',
  noHistory: 'No history.',
  undo: 'Undo',
  show: 'Show',
  hide: 'Hide',
  retry: 'Retry',
  showFewer: 'Show fewer',
  notTheSame: 'Not the same',
  undoMatch: 'Undo match',
  undoThisMatch: 'Undo this match',
  undoTakeover: 'This finding becomes a separate finding without the triage of the other one.',
  undoRename:
    'The result of the scan becomes a separate finding, and this one returns to its state before the scan.',
  undoForGood: 'Later scans will not match them again.',
  same: 'Same finding',
  different: 'Different finding',
  noBranch: 'no branch',
  thisOne: 'This finding',
  loading: 'Loading the finding',
  loadFailed: "Couldn't load the finding",
  locationsFailed: "Couldn't load the locations",
  fullList: 'the full list',
  rowOnly:
    'This service does not provide code, history or branches of findings. Only the data from the list is shown.',
  removed:
    'This finding is no longer in lists or counts: its file is no longer scanned, or its rule was disabled',
  invalidId: 'Invalid finding ID',
  invalidIdDetail: 'The URL is incomplete or wrong. A finding ID is a number.',
  notFoundDetail:
    'Its project may have been deleted, the URL may be wrong, or your token may not have access to it.',
  previous: 'Previous finding',
  next: 'Next finding',
  copyLink: 'Copy link',
  openPage: 'Open as a page',
  back: 'Back to the list',
  close: 'Close',
  panelWidth: 'Panel width',
  lastFinding: 'This is the last finding',
  firstFinding: 'This is the first finding',
  notInList: 'This finding is not in the list',
  listFailed: "Couldn't load the list",
  linkCopied: 'Link copied',
  linkNotCopied: "Couldn't copy the link",
  unchanged: 'No change: the finding already has this status',
  mayNotTriage: "You don't have permission to triage: your token lacks the scope findings:triage",
  checkingPermission: 'Checking your permissions',
  inCommit: 'Commit',
  blob: 'blob',
  notStored:
    'Gatehouse does not store secrets. It keeps the type and a salted hash, which is used to find other locations of the same secret.',
  valueUnknown:
    'The scanner did not report which part of the code is the secret, so the code and data flow are not stored either.',
} as const

/** What a copy button copies. */
export const copied = {
  fixedCode: 'fixed code',
  findingId: 'finding ID',
  fingerprint: 'fingerprint',
  syntacticId: 'syntactic ID',
  secretId: 'secret ID',
  advisoryId: 'advisory ID',
  purl: 'package URL',
} as const

export const triagedAs = (state: string, reason: string | undefined) =>
  reason ? `${state} as ${reason.toLowerCase()}` : state
export const noteBy = ', note by '
export const triagedBy = ' by '
export const mayBeSame = 'May be the same as'
export const onBranch = ' on '
export const pixels = (width: number) => `${width} pixels`
export const notFoundTitle = (id: string) => `Finding ${id} not found`
export const findingName = (id: number | string) => `Finding ${id}`
export const stepCount = (count: number) => plural(count, 'step')
export const showAll = (count: number) => `Show all ${formatNumber(count)}`
export const showAllSteps = (count: number) => `Show all ${formatNumber(count)} steps`
export const exploitChance = (share: string) => `${share} probability of exploitation within 30 days`
export const scanName = (id: number) => `Scan ${id}`
export const lineName = (line: number) => `line ${line}`
export const riskLabel = (risk: string) => `${risk} risk`
export const findingsTogether = (count: number) => `Shared by ${plural(count, 'finding')}`
export const reviewComments = (count: number) => `${plural(count, 'comment')} on pull requests`
export const everyLocation = (count: number) => `${formatNumber(count)} on all branches, of any status`
export const loadingLocations = 'Loading the locations…'
export const moreLocations = (count: number) => `${formatNumber(count)} more in`
export const staleData = (why: string) => `This data may be out of date: ${why.toLowerCase()}.`
export const rawSize = (bytes: string) => `… ${bytes} in total. Copy includes all of it.`

/**
 * Formats an EPSS percentile. The ends are worded as the highest or lowest 1%: no score is higher than all scores,
 * which include itself, or higher than none.
 */
export function percentileLabel(percentile: number): string {
  const percent = Math.floor(percentile * 100)
  const rank =
    percent >= 99 ? 'Among the highest 1%' : percent < 1 ? 'Among the lowest 1%' : `Higher than ${percent}%`
  return `${rank} of all scored advisories`
}
