import { createHash } from 'node:crypto'
import type { CopiedValue } from './copy-target.ts'

/** The number and the checksum of the rows of a table. Equal rows in the same order have the same on both engines. */
export interface DigestedRows {
  rows: number
  /** SHA-256, hexadecimal. */
  sha256: string
}

/** Computes the checksum of rows: each as a line with a JSON array of its values. */
export class RowsDigest {
  readonly #hash = createHash('sha256')
  #rows = 0

  /** Adds rows, in the order of the primary key. */
  add(rows: readonly (readonly CopiedValue[])[]): void {
    this.#hash.update(rows.map((row) => `${JSON.stringify(row.map(withoutBytes))}\n`).join(''))
    this.#rows += rows.length
  }

  /** Completes the checksum. */
  end(): DigestedRows {
    return { rows: this.#rows, sha256: this.#hash.digest('hex') }
  }
}

const withoutBytes = (value: CopiedValue) =>
  value instanceof Uint8Array ? { sha256: createHash('sha256').update(value).digest('hex') } : value
