import type { FilePosition } from '../input/fault.ts'

const blockSize = 1024 * 1024

/**
 * Keeps values as the bytes they arrived in, until what they refer to has been read: far smaller than parsed.
 * The memory of a block is given back once its values were read in order.
 */
export class ByteStore {
  readonly #blocks: (Uint8Array | null)[] = []
  /** Six numbers for each value: block, start, length, and its place. Objects would take more than small values. */
  readonly #of: number[] = []
  #used = 0

  /** Copies the bytes of a value and where it stood in the file. */
  add(bytes: Uint8Array, position: FilePosition): void {
    const last = this.#blocks.at(-1)
    if (!last || this.#used + bytes.length > last.length) {
      this.#blocks.push(new Uint8Array(Math.max(blockSize, bytes.length)))
      this.#used = 0
    }
    this.#blocks.at(-1)?.set(bytes, this.#used)
    const { byteOffset, line, column } = position
    this.#of.push(this.#blocks.length - 1, this.#used, bytes.length, byteOffset, line, column)
    this.#used += bytes.length
  }

  /** Every value in order. A block is let go once the next begins. */
  *drain(): Generator<{ bytes: Uint8Array; place: FilePosition; index: number }> {
    for (let index = 0; index < this.#of.length / 6; index++) {
      const [block = 0, start = 0, length = 0, byteOffset = 0, line = 0, column = 0] = this.#of.slice(
        index * 6,
        index * 6 + 6,
      )
      if (block > 0) this.#blocks[block - 1] = null
      const bytes = this.#blocks[block]
      const place = { byteOffset, line, column }
      if (bytes) yield { bytes: bytes.subarray(start, start + length), place, index }
    }
    this.#blocks.length = 0
    this.#of.length = 0
  }
}
