import { splitterLimits } from '../json/limits.ts'
import { ReadFault, startOfFile } from './fault.ts'

/** The columns of a table of findings. Source: docs/formats.md#plain-findings. */
const knownColumns = new Set(
  `tool kind rule title message severity confidence cwe url references path line column end_line end_column code
  fingerprint suppressed secret secret_type validity package version ecosystem purl transitivity aliases cvss_score
  cvss_vector fixed_versions resource`.split(/\s+/),
)

/** The separator and the columns in the first line of a table of findings; null if it is none. */
function headOf(text: string): { separator: string; columns: string[] } | null {
  // JSON and XML, which may be one long line.
  if (/^\s*[[{<]/.test(text)) return null
  const line = text.replace(/^\ufeff/, '').split(/\r?\n/, 1)[0] ?? ''
  const separator = [',', ';', '\t'].find((each) => line.includes(each)) ?? ','
  const columns = line.split(separator).map((name) =>
    name
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .toLowerCase(),
  )
  const isTable = columns.includes('rule') && columns.every((name) => knownColumns.has(name))
  return isTable && new Set(columns).size === columns.length ? { separator, columns } : null
}

/** Whether a file with this beginning is a table of findings (CSV). */
export const isPlainTable = (head: string): boolean => headOf(head) !== null

/**
 * Converts a table of findings to the plain format in JSON as it arrives, a row at a time. Rows keep their line numbers,
 * so that faults are found in the table. Throws `ReadFault` for text that is no table, and for values over the limit.
 * Source: RFC 4180.
 */
export class PlainTable {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  readonly #separator: string
  readonly #columns: readonly string[]
  #isHead = true
  #isFirst = true
  #row: string[] = []
  #field = ''
  #isQuoted = false
  /** Whether the last character was a quote in a quoted value, which ends it unless another one follows. */
  #isClosing = false
  #line = 1
  /** The lines of the current row. */
  #height = 0
  #json = ''

  /** @param head the beginning of the file, of which `isPlainTable` is true. */
  constructor(head: string) {
    const { separator, columns } = headOf(head) ?? { separator: ',', columns: [] }
    this.#separator = separator
    this.#columns = columns
    this.#json = '{"gatehouse":1,"findings":['
  }

  push(bytes: Uint8Array): Uint8Array {
    for (const character of this.#decode(bytes, true)) this.#take(character)
    if (this.#field.length > splitterLimits.stringBytes)
      throw this.#fault(`a value is longer than ${splitterLimits.stringBytes} characters`)
    return this.#written()
  }

  /** The rest of the document. Throws `ReadFault` if the table ends inside a quoted value. */
  finish(): Uint8Array {
    for (const character of this.#decode(new Uint8Array(0), false)) this.#take(character)
    if (this.#isQuoted && !this.#isClosing)
      throw this.#fault('the table is cut off: it ends inside a quoted value')
    this.#endRow()
    this.#json += ']}'
    return this.#written()
  }

  #decode(bytes: Uint8Array, stream: boolean): string {
    try {
      return this.#decoder.decode(bytes, { stream })
    } catch {
      throw this.#fault('the table is not in UTF-8; save it as "CSV UTF-8"')
    }
  }

  #written(): Uint8Array {
    const bytes = Buffer.from(this.#json)
    this.#json = ''
    return bytes
  }

  #take(character: string): void {
    if (character === '\n') this.#height += 1
    if (this.#isQuoted && !this.#isClosing) {
      if (character === '"') this.#isClosing = true
      else this.#field += character
    } else if (character === '"' && (this.#isClosing || this.#field === '')) {
      if (this.#isClosing) this.#field += '"'
      this.#isQuoted = true
      this.#isClosing = false
    } else if (character === this.#separator) this.#endField()
    else if (character === '\n') this.#endRow()
    else if (character !== '\r') this.#field += character
  }

  #endField(): void {
    if (this.#row.length >= this.#columns.length)
      throw this.#fault(`this row has more values than the ${this.#columns.length} columns of the head`)
    this.#row.push(this.#field)
    this.#field = ''
    this.#isQuoted = false
    this.#isClosing = false
  }

  #endRow(): void {
    this.#endField()
    const values = this.#columns.flatMap((name, index) => {
      const value = this.#row[index]?.trim() ?? ''
      return value === '' ? [] : [[name, value]]
    })
    if (!this.#isHead && values.length > 0) {
      this.#json += `${this.#isFirst ? '' : ','}${JSON.stringify(Object.fromEntries(values))}`
      this.#isFirst = false
    }
    this.#json += '\n'.repeat(this.#height)
    this.#line += this.#height
    this.#height = 0
    this.#row = []
    this.#isHead = false
  }

  #fault(message: string): ReadFault {
    return new ReadFault(message, { ...startOfFile, line: this.#line }, '')
  }
}
