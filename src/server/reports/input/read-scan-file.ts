import { singleByteEncoding } from '../formats/binary-files.ts'
import { documentRoute } from '../formats/document.ts'
import { formatsOf, hasCheckId, missingPart } from '../formats/format-markers.ts'
import { Outline } from '../formats/outline.ts'
import { textFile, xmlFormat } from '../formats/text-files.ts'
import {
  ambiguousFormat,
  foreignJsonFault,
  foreignTextFault,
  toolOf,
} from '../formats/unsupported-formats.ts'
import type { Route } from '../json/json-route.ts'
import { JsonSplitter } from '../json/json-splitter.ts'
import { splitterLimits } from '../json/limits.ts'
import { relocateRun } from '../report/relocate-run.ts'
import type { ReportFormat, ScanReport } from '../report/report.ts'
import { asName } from '../values/json-values.ts'
import { folderPath } from '../values/uris.ts'
import { XmlToJson } from '../xml/xml-to-json.ts'
import { ReadFault, startOfFile } from './fault.ts'
import { textPieces } from './input.ts'
import { isPlainTable, PlainTable } from './plain-table.ts'
import { ReadBudget } from './read-budget.ts'
import { yieldToEventLoop } from './reader.ts'
import { ReaderSet } from './reader-set.ts'
import { Utf8Check } from './utf8-check.ts'

export type ReadOptions = {
  /** The format named by the sender, whose markers are then not required; detected from the content by default. */
  format?: ReportFormat | null
  /** The limit of bytes after decompression; 1 GB by default. */
  maxBytes?: number
  /** Salt of the hashes of secrets, so that they cannot be guessed; the same for all scans of a service. */
  salt: string
  /** Overrides the category in the file. */
  category?: string | null
  /** Where the files were checked out, as a URI or a path. */
  checkout?: string | null
}

const oneGigabyte = 1024 ** 3
const yieldInterval = 256 * 1024

/**
 * Reads a scanner's file (Semgrep JSON, SARIF 2.1.0, CycloneDX, or a findings response; plain or gzip) into a
 * report, without holding the file in memory. The format is detected from its markers, in any order, once the whole
 * file is read; until then every reader reads its own parts. Limits: depth 100, strings that are read 1 MB, 1,000,000
 * results, `maxBytes`, and those of `budget`.
 * @param breathe called now and then, to let others have a turn
 * Throws `ReadFault` if the file is of another format (with what it looks like, the supported formats, and how its tool
 * writes one), is invalid, truncated, or exceeds a limit; errors of the stream itself are passed on unchanged.
 * Source: docs/api.md#identity.
 */
export async function readScanFile(
  stream: AsyncIterable<Uint8Array>,
  options: ReadOptions,
  budget: ReadBudget = new ReadBudget(),
  breathe: () => Promise<void> = yieldToEventLoop,
): Promise<ScanReport> {
  const scan = new ScanFile(options, budget)
  let sinceBreath = 0
  for await (const piece of textPieces(stream, options.maxBytes ?? oneGigabyte, (head) => scan.begin(head))) {
    budget.read(piece.length)
    scan.push(piece)
    sinceBreath += piece.length
    if (sinceBreath > yieldInterval) {
      sinceBreath = 0
      await breathe()
    }
  }
  return scan.finish()
}

/** The text of a file: JSON, or XML or a table of findings, which are read as the JSON of the same content. */
class ScanFile {
  readonly #options: ReadOptions
  readonly #budget: ReadBudget
  #readers: ReaderSet | null = null
  #document: ScanDocument | null = null
  #xml: XmlToJson | null = null
  #table: PlainTable | null = null

  constructor(options: ReadOptions, budget: ReadBudget) {
    this.#options = options
    this.#budget = budget
  }

