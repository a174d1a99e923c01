import { ValueForms } from '#server/value-forms.ts'
import { literalsOf } from './literals.ts'
import { guessesIn, isGuessable, isValueLike } from './value-like.ts'

const minLength = 4
/** More pieces than this, or a longer text, are not searched: the text goes as a whole. */
const maxPieces = 1_000
const maxTextLength = 10_000
/** What stands in the place of a value. */
export const placeholder = '[removed]'

/** In which pieces and values a redaction is made. */
export interface RedactionParts {
  /** Source lines, matched text, values of variables, fixes: whatever may hold the secret. */
  pieces: readonly string[]
  /** The secrets themselves where they are known; they go everywhere, in every form. */
  values: readonly string[]
  /** Sentences about the result, in which the value is guessed where it is not known. */
  prose?: readonly (string | null)[]
  /** What is no secret: the path of the file, the commit, the name of the rule. */
  known?: readonly (string | null)[]
}

/**
 * Takes what may be a secret out of texts. It is made from every piece of source that came with the secret, so it
 * rather removes a harmless word than leaves a secret.
 */
export class Redaction {
  readonly #all: string[]
  readonly #strong: string[]
  readonly #overflow: boolean
  readonly #values: ValueForms
  /** Without what is a plain word: names and paths may have it for themselves. */
  readonly #strongValues: ValueForms
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
  }

  /** How many pieces are looked for in a text of the rule. */
  get size(): number {
    return this.#strong.length
  }

  /** A text written about this one result, such as its message. */
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

  /** A text of the rule: plain words of the source stay, they are the rule's own. */
  cleanRule(text: string): string {
    return this.#remove(text, this.#strong)
  }

  /** A name or path: only the value itself goes. */
  cleanName(name: string): string {
    return name.length > maxTextLength ? placeholder : this.#strongValues.remove(name, placeholder)
  }

  /** Whether `cleanName` has anything to take out. */
  isInName(name: string): boolean {
    return name.length > maxTextLength || this.#strongValues.isIn(name)
  }

  /** Source text of which nothing may show the value: literals and assigned values go too. */
  cleanSource(code: string): string {
    return this.#values
      .remove(code, placeholder)
      .replace(/(["'`])((?:(?!\1)[^\\\n]|\\.){3,})\1/g, `$1${placeholder}$1`)
      .replace(/([=:]\s*)([^\s"'`(){}[\];,]{4,})(?=\s*[;,]?\s*$)/gm, (all, before: string, value: string) =>
        /^(?:true|false|null|none|undefined)$/i.test(value) ? all : before + placeholder,
      )
      .replace(/[^\s"'`<>()[\]{},;]+/g, (token) => (isValueLike(token, 8) ? placeholder : token))
  }

  /** An address without anything that may be a secret. */
  keeps(address: string): boolean {
    if (this.cleanRule(address) !== address) return false
    const parts = address.split(/[^\w+=-]/)
    return !parts.some(
      (each) => each.length >= 20 && /\d/.test(each) && /[A-Z]/.test(each) && /[a-z]/.test(each),
    )
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

const isPlainWord = (text: string) => /^[A-Z]?[a-z]+$/.test(text)

/** A name or path as a whole, and its parts. */
const partsOf = (name: string) => [name, ...name.split(/[\s/\\]+/)].map((each) => each.toLowerCase())
