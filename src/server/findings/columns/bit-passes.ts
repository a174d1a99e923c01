// One loop for each column width: a loop over arrays of several kinds takes three times as long for each of them. See
// docs/decisions/0019-response-cache.md.
import type { CodeArray } from './code-array.ts'

/** Sets, for each row, the bits that `bitsOf` has for the row's code. Codes beyond the end of `bitsOf` set no bits. */
export function orBits(bits: Uint32Array, codes: CodeArray, bitsOf: Uint32Array): void {
  if (codes instanceof Uint8Array) {
    for (let row = 0; row < bits.length; row++) bits[row] = (bits[row] ?? 0) | (bitsOf[codes[row] ?? 0] ?? 0)
  } else if (codes instanceof Uint16Array) {
    for (let row = 0; row < bits.length; row++) bits[row] = (bits[row] ?? 0) | (bitsOf[codes[row] ?? 0] ?? 0)
  } else {
    for (let row = 0; row < bits.length; row++) bits[row] = (bits[row] ?? 0) | (bitsOf[codes[row] ?? 0] ?? 0)
  }
}

/** Returns, for each of the `size` codes, the number of rows that have it. */
export function countCodes(codes: CodeArray, size: number, rows: Int32Array): Uint32Array {
  const counts = new Uint32Array(size)
  if (codes instanceof Uint8Array) {
    for (let index = 0; index < rows.length; index++) {
      const code = codes[rows[index] ?? 0] ?? 0
      counts[code] = (counts[code] ?? 0) + 1
    }
  } else if (codes instanceof Uint16Array) {
    for (let index = 0; index < rows.length; index++) {
      const code = codes[rows[index] ?? 0] ?? 0
      counts[code] = (counts[code] ?? 0) + 1
    }
  } else {
    for (let index = 0; index < rows.length; index++) {
      const code = codes[rows[index] ?? 0] ?? 0
      counts[code] = (counts[code] ?? 0) + 1
    }
  }
  return counts
}
