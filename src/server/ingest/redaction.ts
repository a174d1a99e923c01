const shortest = 4
/** More pieces than this, or a longer text, are not searched: the text goes as a whole. */
const mostPieces = 1_000
const longestText = 10_000
const mark = '[removed]'

/** Long runs of mixed letters and digits, as keys and tokens are; words and addresses are not. */
const tokenLike = /(?<![\w/.:+=-])(?=[\w+/=-]*\d)(?=[\w+/=-]*[A-Z])(?=[\w+/=-]*[a-z])[\w+/=-]{20,}/g

/**
 * Takes what may be a secret out of texts. It is made from every piece of source that came with the secret, so it
 * rather removes a harmless word than leaves a secret.
 */
export class Redaction {
  readonly #all: string[]
  readonly #strong: string[]
  readonly #overflow: boolean

  /**
   * `pieces`: source lines, matched text, values of variables, fixes: whatever may hold the secret.
   * `values`: the secrets themselves where they are known; they go everywhere, even if they are plain words.
   */
  constructor(pieces: readonly string[], values: readonly string[]) {
    const known = new Set(values)
    const all = new Set(known)
    for (const piece of pieces) {
      if (all.size > mostPieces) break
      for (const row of [piece, ...piece.split('\n')]) {
        all.add(row)
        all.add(row.trim())
        for (const literal of literalsOf(row)) all.add(literal)
        for (const token of row.split(/[\s"'`=,;:()[\]{}<>]+/)) if (token.length >= 8) all.add(token)
      }
    }
    this.#overflow = all.size > mostPieces
    this.#all = [...all].filter((each) => each.length >= shortest).sort((a, b) => b.length - a.length)
    this.#strong = this.#all.filter(
      (each) => known.has(each) || (each.length >= 6 && !/^[A-Z]?[a-z]+$/.test(each)),
    )
  }

  /** How many pieces are looked for in a text of the rule. */
  get size(): number {
    return this.#strong.length
  }

  /** A text written about this one result, such as its message. */
  clean(text: string): string {
    return this.#remove(text, this.#all).replace(tokenLike, mark)
  }

  /** A text of the rule: plain words stay, they are the rule's own. */
  cleanRule(text: string): string {
    return this.#remove(text, this.#strong)
  }

  /** An address without anything that may be a secret. */
  keeps(address: string): boolean {
    if (this.cleanRule(address) !== address) return false
    const parts = address.split(/[^\w+=-]/)
    return !parts.some(
      (each) => each.length >= 20 && /\d/.test(each) && /[A-Z]/.test(each) && /[a-z]/.test(each),
    )
  }

  #remove(text: string, pieces: readonly string[]): string {
    if (this.#overflow || text.length > longestText) return mark
    let clean = text
    for (const piece of pieces) if (clean.includes(piece)) clean = clean.replaceAll(piece, mark)
    return clean
  }
}

/** What stands in quotes. */
export function literalsOf(code: string): string[] {
  return [...code.matchAll(/"([^"]*)"|'([^']*)'|`([^`]*)`/g)].map(
    (each) => each[1] ?? each[2] ?? each[3] ?? '',
  )
}
