import { hash } from 'node:crypto'
import { flawsIn, linesOf, type PlacedFlaw, type Repository } from '../repository.ts'
import { type LineFormat, messageOf, ofLines, type Run, reportedFlaws } from './format.ts'

type Sending = { lines: boolean; fingerprint: boolean }

/** What stands in the place of what only users who are signed in get. */
const withheld = 'requires login'

/** Semgrep's hash of rule, path and what the rule matched; an index behind it counts equal ones. */
const fingerprintOf = ({ rule, path, code }: PlacedFlaw, { scheme = 1 }: Run) =>
  hash('blake2b512', `${scheme}\n${rule}\n${path}\n${code}`)

function report(sending: Sending, repository: Repository, run: Run) {
  const flaws = flawsIn(repository)
  const counts = new Map<string, number>()
  const results = reportedFlaws(flaws, { ...run, reversed: false }).map((flaw) => {
    const base = fingerprintOf(flaw, run)
    const index = counts.get(base) ?? 0
    counts.set(base, index + 1)
    return result(sending, repository, flaw, `${base}_${index}`, run)
  })
  const files = [...repository.keys()].filter((path) => run.files?.includes(path) ?? true)
  const off = run.namesOffRules ? (run.offRules ?? []) : []
  return {
    version: run.upgraded ? '1.141.0' : '1.97.0',
    results: run.reversed ? results.toReversed() : results,
    errors: [],
    paths: run.withoutFileList ? {} : { scanned: files.toSorted() },
    interfile_languages_used: [],
    skipped_rules: off.map((rule) => ({ rule_id: rule, details: 'Disabled in the configuration.' })),
  }
}

function result(sending: Sending, repository: Repository, flaw: PlacedFlaw, fingerprint: string, run: Run) {
  const { rule, path, line, column, endColumn, text } = flaw
  const trace = sending.lines ? traceOf(repository, flaw) : null
  return {
    check_id: rule,
    path,
    start: { line, col: column, offset: line * 40 + column },
    end: { line, col: endColumn, offset: line * 40 + endColumn },
    extra: {
      engine_kind: sending.fingerprint ? 'PRO' : 'OSS',
      fingerprint: sending.fingerprint ? fingerprint : withheld,
      is_ignored: run.suppressed?.includes(flaw.truth) ?? false,
      lines: sending.lines ? text : withheld,
      message: messageOf(flaw, run),
      metadata: {
        category: 'security',
        confidence: run.upgraded ? 'HIGH' : 'MEDIUM',
        cwe: ['CWE-89: Improper Neutralization of Special Elements used in an SQL Command'],
        technology: ['python'],
      },
      severity: run.upgraded ? 'ERROR' : 'WARNING',
      validation_state: 'NO_VALIDATOR',
      ...(trace ? { dataflow_trace: trace } : {}),
    },
  }
}

function traceOf(repository: Repository, { truth, path, line, column, endColumn, code }: PlacedFlaw) {
  const lines = linesOf(repository, path)
  const from = lines.findIndex(({ sourceOf }) => sourceOf === truth)
  const source = lines[from]?.text.trim()
  if (source === undefined) return null
  const spot = (at: number, start: number, end: number) => ({
    path,
    start: { line: at, col: start, offset: at * 40 },
    end: { line: at, col: end, offset: at * 40 },
  })
  return {
    taint_source: ['CliLoc', [spot(from + 1, 5, 5 + source.length), source]],
    intermediate_vars: [],
    taint_sink: ['CliLoc', [spot(line, column, endColumn), code]],
  }
}

const semgrep = (name: string, sending: Sending): LineFormat => ({
  name,
  issueTypes: ['sast'],
  sends: {
    code: sending.lines,
    fingerprint: sending.fingerprint,
    context: 0,
    flow: sending.lines,
    secret: false,
  },
  write: (repository, run) => report(sending, repository, run),
  ...ofLines,
  fingerprint: (_, flaw, run) => (sending.fingerprint ? fingerprintOf(flaw, run) : null),
})

export const semgrepWithLines = semgrep('Semgrep with lines', { lines: true, fingerprint: false })
export const semgrepCommunity = semgrep('Semgrep CE', { lines: false, fingerprint: false })
export const semgrepWithFingerprint = semgrep('Semgrep with fingerprint', { lines: true, fingerprint: true })