  /** Takes the beginning of the file. Rejects files that are recognized as none of these. */
  begin(head: Uint8Array): void {
    const start = Buffer.from(head).toString('utf8')
    const xml = xmlFormat(start)
    if (isPlainTable(start)) this.#table = new PlainTable(start)
    const text = xml || this.#table ? null : textFile(start)
    if (text) throw foreignTextFault(text)
    const { format, salt, category, checkout = null } = this.#options
    const expected = format ?? (xml === 'unknown' ? null : xml)
    this.#readers = new ReaderSet(expected, {
      ...{ salt, checkout, category: asName(category, 200) },
      budget: this.#budget,
    })
    const document = new ScanDocument(this.#readers, expected)
    this.#document = document
    if (xml) this.#xml = new XmlToJson((json) => document.push(json), this.#readers.unread)
  }

  push(piece: Uint8Array): void {
    if (this.#xml) this.#xml.push(piece)
    else this.#document?.push(this.#table?.push(piece) ?? piece)
  }

  async finish(): Promise<ScanReport> {
    this.#xml?.finish()
    if (this.#table) this.#document?.push(this.#table.finish())
    if (!this.#readers || !this.#document) throw new Error('the file was not begun')
    const { format, version, outline } = this.#document.finish()
    const report = await this.#readers.finish(format, version, outline)
    const checkout = folderPath(this.#options.checkout ?? '')
    if (checkout !== null) for (const run of report.runs) relocateRun(run, checkout)
    return report
  }
}

/** The lists whose elements determine the format. */
const distinctiveKeys = [
  ['semgrep', 'results'],
  ['findings', 'findings'],
] as const

/** A JSON document while it is read, with what is known of its format. */
class ScanDocument {
  readonly #readers: ReaderSet
  readonly #requestedFormat: ReportFormat | null
  readonly #outline = new Outline()
  readonly #encoding = new Utf8Check()
  readonly #splitter: JsonSplitter
  readonly #root: Route
  #line: Route | null = null

  constructor(readers: ReaderSet, expected: ReportFormat | null) {
    this.#readers = readers
    this.#requestedFormat = expected
    const judgeList = () => {
      const [format, ...others] = formatsOf(this.#outline)
      if (readers.elements.every((part) => part.isStopped()))
        throw (format && readers.fault(format)) ?? foreignJsonFault(this.#outline)
      if (format && others.length === 0) readers.stopOthers(format)
    }
    this.#root = documentRoute(this.#outline, readers, judgeList)
    this.#splitter = new JsonSplitter(this.#root, splitterLimits, () => this.#nextLine())
    this.#splitter.nextPage = () => this.#nextPage()
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

  /** The format of the whole file. Throws `ReadFault` if it is not supported. */
  finish(): { format: ReportFormat; version: string | null; outline: Outline } {
    this.#splitter.finish()
    const format = this.#format()
    const wrong = this.#encoding.fault
    if (wrong) throw new ReadFault(singleByteEncoding(wrong.byte), wrong.place, '')
    const outline = this.#outline
    return { format, version: asName(outline.keys.get('version')?.value, 100), outline }
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

  /** The route of an object that follows the document; null if the format has no lines. */
  #nextLine(): Route | null {
    if (this.#outline.root === 'lines') return this.#line
    const [format, ...others] = this.#requestedFormat ? [this.#requestedFormat] : formatsOf(this.#outline)
    if (this.#outline.root === 'list' || format === undefined || others.length > 0) return null
    this.#line = this.#readers.lines(format)
    if (this.#line !== null) this.#outline.root = 'lines'
    return this.#line
  }

  /** The route of a list that follows a list; null if the format has no pages. */
  #nextPage(): Route | null {
    if (this.#outline.root !== 'list') return null
    const [format, ...others] = this.#requestedFormat ? [this.#requestedFormat] : formatsOf(this.#outline)
    const isEmpty = format === undefined && this.#outline.keys.size === 0
    const hasPages = format !== undefined && others.length === 0 && this.#readers.hasPages(format)
    return isEmpty || hasPages ? this.#root : null
  }

  /** The fault of a list whose first element exceeds a limit, so that its format is unknown. */
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
    const readsLists = outline.root === 'lines' ? this.#line !== null : this.#readers.elements.length > 0
    if (this.#requestedFormat && readsLists) return this.#requestedFormat
    const [format, ...others] = formatsOf(outline)
    if (format === undefined) throw this.#tooLarge() ?? foreignJsonFault(outline)
    if (others.length > 0) throw ambiguousFormat([format, ...others])
    // What has no result of Semgrep belongs to another tool if that tool's markers are present.
    const isOther = format === 'semgrep' && !hasCheckId(outline)
    if (isOther && toolOf(outline) !== null) throw foreignJsonFault(outline)
    return format
  }
}
