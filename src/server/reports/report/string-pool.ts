/** Stores one copy of a string that a file repeats: rule names, paths and messages occur thousands of times. */
export class StringPool {
  readonly #strings = new Map<string, string>()
  /** Characters of all distinct strings. */
  length = 0

  /** The stored copy of an equal string. */
  once(word: string): string {
    const stored = this.#strings.get(word)
    if (stored !== undefined) return stored
    this.length += word.length
    if (this.#strings.size < 200_000) this.#strings.set(word, word)
    return word
  }
}
