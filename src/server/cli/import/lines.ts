import { isAppliedScan } from '#contract/applied-scan.ts'
import type { CreateScanAnswer, ScanError } from '#contract/responses/scans.ts'
import { formatNumber, joinWords, plural } from '#lib/text/format.ts'
import { problemDetailOf } from '#server/operations/client/problem-details.ts'
import { faultLine, summaryLine } from '#server/reports/report/summary.ts'
import type { FoundFiles } from './files.ts'
import type { Outcome, Problem } from './outcome.ts'

/** The output of a command: results for standard output, warnings for standard error. */
export interface OutputLines {
  results: string[]
  warnings: string[]
}

/** The lines about folders, patterns and archives: how many reports were found in each. */
export function searchedLines(searched: FoundFiles['searched']): string[] {
  return searched.map(({ name, files, skipped }) => {
    const others = skipped === 0 ? '' : `, ${plural(skipped, 'other file')} skipped`
    return `${name}: ${plural(files, 'report')}${others}`
  })
}

const maxErrorsShown = 5
const maxFilesNamed = 3

/** The link of each scan of an upload, with its tool and category if there are several. */
function scanLinks({ url, scans }: CreateScanAnswer): string[] {
  // A running service that is older than this command names one only.
  if (!scans || scans.length === 1) return [url]
  return scans.map((one) => `${one.url} (${[one.tool, one.category].filter(Boolean).join(' · ')})`)
}

/**
 * Returns the lines to print about the files of one call; the links to its scans come last.
 * @param isServed whether a service runs, without which the link cannot be opened.
 */
export function outcomeLines(
  outcomes: readonly Outcome[],
  isDryRun: boolean,
  isServed: boolean,
): OutputLines {
  const lines: OutputLines = { results: [], warnings: [] }
  const links: string[] = []
  const refused = outcomes.filter((outcome) => 'problem' in outcome).length
  /** Uploaded parts of a scan that a later file completes. */
  let parts: string[] = []
  const isScan = outcomes.some((outcome) => 'scan' in outcome)
  for (const outcome of outcomes) {
    if (isScan && outcome.isArchived && outcomes.length > 1 && !('problem' in outcome))
      lines.results.push(`${outcome.file}: accepted`)
    if ('problem' in outcome) lines.warnings.push(rejectionLine(outcome.file, outcome.problem))
    else if ('waiting' in outcome) parts.push(outcome.file)
    else {
      if (addScan(lines, [...parts, outcome.file], outcome, isDryRun)) links.push(...scanLinks(outcome.scan))
      parts = []
    }
  }
  if (refused > 0) lines.results.push(...parts.map((file) => `${file}: valid, but not imported`))
  else addWaiting(lines, parts, outcomes.at(-1))
  if (refused > 0 && outcomes.length > 1 && !outcomes.some((outcome) => 'scan' in outcome))
    lines.warnings.push(`${refused} of ${outcomes.length} files were rejected; nothing was imported.`)
  const view = isServed ? 'View the results:' : 'Start Gatehouse to view the results:'
  lines.results.push(...links.map((link) => `${view} ${link}`))
  return lines
}

/** @returns whether a scan was created that can be viewed. */
function addScan(
  lines: OutputLines,
  files: readonly string[],
  { scan, status, tool }: Extract<Outcome, { scan: unknown }>,
  asksDryRun: boolean,
): boolean {
  const label = files.length > maxFilesNamed ? `${files.length} files` : files.join(', ')
  // An older running service ignores `dry_run`, and answers 201 because it created a scan.
  const isDryRun = asksDryRun && status !== 201 && !scan.repeated
  if (asksDryRun && status === 201)
    lines.warnings.push(`${label}: imported: the running service does not support --dry-run. Restart it.`)
  if (isDryRun) lines.results.push(`${label}: ${summaryLine(scan.report)} (dry run: nothing was changed)`)
  else if (scan.repeated)
    lines.results.push(`${label}: already imported as scan ${scan.id}; nothing was changed`)
  else lines.results.push(`${label}: ${summaryLine(scan.report)}`)
  const place = isDryRun ? '' : scan.url
  if (scan.status === 'SCAN_STATUS_ERROR') lines.warnings.push(...failureLines(label, scan, place))
  if (scan.hold !== null) lines.warnings.push(`${label}: ${holdMessage(scan.hold, tool, place)}`)
  const { uncertain } = scan.report
  if (uncertain > 0) lines.warnings.push(`${label}: ${uncertainMessage(uncertain, place)}`)
  return !isDryRun
}

