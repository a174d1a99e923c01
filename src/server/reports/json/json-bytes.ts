import type { JsonKind } from './json-route.ts'

/** The states of the splitter in the grammar of RFC 8259. Those below `string` and `done` skip white space. */
export const State = {
  value: 0,
  valueOrEnd: 1,
  keyOrEnd: 2,
  key: 3,
  colon: 4,
  after: 5,
  string: 6,
  escape: 7,
  hex: 8,
  literal: 9,
  minus: 10,
  zero: 11,
  integer: 12,
  point: 13,
  fraction: 14,
  exponent: 15,
  exponentSign: 16,
  exponentDigits: 17,
  done: 18,
} as const

export const numberComplete = -1
export const invalidNumber = -2

/** The state after one more byte of a number; `numberComplete` if the byte no longer belongs to it. */
export function nextInNumber(state: number, byte: number): number {
  const digit = byte >= 0x30 && byte <= 0x39
  const exponent = byte === 0x65 || byte === 0x45
  switch (state) {
    case State.minus:
      if (!digit) return invalidNumber
      return byte === 0x30 ? State.zero : State.integer
    case State.zero:
    case State.integer:
      if (digit) return state === State.integer ? State.integer : invalidNumber
      if (byte === 0x2e) return State.point
      return exponent ? State.exponent : numberComplete
    case State.point:
      return digit ? State.fraction : invalidNumber
    case State.fraction:
      if (digit) return State.fraction
      return exponent ? State.exponent : numberComplete
    case State.exponent:
      if (byte === 0x2b || byte === 0x2d) return State.exponentSign
      return digit ? State.exponentDigits : invalidNumber
    case State.exponentSign:
      return digit ? State.exponentDigits : invalidNumber
    default:
      return digit ? State.exponentDigits : numberComplete
  }
}

/** The kind of value that begins with this byte; null if none does. */
export function kindOf(byte: number): JsonKind | null {
  if (byte === 0x22) return 'string'
  if (byte === 0x7b) return 'object'
  if (byte === 0x5b) return 'list'
  if (byte === 0x2d || (byte >= 0x30 && byte <= 0x39)) return 'number'
  if (byte === 0x74 || byte === 0x66) return 'boolean'
  return byte === 0x6e ? 'null' : null
}

/** Whether a byte is a hexadecimal digit, in either case. */
export function isHex(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66)
}

/** A readable form of a byte for messages. */
export function describeByte(byte: number): string {
  const printable = byte > 0x20 && byte < 0x7f
  return printable ? `"${String.fromCharCode(byte)}"` : `byte 0x${byte.toString(16).padStart(2, '0')}`
}

/** What happens to the current value: it is traversed, collected for a handler, or skipped. */
export const Mode = { outer: 0, take: 1, skip: 2 } as const

/** The words of JSON, by their first letter. */
export const literals: Record<string, string> = { t: 'true', f: 'false', n: 'null' }

/** Parses validated JSON. Bytes that are not UTF-8 become U+FFFD: a scanner may quote a file in another encoding. */
export function parseBytes(bytes: Uint8Array): unknown {
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'))
}

/** The text of an object's key; the bytes include the quotes. */
export function parsedKey(bytes: Uint8Array): string {
  return String(parseBytes(bytes))
}

/** Whether a file begins with a UTF-8 byte order mark, which some programs write. */
export function hasByteOrderMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
}
