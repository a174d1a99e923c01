import { singleByteEncoding } from '../formats/binary-files.ts'
import { documentRoute } from '../formats/document.ts'
import { formatsOf, hasCheckId, hasResults, missingPart } from '../formats/format-markers.ts'
import { Outline } from '../formats/outline.ts'
import { textFile } from '../formats/text-files.ts'
import {
  ambiguousFormat,
  foreignJsonFault,
  foreignTextFault,
  toolOf,
} from '../formats/unsupported-formats.ts'
import { JsonSplitter } from '../json/json-splitter.ts'
import type { ReportFormat, ScanReport } from '../report/report.ts'
import { asName } from '../values/json-values.ts'
import { ReadFault, startOfFile } from './fault.ts'
import { textPieces } from './input.ts'
import { ReadBudget } from './read-budget.ts'
import { yieldToEventLoop } from './reader.ts'
import { ReaderSet } from './reader-set.ts'
import { Utf8Check } from './utf8-check.ts'

export type ReadOptions = {
  /** The format that the sender names, whose marks are then not demanded; told by the content where left out. */
  format?: ReportFormat | null
  /** Bytes after inflating; 1 GB where it is left out. */
  maxBytes?: number
  /** Keeps hashes of secrets from being guessed; the same for all scans of a service. */
  salt: string
  /** Wins over what the file calls its category. */
  category?: string | null
}

const oneGigabyte = 1024 ** 3
const yieldInterval = 256 * 1024

/**
 * Reads a scanner's file (Semgrep JSON, SARIF 2.1.0, CycloneDX JSON, or a findings answer; plain or gzip) into a report,
 * without holding the file in memory. The format is told by its own marks, in whatever order they stand, once the whole
 * file is read; until then every reader takes what it wants of it. Bounds: depth 100, a string that is read 1 MB,
 * 1,000,000 results, `maxBytes`, and what `budget` allows.
 * Throws `ReadFault` where the file is of another format (with what it looks like, what is read, and how its tool writes
 * that), is not what it claims, is cut off, or passes a bound; errors of the stream itself are passed on as they are.
 * Source: docs/api.md#identity.
 */
export async function readScanFile(
  stream: AsyncIterable<Uint8Array>,
  options: ReadOptions,
  budget: ReadBudget = new ReadBudget(),
): Promise<ScanReport> {
  const expected = options.format ?? null
  const readers = new ReaderSet(expected, {
    salt: options.salt,
    category: asName(options.category, 200),
    budget,
  })
  const document = new ScanDocument(readers, expected)
  let sinceBreath = 0
  for await (const piece of textPieces(stream, options.maxBytes ?? oneGigabyte, rejectText)) {
    budget.read(piece.length)
    document.push(piece)
    sinceBreath += piece.length
    if (sinceBreath > yieldInterval) {
      sinceBreath = 0
      await yieldToEventLoop()
    }
  }
  const { format, version } = document.finish()
  return readers.finish(format, version)
}

/** Refuses what is no JSON by its beginning. */
function rejectText(head: Uint8Array): void {
  const text = textFile(Buffer.from(head).toString('utf8'))
  if (text) throw foreignTextFault(text)
}

/** The lists by whose elements a format is told. */
const distinctiveKeys = [
  ['semgrep', 'results'],
  ['findings', 'findings'],
] as const

/** A JSON document that arrives, and what is known of its format. */
class ScanDocument {
  readonly #readers: ReaderSet
  readonly #requestedFormat: ReportFormat | null
  readonly #outline = new Outline()
  readonly #encoding = new Utf8Check()
  readonly #splitter: JsonSplitter

  constructor(readers: ReaderSet, expected: ReportFormat | null) {
    this.#readers = readers
    this.#requestedFormat = expected
    const rejectList = () => {
      throw foreignJsonFault(this.#outline)
    }
    this.#splitter = new JsonSplitter(documentRoute(this.#outline, (key) => readers.parts(key), rejectList))
  }

  push(piece: Uint8Array): void {
    let pushed = 0
    this.#encoding.push(piece, (index) => {
      pushed = Math.max(0, index)
      this.#split(piece.subarray(0, pushed))
      const { byteOffset, line, column } = this.#splitter.place
      return index >= 0
        ? { byteOffset, line, column }
        : { byteOffset: byteOffset + index, line, column: column + index }
    })
    this.#split(piece.subarray(pushed))
  }

  /** The format of the whole file. Throws `ReadFault` where it is none that is read. */
  finish(): { format: ReportFormat; version: string | null } {
    this.#splitter.finish()
    const format = this.#format()
    const wrong = this.#encoding.fault
    if (wrong) throw new ReadFault(singleByteEncoding(wrong.byte), wrong.place, '')
    return { format, version: asName(this.#outline.keys.get('version')?.value, 100) }
  }

  #split(piece: Uint8Array): void {
    const begin = this.#splitter.place.byteOffset
    try {
      this.#splitter.push(piece)
    } catch (error) {
      const follows = error instanceof ReadFault && this.#splitter.isComplete
      if (!follows || piece[error.byteOffset - begin] !== 0x7b || this.#requestedFormat) throw error
      if (formatsOf(this.#outline).length > 0) throw error
      this.#outline.root = 'lines'
      throw foreignJsonFault(this.#outline)
    }
  }

  /** The fault of a list whose first element passes a bound, so that nobody knows whose it is. */
  #tooLarge(): ReadFault | null {
    for (const [format, key] of distinctiveKeys) {
      const keyOutline = this.#outline.keys.get(key)
      const fault = this.#readers.fault(format)
      if (keyOutline?.kind === 'list' && !keyOutline.isElementNoted && fault?.path.startsWith(`/${key}/0`))
        return fault
    }
    return null
  }

  #format(): ReportFormat {
    const outline = this.#outline
    if (this.#requestedFormat && outline.root === 'object') {
      const missing = missingPart(this.#requestedFormat, outline)
      if (missing !== null) throw new ReadFault(missing, startOfFile, '')
      return this.#requestedFormat
    }
    const [format, ...others] = formatsOf(outline)
    if (format === undefined) throw this.#tooLarge() ?? foreignJsonFault(outline)
    if (others.length > 0) throw ambiguousFormat([format, ...others])
    // Results that Semgrep's reader could not take are another tool's, where its marks are there.
    const isOther = format === 'semgrep' && hasResults(outline) && !hasCheckId(outline)
    if (isOther && toolOf(outline) !== null) throw foreignJsonFault(outline)
    return format
  }
}
