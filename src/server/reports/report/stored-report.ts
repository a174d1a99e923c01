import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'
import { TimeSlice } from '#server/base/time-slice.ts'
import { parseStored } from '#server/db/stored-json.ts'
import { type ReadBudget, storedBytesFor, storedReportTooLarge } from '../input/read-budget.ts'
import type {
  ReportedFinding,
  ReportedLockfile,
  ReportedRevision,
  ReportedRun,
  ReportedSource,
  ScanReport,
} from './report.ts'
import { StringPool } from './string-pool.ts'

/** The part of a report that is needed before it is applied. */
export type ReportHead = Omit<ScanReport, 'runs'> & {
  runs: { source: ReportedSource; revision: ReportedRevision | null }[]
  /** Salted hashes of the report's secrets and of literals that look like ones, each once. */
  secretHashes: string[]
}

/** A report as sent between threads and stored: compressed, each text once. */
export type EncodedReport = { head: ReportHead; content: Uint8Array<ArrayBuffer> }

/** One line of a stored report; a run is followed by its lockfiles, and by its findings and their texts. */
type Line =
  | { report: Omit<ScanReport, 'runs'> }
  | { run: Omit<ReportedRun, 'findings' | 'lockfiles'>; lockfiles: boolean }
  | { lockfile: ReportedLockfile }
  /** A message, numbered from 0 over the whole report. */
  | { text: string }
  /** `text` is the number of its message, which is then null. */
  | { finding: ReportedFinding; text?: number }

/**
 * Messages of at least this length are stored once, regardless of the number of findings that have them. In characters.
 */
export const shareStrings = 200

/**
 * Encodes a report for another thread or for storage, as compressed lines of JSON. It contains no secret, since readers
 * replace them.
 * @param file that the report was read from. Throws `ReadFault` if the report would take far more storage than the
 * file.
 */
export async function encodeReport(report: ScanReport, file?: ReadBudget): Promise<EncodedReport> {
  // The content is stored for minutes or days, and often only for a moment, so the fastest level is sufficient.
  const gzip = createGzip({ level: constants.Z_BEST_SPEED })
  const pieces: Buffer[] = []
  await pipeline(inBatches(report, file), gzip, async (source) => {
    for await (const piece of source) pieces.push(piece)
  })
  const { runs, ...rest } = report
  const head = {
    ...rest,
    runs: runs.map(({ source, revision }) => ({ source, revision })),
    secretHashes: secretHashesOf(report),
  }
  return { head, content: joined(pieces) }
}

/** The pieces in memory of their own, which can be given to another thread. */
function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}

const maxSecretHashes = 50_000

function secretHashesOf({ runs }: ScanReport): string[] {
  const hashes = new Set<string>()
  for (const { findings, credentialHashes = [] } of runs) {
    for (const finding of findings)
      if (finding.kind === 'secret' && finding.secretHash !== null && hashes.size < maxSecretHashes)
        hashes.add(finding.secretHash)
    for (const each of credentialHashes) if (hashes.size < maxSecretHashes) hashes.add(each)
  }
  return [...hashes]
}

/** Characters per write. */
const batchLength = 64 * 1024

async function* inBatches(report: ScanReport, file: ReadBudget | undefined): AsyncGenerator<string> {
  const slice = new TimeSlice()
  let batch = ''
  let stored = 0
  for (const line of linesOf(report)) {
    const text = `${JSON.stringify(line)}\n`
    batch += text
    stored += storedBytesOf(line, text)
    if (file && stored > storedBytesFor(file.bytes)) throw storedReportTooLarge(file.bytes)
    if (batch.length < batchLength && !slice.isOver) continue
    yield batch
    batch = ''
    if (slice.isOver) await slice.next()
  }
  yield batch
}

/** An estimate of a line's bytes in the tables and their indexes, rather too high than too low. */
function storedBytesOf(line: Line, text: string): number {
  const bytes = Buffer.byteLength(text) * partlyFilledPages
  if ('lockfile' in line) return bytes + line.lockfile.dependencies.length * dependencyBytes
  if ('finding' in line) return bytes + findingBytes
  return 'run' in line ? bytes + line.run.rules.length * ruleBytes : bytes
}

