import type { Line } from '../repository.ts'

const window = 100
const base = 37n
const endOfFile = 65_535

/**
 * CodeQL's `primaryLocationLineHash` of the lines of a file: a polynomial hash, in 64 bits, of the first hundred
 * characters from the start of a line on, spaces and tabs left out and line breaks kept, and behind a colon which of
 * the lines with that hash it is. Source: the CodeQL action's description of its fingerprints.
 */
export class LineHashes {
  readonly #characters: number[] = []
  readonly #starts: number[] = []
  readonly #base: bigint

  /** @param scheme another number is another way to compute them. */
  constructor(lines: readonly Line[], scheme = 1) {
    this.#base = base + BigInt(scheme - 1)
    for (const { text } of lines) {
      this.#starts.push(this.#characters.length)
      for (const character of `${text}\n`) {
        if (character !== ' ' && character !== '\t') this.#characters.push(character.charCodeAt(0))
      }
    }
    this.#characters.push(endOfFile)
  }

  /** The hash of a line, without its number among equal ones. */
  of(line: number): string {
    let hash = 0n
    for (const character of this.#windowOf(line))
      hash = BigInt.asUintN(64, hash * this.#base + BigInt(character))
    return hash.toString(16)
  }

  /** The hash of a line, with its number among equal ones. */
  numbered(line: number): string {
    const own = this.#windowOf(line).join()
    let number = 1
    for (let other = 1; other < line; other++) if (this.#windowOf(other).join() === own) number += 1
    return `${this.of(line)}:${number}`
  }

  #windowOf(line: number): number[] {
    const start = this.#starts[line - 1] ?? this.#characters.length
    const seen = this.#characters.slice(start, start + window)
    return [...seen, ...Array<number>(window - seen.length).fill(0)]
  }
}
