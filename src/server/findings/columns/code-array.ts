import { allocateBuffer } from '#server/thread.ts'

/** Numbers of rows, as narrow as they allow. */
export type CodeArray = Uint8Array | Uint16Array | Uint32Array

const widths = [Uint8Array, Uint16Array, Uint32Array] as const

/** What `Codes` consist of, as another thread takes them. */
export interface CodesData {
  array: CodeArray
  size: number
}

/** One small whole number for each row, as narrow as the largest of them allows. Grows at its end. */
export class Codes {
  /** Longer than there are rows; what is beyond them is 0. */
  array: CodeArray
  /** One more than the largest number ever set. */
  size: number

  constructor({ array, size }: CodesData = { array: new Uint8Array(0), size: 1 }) {
    this.array = array
    this.size = size
  }

  /** @param length how many rows there are. */
  parts(length: number): CodesData {
    return { array: this.array.subarray(0, length), size: this.size }
  }

  /** Makes room for `length` rows. */
  reserve(length: number) {
    this.array = copyArray(this.array, this.array.BYTES_PER_ELEMENT, length)
  }

  set(row: number, code: number) {
    if (code >= this.size) {
      this.size = code + 1
      const needed = code < 0x100 ? 1 : code < 0x10000 ? 2 : 4
      if (needed > this.array.BYTES_PER_ELEMENT) this.array = copyArray(this.array, needed, this.array.length)
    }
    this.array[row] = code
  }
}

function copyArray(from: CodeArray, bytes: number, length: number): CodeArray {
  const Constructor = widths[bytes >> 1] ?? Uint32Array
  const array = new Constructor(allocateBuffer(length * Constructor.BYTES_PER_ELEMENT))
  array.set(from.subarray(0, length))
  return array
}
