import type { scanChangeKinds } from '#contract/operations/scans.ts'
import type { IngestReport, ScanCoverage, ScanHold } from '#contract/responses/scans.ts'
import { formatNumber, plural } from '#lib/text/format.ts'

/** Labels of the scan pages. */
export const labels = {
  title: 'Scans',
  noun: 'scan',
  noFilters: 'All scans, newest first',
  filters: {
    since: 'Started',
    until: 'Started before',
    statuses: 'Status',
    is_full_scan: 'Scan type',
    products: 'Product',
    repos: 'Project',
    branch: 'Branch',
    project_tags: 'Project tag',
    gate: 'Pull request',
    gate_since: 'Verdict since',
    min: 'Duration at least',
    max: 'Duration at most',
  },
  gateVerdicts: { pass: 'Passed', fail: 'Blocked', none: 'No verdict', excepted: 'Passed by exception' },
  any: 'Any',
  inSeconds: (label: string) => `${label}, in seconds`,
  columns: {
    scan: 'Scan',
    project: 'Project',
    branch: 'Branch',
    commit: 'Commit',
    kind: 'Type',
    products: 'Products',
    status: 'Status',
    findings: 'Findings',
    counts: ['Code', 'Supply', 'Secrets'],
    countsBefore: 'Findings reported: ',
    took: 'Duration',
    started: 'Started',
  },
  scan: (id: string | number) => `Scan ${id}`,
  project: (id: string | null | undefined) => `Project ${id ?? 'unknown'}`,
  commit: (commit: string) => `Commit ${commit}`,
  commitAtHost: (commit: string) => `Commit ${commit}, on the code host`,
  unknown: 'Unknown',
  unknownCount: (product: string) => `${product}: unknown`,
  notStarted: 'Not started',
  reportedCounts: (counts: string) => `As reported by this scan: ${counts}`,
  findings: (count: number) => plural(count, 'finding'),
  openById: 'Open a scan by its ID',
  openByIdHint: 'Scan ID',
  notAnId: 'A scan ID is a number',
  empty: {
    title: 'No scans yet',
    text: 'Upload a report, run a command, or add Gatehouse to your pipeline.',
  },
  chart: {
    buttonStart: 'Duration ',
    buttonEnd: 'chart',
    title: 'Scan duration',
    failed: "Couldn't load scan durations",
    median: 'Median',
    p95: '95th percentile (p95)',
    empty: 'No scan in this list has a duration.',
    loading: 'Loading the scan durations',
  },
  page: {
    notFound: 'Scan not found',
    notFoundText: (id: string) => `“${id}” is not a scan ID. IDs are whole numbers.`,
    all: 'All scans',
    failed: (id: string) => `Couldn't load scan ${id}`,
    loading: 'Loading the scan',
    copyId: 'scan ID',
    of: 'of',
    allOfProject: 'all scans of this project',
    started: 'started',
    queued: 'queued',
    changes: 'Changes',
  },
  outcome: {
    failed: 'The run failed and found nothing, so this scan changed no findings.',
    failedWithFindings: 'The run failed. What it found was added, and what it did not find was kept.',
    expired:
      'This scan was held and not applied in time, or a newer scan replaced it. It changed no findings.',
    mergeQueue: 'This branch belongs to a merge queue, so its findings are in no list.',
    mergeQueueUntil: [
      'The verdict tells which of them count. They are deleted with the scan on ',
      ', unless the branch is scanned again.',
    ],
  },
  errors: {
    title: (count: number) => `${plural(count, 'message')} from the tool`,
    label: 'Messages from the tool',
    levels: { error: 'Error', warning: 'Warning' },
    fewer: 'Show fewer',
    all: (count: number) => `Show all ${formatNumber(count)}`,
  },
  found: {
    title: 'Findings',
    reported: (count: number) => `It reported ${plural(count, 'finding')}.`,
    unknown: 'This service does not provide the findings of a scan.',
    results: 'Results',
    firstSeen: 'First seen in this scan',
    firstSeenWhat: 'findings first seen here',
    fixed: 'Fixed by this scan',
    fixedWhat: 'findings fixed here',
    report: 'Reported findings',
    total: (count: number, counts: string) =>
      `${plural(count, 'finding')}: ${counts}. A scan reports all findings, known and new.`,
    none: 'Nothing yet: the scan has not ended.',
    dependencies: (count: number) => `The file lists ${plural(count, 'dependency', 'dependencies')}.`,
    leftOut: (count: number, reason: string) => `${formatNumber(count)} left out: ${reason}`,
    leftOutCount: (count: number) => `${formatNumber(count)} left out`,
  },
  changes: {
    kinds: 'Types of changes',
    failed: "Couldn't load the changes",
    none: 'No findings.',
    list: (kind: string) => `${kind} findings`,
    more: 'Show more',
    of: (shown: number, total: number) => `${formatNumber(shown)} of ${formatNumber(total)}`,
    movedTo: 'moved to',
  },
  run: {
    code: 'Code',
    branch: 'Branch',
    commit: 'Commit',
    copyCommit: 'commit',
    author: 'Author',
    pullRequest: 'Pull request',
    by: 'by',
    repository: 'Repository',
    run: 'Run',
    kind: 'Type',
    products: 'Products',
    scanner: 'Scanner',
    category: (name: string) => `, category ${name}`,
    coverage: 'Coverage',
    queued: 'Queued',
    started: 'Started',
    notStarted: 'Not started yet',
    ended: 'Ended',
    took: 'Duration',
    exitCode: 'Exit code',
    logs: 'Logs',
    job: 'CI job',
    event: 'Event',
    config: 'Configuration',
    notProvided: 'Not provided',
    exit: {
      ok: '0: succeeded',
      findings: '1: succeeded, with findings that fail the job',
      failed: (code: number) => `${code}: failed with an error`,
    },
    logsKept: 'Kept by the scanner where it ran. Gatehouse has no copy.',
    noLogs: 'None',
  },
  hold: {
    loading: 'Loading your permissions',
    notAllowed: "You don't have permission to apply scans: your token lacks the scope projects:write",
    apply: 'Apply…',
    until: [
      'Nothing has changed. You can apply it until ',
      ', or until a newer scan of the same source is applied.',
    ],
    parts:
      'Scans of parts of a project need a category each: --category in the command line, category in the API.',
    title: 'Apply this scan?',
    cancel: 'Cancel',
    confirm: 'Apply scan',
    of: ' of ',
    willClose: ' will be closed, because this scan does not report them.',
    keeps:
      'Triage and history are kept. A later scan that reports a finding again reopens it. Applying cannot be undone.',
    applied: (id: number) => `Scan ${id} applied`,
    nothing: 'No finding changed',
    fixed: (count: number, open: number) => `${formatNumber(count)} of ${plural(open, 'open finding')}`,
  },
} as const

