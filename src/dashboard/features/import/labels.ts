import { formatList, formatNames } from '#contract/format-names.ts'
import type { CreateScanAnswer, IngestReport, ScanHold } from '#contract/responses/scans.ts'
import { formatNumber, plural } from '#lib/text/format.ts'
import { formatBytes } from '#lib/text/units.ts'
import type { FileFault, FileLimits, Inspected } from './inspect-file.ts'

export const reasons = {
  loading: 'Checking your permissions',
  noPermission: "You don't have permission to import scans: your token lacks the scope scans:write",
  demoOnly:
    'Your token only has access to the demo data. Ask an administrator for a token for your deployment',
  noFiles: 'Choose a report first',
  inspecting: 'Reading the files',
  noProject: 'Enter a project',
  onlyFaulty: 'None of these files can be imported',
}

export const uploadLabels = {
  drop: 'Drop scan reports here',
  dropMore: 'Drop more reports here',
  dropping: 'Drop to add',
  formats: `${formatList()}; plain or gzip`,
  choose: 'Choose files',
  addMore: 'Add files',
  files: 'Files to import',
  project: 'Project',
  projectHint: 'Created if it does not exist.',
  projectPlaceholder: 'acme/shop',
  branch: 'Branch',
  branchHint: 'Leave empty for the primary branch.',
  import: 'Import',
  retry: 'Try again',
  clear: 'Clear',
  cancel: 'Cancel',
  together:
    'These files are imported together: if one is rejected, none is imported. Each tool and category in them becomes a scan of its own.',
  noSuggestions: 'New project',
}

/** `up to 50 MB, or 256 MB uncompressed` */
export const limitNote = ({ sent, inflated }: FileLimits) =>
  `Up to ${mebibytes(inflated)} each (${mebibytes(sent)} compressed)`

/** The service's limits are multiples of 1,024. */
const mebibytes = (bytes: number) => `${formatNumber(Math.floor(bytes / 1024 / 1024))} MB`

/** Describes a file in its row, next to its name. */
export function fileNote(size: number, inspected: Inspected | undefined): string {
  const format = inspected?.format && formatNames[inspected.format]
  return [formatBytes(size), format].filter(Boolean).join(' · ')
}

/** Why a file is not sent. */
export function faultLabel(fault: FileFault, { sent, inflated }: FileLimits): string {
  const supported = `Supported: ${formatList()}.`
  const sentences: Record<FileFault, string> = {
    empty: 'This file is empty.',
    'too-large': `This file is too large. The limit is ${mebibytes(inflated)}, or ${mebibytes(sent)} if compressed. Use the command line for larger files.`,
    xml: `This is an XML or HTML file. ${supported} Most scanners can write one of them.`,
    archive:
      'This is an archive. Unpack it and add the reports in it. A single report may be compressed with gzip.',
    document: `This is not a scan report. ${supported}`,
    'not-json': `This is not a JSON file. ${supported}`,
    unreadable: 'This file could not be read. It may have been moved or changed. Add it again.',
  }
  return sentences[fault]
}

export const removeLabel = (name: string) => `Remove ${name}`

/** `Import 3 files`; after others were rejected `Import the other 2 files`. */
export function importLabel(files: number, rejected: number): string {
  if (rejected > 0)
    return files === 1 ? 'Import the other file' : `Import the other ${formatNumber(files)} files`
  return files > 1 ? `Import ${formatNumber(files)} files` : 'Import'
}

/** The text above the upload's progress bar. */
export const sendingLabel = (index: number, files: number, share: number) =>
  `Sending${files > 1 ? ` file ${index + 1} of ${files}` : ''}… ${Math.floor(share * 100)}%`

export const progressLabels = {
  checking: 'Sent. Reading the file…',
  queued: 'Waiting for other imports to finish…',
  importing: 'Importing… You can leave this page; the import continues.',
  bar: 'Import progress',
  lost: 'The connection to the service was lost. The import continues there; reconnecting…',
}

export const failureLabels = {
  rejected: (count: number) =>
    `${plural(count, 'file was', 'files were')} rejected, so nothing was imported.`,
  offline: 'The connection was lost. It is safe to try again.',
}

