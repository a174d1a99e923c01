/** A position in the decompressed file. Line and column count from 1; the column counts bytes. */
export type FilePosition = { byteOffset: number; line: number; column: number }

export const startOfFile: FilePosition = { byteOffset: 0, line: 1, column: 1 }

/**
 * A scanner's file that is rejected: of another format than declared, truncated, or too large. `message` describes the
 * fault in one sentence without the position; `path` is a JSON pointer (RFC 6901), `""` for the whole file.
 * Source: docs/api.md#importing-a-report.
 */
export class ReadFault extends Error {
  readonly line: number
  readonly column: number
  readonly byteOffset: number
  readonly path: string
  /** Whether the file exceeds a limit rather than being invalid: too large, or too expensive to read or to store. */
  readonly isTooMuch: boolean

  constructor(message: string, position: FilePosition, path: string, more: { isTooMuch?: boolean } = {}) {
    super(message)
    this.name = 'ReadFault'
    this.line = position.line
    this.column = position.column
    this.byteOffset = position.byteOffset
    this.path = path
    this.isTooMuch = more.isTooMuch ?? false
  }
}

/** One segment of a JSON pointer, escaped as in RFC 6901 and truncated to 100 characters. */
export function pointerSegment(key: string): string {
  const short = key.length > 100 ? `${key.slice(0, 100)}…` : key
  return `/${short.replaceAll('~', '~0').replaceAll('/', '~1')}`
}