export type ChangeKind = (typeof scanChangeKinds)[number]

/** Describes the coverage of a scan: "412 files, 3 failed, 2 rules off". Empty if the report has none. */
export function coverageText(coverage: ScanCoverage | null): string {
  if (!coverage) return ''
  const { files, rules } = coverage
  const some = (count: number, words: string) => (count > 0 ? `${formatNumber(count)} ${words}` : undefined)
  const ofFiles = (count: number, words: string) =>
    count > 0 && files === null ? `${plural(count, 'file')} ${words}` : some(count, words)
  const ofRules = (count: number, words: string) =>
    count > 0 ? `${plural(count, 'rule')} ${words}` : undefined
  return [
    files === null ? undefined : plural(files, 'file'),
    ofFiles(coverage.skipped_files, 'skipped'),
    ofFiles(coverage.failed_files, 'failed'),
    ofFiles(coverage.partial_files, 'partially scanned'),
    rules === null ? undefined : plural(rules, 'rule'),
    ofRules(coverage.rules_off, 'off'),
    ofRules(coverage.failed_rules, 'failed'),
  ]
    .filter((words) => words !== undefined)
    .join(', ')
}

/** Describes why a scan is held, as a sentence without a full stop. */
export function holdText({ reason, would_fix, open }: ScanHold): string {
  if (reason === 'other_rules') return `Held: it ran none of the rules of the ${plural(open, 'open finding')}`
  const would = `it would fix ${formatNumber(would_fix)} of ${plural(open, 'open finding')}`
  const reasons: Record<string, string> = {
    empty: ', and nothing shows that it scanned the same files as before',
    other_scope: ', and it scanned other files than the scan before',
  }
  return `Held: ${would}${reasons[reason] ?? ''}`
}

interface ReportNumber {
  name: ChangeKind | 'unchanged' | 'left_out'
  label: string
  count: number
  /** Another number shown below it. */
  more?: { name: ChangeKind; words: string } | undefined
}

/** Returns the numbers of a report, most important first. */
export function numbersOf(report: IngestReport): ReportNumber[] {
  const leftOut = report.left_out.reduce((sum, { count }) => sum + count, 0)
  return [
    {
      name: 'new',
      label: 'New',
      count: report.new,
      more:
        report.new_in_project === report.new
          ? undefined
          : { name: 'new_in_project', words: `${formatNumber(report.new_in_project)} new in this project` },
    },
    { name: 'fixed', label: 'Fixed', count: report.fixed },
    { name: 'removed', label: 'Removed', count: report.removed },
    { name: 'reopened', label: 'Reopened', count: report.reopened },
    { name: 'moved', label: 'Moved', count: report.moved },
    { name: 'uncertain', label: 'Uncertain', count: report.uncertain },
    { name: 'unchanged', label: 'Unchanged', count: report.unchanged },
    { name: 'left_out', label: 'Left out', count: leftOut },
  ]
}

/** The kinds of changes, each with the labels of its list. */
export const changeLabels: Record<ChangeKind, { label: string; about: string }> = {
  new: { label: 'New', about: 'Reported for the first time on this branch.' },
  new_in_project: { label: 'New in this project', about: 'Reported for the first time on any branch.' },
  fixed: { label: 'Fixed', about: 'Covered by this scan and no longer reported.' },
  removed: { label: 'Removed', about: 'No longer scanned: the file or rule no longer exists.' },
  reopened: { label: 'Reopened', about: 'Reported again after they were closed.' },
  moved: {
    label: 'Moved',
    about: 'Matched by evidence that may be wrong. Open a finding to undo its match.',
  },
  uncertain: {
    label: 'Uncertain',
    about: 'Open, because they may match triaged findings. Open a finding to confirm or reject the match.',
  },
}
