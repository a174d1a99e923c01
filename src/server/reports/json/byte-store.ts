import type { FilePosition } from '../input/fault.ts'

/** Each block is twice as large as the one before it, so that a small file takes little. */
const minBlockSize = 2 * 1024
const maxBlockSize = 1024 * 1024

/**
 * Stores values as the bytes they were read from, which are far smaller than parsed values, until the values they refer
 * to have been read. The memory of a block is released once its values were read in order.
 */
export class ByteStore {
  readonly #blocks: (Uint8Array | null)[] = []
  /**
   * Six numbers for each value: block, start, length, and its position. Objects would take more memory than small
   * values.
   */
  readonly #of: number[] = []
  #used = 0

  /** Copies the bytes of a value and its position in the file. */
  add(bytes: Uint8Array, position: FilePosition): void {
    const last = this.#blocks.at(-1)
    if (!last || this.#used + bytes.length > last.length) {
      const blockSize = Math.min(minBlockSize * 2 ** this.#blocks.length, maxBlockSize)
      this.#blocks.push(new Uint8Array(Math.max(blockSize, bytes.length)))
      this.#used = 0
    }
    this.#blocks.at(-1)?.set(bytes, this.#used)
    const { byteOffset, line, column } = position
    this.#of.push(this.#blocks.length - 1, this.#used, bytes.length, byteOffset, line, column)
    this.#used += bytes.length
  }

  /** Every value in order. A block is released when the next begins. */
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
