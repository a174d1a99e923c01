import type { Place } from './fault.ts'

const blockSize = 1024 * 1024

/**
 * Keeps values as the bytes they arrived in, until what they refer to has been read: far smaller than parsed.
 * The memory of a block is given back once its values were read in order.
 */
export class ByteStore {
  readonly #blocks: (Uint8Array | null)[] = []
  readonly #of: { block: number; start: number; length: number; place: Place }[] = []
  #used = 0

  get length(): number {
    return this.#of.length
  }

  /** Copies the bytes of a value and where it stood in the file. */
  add(bytes: Uint8Array, place: Place): void {
    const last = this.#blocks.at(-1)
    if (!last || this.#used + bytes.length > last.length) {
      this.#blocks.push(new Uint8Array(Math.max(blockSize, bytes.length)))
      this.#used = 0
    }
    this.#blocks.at(-1)?.set(bytes, this.#used)
    this.#of.push({ block: this.#blocks.length - 1, start: this.#used, length: bytes.length, place })
    this.#used += bytes.length
  }

  /** Every value in order. A block is let go once the next begins. */
  *drain(): Generator<{ bytes: Uint8Array; place: Place; index: number }> {
    for (const [index, { block, start, length, place }] of this.#of.entries()) {
      if (block > 0) this.#blocks[block - 1] = null
      const bytes = this.#blocks[block]
      if (bytes) yield { bytes: bytes.subarray(start, start + length), place, index }
    }
    this.#blocks.length = 0
    this.#of.length = 0
  }
}
