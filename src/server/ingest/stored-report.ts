import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGunzip, createGzip } from 'node:zlib'
import { breathe } from './reader.ts'
import type { ReportedFinding, ReportedLockfile, ReportedRun, ScanReport } from './report.ts'

/** Lines written between two turns of the event loop. */
const linesAtOnce = 250

/** One line of a stored report; a run is followed by its lockfiles and findings. */
type Line =
  | { report: Omit<ScanReport, 'runs'> }
  | { run: Omit<ReportedRun, 'findings' | 'lockfiles'>; lockfiles: boolean }
  | { lockfile: ReportedLockfile }
  | { finding: ReportedFinding }

/** Writes a report for later, as compressed lines of JSON. It holds no secret: readers replace them. */
export function encodeReport(report: ScanReport): Promise<Buffer> {
  return buffer(Readable.from(lines(report)).pipe(createGzip()))
}

async function* lines(report: ScanReport): AsyncGenerator<string> {
  let batch: string[] = []
  for (const line of linesOf(report)) {
    batch.push(JSON.stringify(line))
    if (batch.length < linesAtOnce) continue
    yield `${batch.join('\n')}\n`
    batch = []
    await breathe()
  }
  yield `${batch.join('\n')}\n`
}

function* linesOf({ runs, ...report }: ScanReport): Generator<Line> {
  yield { report }
  for (const { findings, lockfiles, ...run } of runs) {
    yield { run, lockfiles: lockfiles !== null }
    for (const lockfile of lockfiles ?? []) yield { lockfile }
    for (const finding of findings) yield { finding }
  }
}

/** Reads what `encodeReport` wrote. */
export async function decodeReport(content: Uint8Array): Promise<ScanReport> {
  let report: ScanReport | undefined
  let run: ReportedRun | undefined
  let count = 0
  const take = (text: string) => {
    // parse: written by `encodeReport`.
    const line = JSON.parse(text) as Line
    if ('report' in line) report = { ...line.report, runs: [] }
    else if ('run' in line) {
      run = { ...line.run, findings: [], lockfiles: line.lockfiles ? [] : null }
      report?.runs.push(run)
    } else if ('lockfile' in line) run?.lockfiles?.push(line.lockfile)
    else run?.findings.push(line.finding)
  }
  let rest = ''
  for await (const piece of Readable.from([content]).pipe(createGunzip()).setEncoding('utf8')) {
    const whole = `${rest}${String(piece)}`.split('\n')
    rest = whole.pop() ?? ''
    for (const line of whole) {
      if (line !== '') take(line)
      if (++count % linesAtOnce === 0) await breathe()
    }
  }
  if (rest !== '') take(rest)
  if (!report) throw new Error('the stored report is empty')
  return report
}
