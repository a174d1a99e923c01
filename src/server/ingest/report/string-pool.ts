/** Keeps one copy of a string that a file repeats: rule names, paths and messages come thousands of times. */
export class StringPool {
  readonly #strings = new Map<string, string>()
  /** Characters of all strings that were given, those kept before not counted again. */
  length = 0

  /** The copy kept of an equal string. */
  once(word: string): string {
    const stored = this.#strings.get(word)
    if (stored !== undefined) return stored
    this.length += word.length
    if (this.#strings.size < 200_000) this.#strings.set(word, word)
    return word
  }
}
