import { isAscii } from 'node:buffer'
import type { FilePosition } from './fault.ts'

/**
 * Checks whether a file is in UTF-8 while it is read. Invalid bytes may come from a source file that a scanner quotes,
 * in a report that is otherwise in UTF-8, or show that the whole report is in another encoding.
 */
export class Utf8Check {
  /** The numbers of valid multi-byte characters and of invalid bytes. */
  #right = 0
  #wrong = 0
  /** The first invalid byte and its position. */
  #first: { byte: number; place: FilePosition } | null = null
  /** The incomplete character at the end of the last chunk. */
  #tail: Uint8Array = new Uint8Array(0)

  /**
   * The first invalid byte, if a file has more invalid bytes than valid characters beyond ASCII; null for all others.
   */
  get fault(): { byte: number; place: FilePosition } | null {
    return this.#wrong > this.#right ? this.#first : null
  }

  /**
   * Checks the next chunk; `placeAt` returns the position of one of its bytes, and is called at most once. A negative
   * index refers to a byte at the end of the previous chunk.
   */
  push(piece: Uint8Array, placeAt: (index: number) => FilePosition): void {
    if (this.#tail.length === 0 && isAscii(piece)) return
    const tailLength = this.#tail.length
    const bytes = tailLength === 0 ? piece : Buffer.concat([this.#tail, piece])
    const end = bytes.length - incompleteLength(bytes)
    this.#tail = bytes.slice(end)
    for (let at = 0; at < end; ) {
      const length = characterAt(bytes, at)
      if (length > 1) this.#right++
      if (length === 0) {
        this.#wrong++
        this.#first ??= { byte: bytes[at] ?? 0, place: placeAt(at - tailLength) }
      }
      at += Math.max(1, length)
    }
  }
}

/** The number of bytes of a character that begins with this byte; 0 if none does. */
function lengthOf(byte: number): number {
  if (byte < 0x80) return 1
  if (byte < 0xc2 || byte > 0xf4) return 0
  return byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
}

/** The length of the character at a position; 0 if the byte there is invalid. */
function characterAt(bytes: Uint8Array, at: number): number {
  const length = lengthOf(bytes[at] ?? 0)
  for (let next = 1; next < length; next++) if (((bytes[at + next] ?? 0) & 0xc0) !== 0x80) return 0
  return length
}

/** The number of bytes at the end that begin an incomplete character. */
function incompleteLength(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte >= 0xc0) return lengthOf(byte) > back ? back : 0
    if (byte < 0x80) return 0
  }
  return 0
}
