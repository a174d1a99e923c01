import type { IngestReport, ScanCoverage, ScanHold } from '#contract/answers/scans.ts'
import type { scanChangeKinds } from '#contract/scans.ts'
import { formatNumber, plural } from '#lib/format.ts'

export type ChangeKind = (typeof scanChangeKinds)[number]

/** What a scan looked at: "412 files, 3 failed, 2 rules off". Empty where its file says nothing of it. */
export function coverageWords(coverage: ScanCoverage | null): string {
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
    ofFiles(coverage.partial_files, 'scanned in part'),
    rules === null ? undefined : plural(rules, 'rule'),
    ofRules(coverage.rules_off, 'off'),
    ofRules(coverage.failed_rules, 'failed'),
  ]
    .filter((words) => words !== undefined)
    .join(', ')
}

/** Why a scan is held, as a sentence without its full stop. */
export function holdWords({ reason, would_fix, open }: ScanHold): string {
  if (reason === 'other_rules')
    return `Held: it ran none of the rules behind the ${plural(open, 'open finding')}`
  const would = `it would fix ${formatNumber(would_fix)} of ${plural(open, 'open finding')}`
  return reason === 'empty' ? `Held: ${would}, and the file does not show what was scanned` : `Held: ${would}`
}

interface ReportNumber {
  name: ChangeKind | 'unchanged' | 'left_out'
  label: string
  count: number
  /** Another number that stands under it. */
  more?: { name: ChangeKind; words: string } | undefined
}

/** The numbers of a report, in the order in which they matter. */
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

/** The kinds of changes, each with what its list says of itself. */
export const changeWords: Record<ChangeKind, { label: string; about: string }> = {
  new: { label: 'New', about: 'Reported for the first time on this branch.' },
  new_in_project: { label: 'New in this project', about: 'Reported for the first time on any branch.' },
  fixed: { label: 'Fixed', about: 'Covered by this scan and no longer reported.' },
  removed: { label: 'Removed', about: 'No longer looked for: the file or the rule is gone.' },
  reopened: { label: 'Reopened', about: 'Reported again after they had been closed.' },
  moved: {
    label: 'Moved',
    about: 'Matched by evidence that can be wrong. Open a finding to undo its match.',
  },
  uncertain: {
    label: 'Uncertain',
    about: 'Open, since they may be the same as triaged ones. Open a finding to say whether they are.',
  },
}