/** The lines about a failed run: the reason, its first errors, and what was applied. */
function failureLines(label: string, scan: CreateScanAnswer, place: string): string[] {
  const { status, report, failure, errors } = scan
  const why = failure === null ? 'the report says that it did not succeed' : failure.replace(/\.$/, '')
  const serious = errors.filter(({ level }) => level === 'error')
  const visible = (serious.length > 0 ? serious : errors).slice(0, maxErrorsShown)
  const more = errors.length - visible.length
  return [
    `${label}: the run failed: ${why}. ${isAppliedScan(status, report) ? 'What it found was added; nothing was fixed.' : 'Nothing was changed.'}`,
    ...visible.map((error) => `  ${errorLine(error)}`),
    ...(more > 0 ? [`  and ${formatNumber(more)} more${place && `: ${place}`}`] : []),
  ]
}

function errorLine({ level, message, path, line, rule }: ScanError): string {
  const where = path === null ? '' : `${path}${line === null ? '' : `:${line}`}: `
  return `${level}: ${where}${message}${rule === null ? '' : ` (${rule})`}`
}

function holdMessage(
  hold: NonNullable<CreateScanAnswer['hold']>,
  tool: string | null,
  place: string,
): string {
  const reasons: Record<string, string> = {
    empty: 'and nothing shows that it scanned the same files as before',
    other_rules: 'and the file lists none of their rules',
    other_scope: 'and it scanned other files than the scan before',
  }
  const reason = reasons[hold.reason] ?? 'for the reason on its page'
  const fixes = `it would fix ${formatNumber(hold.would_fix)} of ${plural(hold.open, 'open finding')} of ${tool ?? 'its tool and category'}, ${reason}`
  const apply = place === '' ? 'Apply it with --accept-empty' : `Apply it with --accept-empty or at ${place}`
  return `held: ${fixes}. Nothing was changed. Give scans of parts a --category each. ${apply} before ${minuteOf(hold.expires_at)}.`
}

function uncertainMessage(count: number, place: string): string {
  const what = count === 1 ? '1 finding is' : `${formatNumber(count)} findings are`
  const one = count === 1 ? 'a triaged one' : 'triaged ones'
  return `${what} uncertain: open, but may be the same as ${one}.${place && ` Confirm at ${place}`}`
}

function addWaiting(lines: OutputLines, files: readonly string[], last: Outcome | undefined) {
  if (!last || !('waiting' in last)) return
  const { part, parts, missing, expires_at } = last.waiting
  const first = part - files.length + 1
  for (const [index, file] of files.entries())
    lines.results.push(`${file}: received as part ${first + index} of ${parts}`)
  const numbers = joinWords(missing.map(String))
  lines.results.push(
    `Nothing is imported until part${missing.length === 1 ? '' : 's'} ${numbers} ${missing.length === 1 ? 'is' : 'are'} received, before ${minuteOf(expires_at)}.`,
  )
}

/** Why a file was rejected, with the position of the fault if known. */
function rejectionLine(file: string, problem: Problem): string {
  const [fault] = problem.errors ?? []
  if (fault?.line === undefined) return `${file}: ${problemDetailOf(problem)}`
  const { line, column = 0, byteOffset = 0, pointer: path = '', detail: message } = fault
  return faultLine(file, { message, line, column, byteOffset, path })
}

/** `2026-01-31 12:00 UTC`, from an instant in ISO 8601. */
export const minuteOf = (instant: string) => `${instant.slice(0, 16).replace('T', ' ')} UTC`