export const toastLabels = {
  view: (scans: number) => (scans === 1 ? 'View scan' : 'View scans'),
  failed: 'The import failed',
  canceled: 'The import was canceled',
  unchanged: 'Nothing was changed.',
}

/** The heading of an import's result. */
export function resultTitle({ status, repeated, scans }: CreateScanAnswer): string {
  if (repeated) return 'Already imported'
  if (status === 'SCAN_STATUS_ERROR') return 'The scan failed'
  if (status === 'SCAN_STATUS_PENDING') return 'Held for review'
  return scans.length > 1 ? `${plural(scans.length, 'scan')} imported` : 'Scan imported'
}

/** `acme/shop: 12 new, 3 fixed` */
export const sentSummary = (project: string, report: IngestReport) =>
  `${project}: ${formatNumber(report.new)} new, ${formatNumber(report.fixed)} fixed`

export const resultLabels = {
  repeated: (files: number) =>
    `${files === 1 ? 'This file was' : 'These files were'} imported before. ${toastLabels.unchanged}`,
  failed: (failure: string, isApplied: boolean) =>
    `The report says that the scan failed: ${failure.replace(/\.$/, '')}. ${isApplied ? 'What it found was added.' : toastLabels.unchanged}`,
  skipped: (count: number) => `${plural(count, 'result')} skipped`,
  moreSkipped: (count: number) => `and ${plural(count, 'other reason')}`,
  messages: (count: number) => `${plural(count, 'message')} from the scanner`,
  open: 'Open findings',
  scan: 'View scan',
  scans: (count: number) => `${plural(count, 'scan')}, one for each tool and category`,
  scanName: (id: number, tool: string | null, category: string | null) =>
    [tool ?? `Scan ${id}`, category].filter(Boolean).join(' · '),
  project: 'View project',
  review: 'Review and apply',
  more: 'Import more',
  uncertain: (count: number) =>
    `${plural(count, 'finding')} may be the same as triaged ones. Review them on the scan page.`,
}

/** `Main · acme/shop · release/4.2 · 3 files`; the deployment only if it is not the current one. */
export const resultTarget = (target: {
  deployment: string
  project: string
  branch: string
  files: number
}) =>
  [target.deployment, target.project, target.branch, target.files > 1 ? plural(target.files, 'file') : '']
    .filter(Boolean)
    .join(' · ')

/** Why a scan is held. */
export function holdLabel({ reason, would_fix, open }: ScanHold): string {
  const fixes = `Applying it would fix ${formatNumber(would_fix)} of ${plural(open, 'open finding')}`
  const reasonsOfHold: Record<string, string> = {
    empty: ', and nothing shows that it scanned the same files as before',
    other_rules: ', and it ran none of their rules',
    other_scope: ', and it scanned other files than the scan before',
  }
  return `${fixes}${reasonsOfHold[reason] ?? ''}. Nothing has changed yet. Give scans of parts a category each.`
}

/** Returns the numbers of a report: some always, the others if they are not zero. */
export function reportNumbers(report: IngestReport): { name: string; label: string; count: number }[] {
  const numbers = [
    { name: 'new', label: 'New', count: report.new, always: true },
    { name: 'fixed', label: 'Fixed', count: report.fixed, always: true },
    { name: 'unchanged', label: 'Unchanged', count: report.unchanged, always: true },
    { name: 'reopened', label: 'Reopened', count: report.reopened },
    { name: 'removed', label: 'Removed', count: report.removed },
    { name: 'moved', label: 'Moved', count: report.moved },
    { name: 'uncertain', label: 'Uncertain', count: report.uncertain },
    {
      name: 'dependencies',
      label: report.dependencies === 1 ? 'Dependency' : 'Dependencies',
      count: report.dependencies ?? 0,
    },
  ]
  return numbers.filter(({ count, always }) => always || count > 0)
}

/** The accessible name of a number that links to its list. */
export const numberLabel = (count: number, label: string) => `${formatNumber(count)} ${label.toLowerCase()}`

export const demoNotice = (name: string | undefined) =>
  name === undefined
    ? 'You are looking at demo data. Your scans go to a separate deployment, which is created with the first import.'
    : `You are looking at demo data. Your scans go to the deployment ${name}.`
