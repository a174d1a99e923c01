/** Where in the file, after inflating. Line and column count from 1; the column counts bytes. */
export type FilePosition = { byteOffset: number; line: number; column: number }

export const startOfFile: FilePosition = { byteOffset: 0, line: 1, column: 1 }

/**
 * A scanner's file that cannot be taken: not what it claims, cut off, or too much.
 * `message` says what is wrong in one sentence without the place; `path` is a JSON pointer (RFC 6901), `""` for the whole.
 * Source: docs/api.md#importing-a-report.
 */
export class ReadFault extends Error {
  readonly line: number
  readonly column: number
  readonly byteOffset: number
  readonly path: string
  /** Whether the file is too much rather than wrong: too large, or too expensive to read or to store. */
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

/** One segment of a JSON pointer, escaped as RFC 6901 says and cut at 100 characters. */
export function pointerSegment(key: string): string {
  const short = key.length > 100 ? `${key.slice(0, 100)}…` : key
  return `/${short.replaceAll('~', '~0').replaceAll('/', '~1')}`
}