/** Long texts leave part of their last page empty. */
const partlyFilledPages = 1.2

/** Bytes of a row in tables and indexes in addition to its texts. */
const dependencyBytes = 100
const findingBytes = 400
const ruleBytes = 500

function* linesOf({ runs, ...report }: ScanReport): Generator<Line> {
  const texts = new Map<string, number>()
  yield { report }
  for (const { findings, lockfiles, ...run } of runs) {
    yield { run, lockfiles: lockfiles !== null }
    for (const lockfile of lockfiles ?? []) yield { lockfile }
    for (const finding of findings) {
      const { message } = finding
      if (message === null || message.length < shareStrings) {
        yield { finding }
        continue
      }
      const text = texts.get(message) ?? texts.size
      if (text === texts.size) {
        texts.set(message, text)
        yield { text: message }
      }
      yield { finding: { ...finding, message: null }, text }
    }
  }
}

/** The bytes of an encoded report once it is decoded, below 4 GB: gzip ends with them. */
export const decodedBytes = ({ buffer, byteOffset, length }: Uint8Array): number =>
  new DataView(buffer, byteOffset).getUint32(length - 4, true)

/** Decodes the result of `encodeReport`. */
export async function decodeReport(content: Uint8Array): Promise<ScanReport> {
  const taking = new Lines()
  const slice = new TimeSlice()
  // The line of a run has all its rules, and so may come in a thousand pieces: each is looked at once.
  let open: string[] = []
  for await (const piece of Readable.from([content]).pipe(createGunzip()).setEncoding('utf8')) {
    const [first = '', ...others] = String(piece).split('\n')
    open.push(first)
    for (const next of others) {
      const line = open.join('')
      open = [next]
      if (line !== '') taking.addLine(line)
      if (slice.isOver) await slice.next()
    }
  }
  const last = open.join('')
  if (last !== '') taking.addLine(last)
  return taking.report()
}

/** The lines of a stored report, in order. */
class Lines {
  #report: ScanReport | undefined
  #run: ReportedRun | undefined
  readonly #texts: string[] = []
  readonly #pool = new StringPool()
  readonly #none: never[] = []

  addLine(json: string): void {
    // parse: written by `encodeReport`.
    const line = parseStored<Line>(json)
    if ('report' in line) this.#report = { ...line.report, runs: [] }
    else if ('run' in line) {
      this.#run = { ...line.run, findings: [], lockfiles: line.lockfiles ? [] : null }
      this.#report?.runs.push(this.#run)
    } else if ('lockfile' in line) this.#run?.lockfiles?.push(line.lockfile)
    else if ('finding' in line) {
      if (line.text !== undefined) line.finding.message = this.#texts[line.text] ?? null
      this.#share(line.finding)
      this.#run?.findings.push(line.finding)
    } else this.#texts.push(line.text)
  }

  /** Findings repeat most of their texts, and each line is parsed into texts of its own. */
  #share(finding: ReportedFinding) {
    const { evidence, location } = finding
    const once = (text: string | null) => text && this.#pool.once(text)
    finding.rulePath = this.#pool.once(finding.rulePath)
    finding.message = once(finding.message)
    if (location) location.filePath = this.#pool.once(location.filePath)
    if (finding.code) finding.code.lines = finding.code.lines.map((line) => this.#pool.once(line))
    for (const key of ['code', 'tokens', 'context'] as const) evidence[key] = once(evidence[key])
    for (const key of ['fingerprint', 'otherFingerprint'] as const) {
      const fingerprint = evidence[key]
      if (fingerprint) fingerprint.scheme = this.#pool.once(fingerprint.scheme)
    }
    if (finding.categories.length === 0) finding.categories = this.#none
    if (finding.references.length === 0) finding.references = this.#none
    if (finding.reviewComments.length === 0) finding.reviewComments = this.#none
    if (finding.kind === 'secret') return
    if (finding.clickToFixPrs.length === 0) finding.clickToFixPrs = this.#none
    if (finding.kind === 'code' && finding.clickToFixFailures.length === 0)
      finding.clickToFixFailures = this.#none
  }

  report(): ScanReport {
    if (!this.#report) throw new Error('the stored report is empty')
    return this.#report
  }
}
