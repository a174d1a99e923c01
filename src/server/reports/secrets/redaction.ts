import { ValueForms } from '#server/base/config/value-forms.ts'
import { literalsOf } from '#server/base/credentials/literals.ts'
import { pathMask } from '#server/base/credentials/mask-path.ts'
import { guessesIn, isGuessable, isValueLike } from '#server/base/credentials/value-like.ts'

const minLength = 4
/** With more pieces than this, or a longer text, the text is dropped instead of searched. */
const maxPieces = 1_000
const maxTextLength = 10_000
/** The replacement of a value. */
export const placeholder = '[removed]'

/** The pieces and values that a redaction is built from. */
export interface RedactionParts {
  /** Source lines, matched text, values of variables, fixes: all texts that may contain the secret. */
  pieces: readonly string[]
  /** The secrets themselves if known; all forms of them are removed everywhere. */
  values: readonly string[]
  /** Sentences about the result, in which the value is guessed if it is unknown. */
  prose?: readonly (string | null)[]
  /** Texts that are not secret: the path of the file, the commit, the name of the rule. */
  known?: readonly (string | null)[]
}

/**
 * Removes possible secrets from texts. It is built from all source text that was reported with the secret, and removes
 * a harmless word rather than leave a secret.
 */
export class Redaction {
  readonly #all: string[]
  readonly #strong: string[]
  readonly #overflow: boolean
  readonly #values: ValueForms
  /** Without plain words, which may also occur in names and paths. */
  readonly #strongValues: ValueForms
  /** Redacts a path: only what is no word goes. */
  readonly cleanPath: (path: string) => string
  readonly #isDetermined: boolean
  readonly #known: Set<string>

  constructor({ pieces, values: initialValues, prose = [], known = [] }: RedactionParts) {
    this.#known = new Set(known.flatMap((each) => (each === null ? [] : partsOf(each))))
    this.#isDetermined = initialValues.length > 0
    const own = initialValues.filter((value) => !isGuessable(value))
    const guessed = this.#isDetermined ? [] : prose.flatMap((text) => this.#guessSecrets(text ?? ''))
    const all = new Set<string>()
    for (const piece of pieces) {
      if (all.size > maxPieces) break
      for (const row of [piece, ...piece.split('\n')]) {
        all.add(row)
        all.add(row.trim())
        for (const literal of literalsOf(row)) all.add(literal)
        for (const token of row.split(/[\s"'`=,;:()[\]{}<>]+/)) if (token.length >= 8) all.add(token)
      }
    }
    this.#overflow = all.size > maxPieces
    this.#all = [...all].filter((each) => each.length >= minLength).sort((a, b) => b.length - a.length)
    this.#strong = this.#all.filter((each) => each.length >= 6 && !isPlainWord(each))
    const values = [...own, ...guessed]
    const strong = values.filter((each) => each.length >= 8 || (each.length >= 6 && !isPlainWord(each)))
    this.#values = new ValueForms(values)
    this.#strongValues = strong.length === values.length ? this.#values : new ValueForms(strong)
    this.cleanPath = pathMask(strong)
  }

  /** The number of pieces that are searched in a text of the rule. */
  get size(): number {
    return this.#strong.length
  }

  /** Redacts a text written about this one result, such as its message. */
  clean(text: string): string {
    const clean = this.#remove(text, this.#all)
    if (!this.#isDetermined) {
      const guessed = this.#guessSecrets(clean.replaceAll(placeholder, ' '))
      if (guessed.length > 0) return new ValueForms(guessed).remove(clean, placeholder)
      return clean
    }
    return clean.replace(/[^\s"'`<>()[\]{},;]+/g, (token) =>
      this.#isKnown(token) || !isValueLike(token, 16) ? token : placeholder,
    )
  }

  /** Redacts a text of the rule: plain words of the source are kept, since they are the rule's own. */
  cleanRule(text: string): string {
    return this.#remove(text, this.#strong)
  }

  /** Redacts a name or path: only the value itself is removed. */
  cleanName(name: string): string {
    return name.length > maxTextLength ? placeholder : this.#strongValues.remove(name, placeholder)
  }

  /** Whether `cleanName` would remove anything. */
  isInName(name: string): boolean {
    return name.length > maxTextLength || this.#strongValues.isIn(name)
  }

  /** Redacts source text, which must not show the value in any form: literals and assigned values are removed too. */
  cleanSource(code: string): string {
    return this.#values
      .remove(code, placeholder)
      .replace(/(["'`])((?:(?!\1)[^\\\n]|\\.){3,})\1/g, `$1${placeholder}$1`)
      .replace(/([=:]\s*)([^\s"'`(){}[\];,]{4,})(?=\s*[;,]?\s*$)/gm, (all, before: string, value: string) =>
        /^(?:true|false|null|none|undefined)$/i.test(value) ? all : before + placeholder,
      )
      .replace(/[^\s"'`<>()[\]{},;]+/g, (token) => (isValueLike(token, 8) ? placeholder : token))
  }

  /** Whether an address of a file contains nothing that `cleanPath` would remove, nor another made value. */
  keepsPath(address: string): boolean {
    const [place = '', ...parameters] = address.split(/(?=[?#])/)
    const isKept = this.cleanPath(place) === place && !hasMixedPart(place)
    return isKept && parameters.every((each) => this.keeps(each))
  }

  /** Whether a URL contains no possible secret, so that it can be kept. */
  keeps(address: string): boolean {
    if (this.cleanRule(address) !== address) return false
    return !hasMixedPart(address)
  }

  #guessSecrets(text: string): string[] {
    return guessesIn(text.slice(0, maxTextLength), (part) => this.#isKnown(part))
  }

  #isKnown(part: string): boolean {
    return this.#known.has(part.toLowerCase().replace(/[.:!?]+$/, ''))
  }

  #remove(text: string, pieces: readonly string[]): string {
    if (this.#overflow || text.length > maxTextLength) return placeholder
    let clean = this.#values.remove(text, placeholder)
    for (const piece of pieces) if (clean.includes(piece)) clean = clean.replaceAll(piece, placeholder)
    return clean
  }
}

const hasMixedPart = (address: string) =>
  address
    .split(/[^\w+=-]/)
    .some((each) => each.length >= 20 && /\d/.test(each) && /[A-Z]/.test(each) && /[a-z]/.test(each))

const isPlainWord = (text: string) => /^[A-Z]?[a-z]+$/.test(text)

/** A name or path as a whole, and its parts. */
const partsOf = (name: string) => [name, ...name.split(/[\s/\\]+/)].map((each) => each.toLowerCase())
