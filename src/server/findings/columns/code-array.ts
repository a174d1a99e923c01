import { allocateBuffer } from '#server/base/thread.ts'

/** Unsigned integers per row, in the narrowest type that holds them. */
export type CodeArray = Uint8Array | Uint16Array | Uint32Array

const widths = [Uint8Array, Uint16Array, Uint32Array] as const

/** The content of `Codes`, in a form that can be transferred to another thread. */
export interface CodesData {
  array: CodeArray
  size: number
}

/** One small unsigned integer per row, in the narrowest type that holds the largest of them. Rows are appended. */
export class Codes {
  /** May be longer than the number of rows; unused elements are 0. */
  array: CodeArray
  /** One more than the largest number ever set. */
  size: number

  constructor({ array, size }: CodesData = { array: new Uint8Array(0), size: 1 }) {
    this.array = array
    this.size = size
  }

  /** @param length the number of rows. */
  parts(length: number): CodesData {
    return { array: this.array.subarray(0, length), size: this.size }
  }

  /** Allocates space for `length` rows. */
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
