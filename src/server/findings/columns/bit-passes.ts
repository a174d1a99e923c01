// One loop for each width of a column. A loop that is given arrays of several kinds takes three times as long for each of
// them: see docs/decisions/0019-response-cache.md.
import type { CodeArray } from './code-array.ts'

/** Adds to the bits of each row what `bitsOf` says of its code; nothing for a code beyond it. */
export function orBits(bits: Uint32Array, codes: CodeArray, bitsOf: Uint32Array): void {
  if (codes instanceof Uint8Array) {
    for (let row = 0; row < bits.length; row++) bits[row] = (bits[row] ?? 0) | (bitsOf[codes[row] ?? 0] ?? 0)
  } else if (codes instanceof Uint16Array) {
    for (let row = 0; row < bits.length; row++) bits[row] = (bits[row] ?? 0) | (bitsOf[codes[row] ?? 0] ?? 0)
  } else {
    for (let row = 0; row < bits.length; row++) bits[row] = (bits[row] ?? 0) | (bitsOf[codes[row] ?? 0] ?? 0)
  }
}

/** How many of the rows have each code, of which there are `size`. */
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
