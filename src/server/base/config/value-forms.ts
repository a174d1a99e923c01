import { decodedText, escapeKinds, type MappedText, mappedText } from '../decoded-text.ts'

/** Values shorter than this are removed only as whole words, since they are parts of ordinary words. */
const minLength = 4
const minLineLength = 8
/** The maximum number of nested escapes that are decoded. */
const maxDecodeLevels = 2
/** A longer text is searched only unchanged and with one level of escapes decoded. In characters. */
const maxTextLength = 10_000
/** Longer runs are data rather than an encoded value, and are removed completely. */
const maxRunLength = 100_000

/**
 * Removes values from texts in any form: in another case, escaped for JSON, a URL or HTML, in Base64 (also as part of
 * the encoded text, such as `user:password`) and in hexadecimal digits.
 */
export class ValueForms {
  /** In lower case, with white space as one space. */
  readonly #values: readonly string[]
  readonly #hasSpaces: boolean
  /** The length of the shortest value; no form of a value is shorter. */
  readonly #least: number
  /** The bytes of values that may be encoded, one character each, ignoring case. */
  readonly #bytes: readonly string[]
  readonly #leastBytes: number
  /** Values shorter than this are removed only as whole words. */
  readonly #leastPart: number

  /**
   * @param values in any order; each line of a multi-line value counts too.
   * @param options `asWords` removes values only as whole words, since they may be parts of other words.
   */
  constructor(values: Iterable<string>, { asWords = false }: { asWords?: boolean } = {}) {
    this.#leastPart = asWords ? Number.POSITIVE_INFINITY : minLength
    const all = new Set<string>()
    for (const value of values) {
      for (const form of [value, ...decodedOf(value)]) {
        all.add(form.trim())
        for (const line of linesOf(form)) all.add(line)
      }
    }
    all.delete('')
    const folded = [...all].flatMap((value) =>
      isAscii(value) ? value.toLowerCase() : [value.toLowerCase(), value.toUpperCase().toLowerCase()],
    )
    this.#values = [...new Set(folded)].map((value) => value.replaceAll(/\s+/g, ' '))
    this.#least = Math.min(...this.#values.map((value) => value.length))
    this.#hasSpaces = this.#values.some((value) => value.includes(' '))
    const encoded = [...all].filter((value) => value.length >= minLength).flatMap(bytesOf)
    this.#bytes = [...new Set(encoded)]
    this.#leastBytes = Math.min(...this.#bytes.map((each) => each.length))
  }

  /** Replaces each value in the text with a mark. */
  remove(text: string, mark: string): string {
    if (this.#values.length === 0 || text.length < this.#least) return text
    return this.#withoutDigits(this.#withoutBase64(this.#withoutPlain(text, mark), mark), mark)
  }

  /** Whether a text contains a value in any form. */
  isIn(text: string): boolean {
    return this.remove(text, '\0') !== text
  }

  /** A fast check, since most texts contain none of the values. */
  #isPlainlyWithout(text: string): boolean {
    if (this.#hasSpaces || /[%\\&]/.test(text)) return false
    const lowerCased = text.toLowerCase()
    return lowerCased.length === text.length && !this.#values.some((value) => lowerCased.includes(value))
  }

  #withoutPlain(text: string, mark: string): string {
    if (this.#isPlainlyWithout(text)) return text
    const ranges: [start: number, end: number][] = []
    let levels = [mappedText(text, this.#hasSpaces)]
    const most = text.length > maxTextLength ? 1 : maxDecodeLevels
    for (let depth = 0; levels.length > 0; depth++) {
      for (const level of levels) this.#find(level, ranges)
      if (depth === most) break
      levels = levels.flatMap((level) =>
        escapeKinds.flatMap((kind) => decodedText(level, kind, this.#hasSpaces) ?? []),
      )
    }
    if (ranges.length === 0) return text
    ranges.sort(([a], [b]) => a - b)
    let cleaned = ''
    let end = 0
    for (const [from, to] of ranges) {
      if (to <= end) continue
      if (from >= end) cleaned += text.slice(end, from) + mark
      end = to
    }
    return cleaned + text.slice(end)
  }

  #find(level: MappedText, ranges: [start: number, end: number][]): void {
    for (const value of this.#values) {
      for (let at = level.text.indexOf(value); at >= 0; at = level.text.indexOf(value, at + 1)) {
        const end = at + value.length
        if (value.length < this.#leastPart && !isDelimited(level.text, at, end)) continue
        ranges.push([level.startOf(at), level.endOf(end - 1)])
      }
    }
  }

  #withoutBase64(text: string, mark: string): string {
    if (text.length * 3 < this.#leastBytes * 4 - 4) return text
    return text.replace(/(?:[A-Za-z0-9+/_-]|%2[bf]){6,}(?:=|%3d){0,2}/gi, (run) => {
      if (run.length * 3 < this.#leastBytes * 4 - 4) return run
      if (run.length > maxRunLength) return mark
      const encodedRun = run
        .replaceAll(/%2b/gi, '+')
        .replaceAll(/%2f/gi, '/')
        .replace(/(?:=|%3d)+$/i, '')
      return [0, 1, 2, 3].some((offset) => this.#isHeld(encodedRun.slice(offset), 'base64')) ? mark : run
    })
  }

  #withoutDigits(text: string, mark: string): string {
    if (text.length < this.#leastBytes * 2) return text
    return text.replace(/[0-9a-f]{8,}/gi, (run) => {
      if (run.length < this.#leastBytes * 2) return run
      if (run.length > maxRunLength) return mark
      return [0, 1].some((offset) => this.#isHeld(run.slice(offset), 'hex')) ? mark : run
    })
  }

  #isHeld(encoded: string, encoding: 'base64' | 'hex'): boolean {
    const bytes = Buffer.from(encoded, encoding).toString('latin1').toLowerCase()
    return this.#bytes.some((each) => bytes.includes(each))
  }
}

const isDelimited = (text: string, from: number, to: number) =>
  !/[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, from - 2), from)) &&
  !/^[\p{L}\p{N}]/u.test(text.slice(to, to + 2))

/** Beyond ASCII the bytes of a letter depend on its case. */
const bytesOf = (value: string) =>
  (isAscii(value) ? [value] : [value, value.toLowerCase(), value.toUpperCase()]).map((each) =>
    isAscii(each) ? each.toLowerCase() : Buffer.from(each, 'utf8').toString('latin1').toLowerCase(),
  )

const isAscii = (value: string) => !/[^\0-\x7f]/.test(value)

/** The lines of a multi-line value, such as a private key, without its header and footer, which are not secret. */
function linesOf(value: string): string[] {
  if (!/[\n\r]|\\n/.test(value)) return []
  return value
    .split(/\r\n?|\n|(?:\\r)?\\n/)
    .map((line) => line.trim())
    .filter((line) => line.length >= minLineLength && !line.startsWith('-----'))
}

/** The decoded forms of a value that is itself encoded: a password in Base64, or one in a URL. */
function decodedOf(value: string): string[] {
  const ranges: string[] = []
  if (/%[0-9a-f]{2}/i.test(value)) {
    try {
      ranges.push(decodeURIComponent(value))
    } catch {
      // The value is not encoded.
    }
  }
  if (value.includes('\\')) {
    try {
      const decodedText: unknown = JSON.parse(`"${value.replaceAll(/(?<!\\)"/g, '\\"')}"`)
      if (typeof decodedText === 'string') ranges.push(decodedText)
    } catch {
      // The value is not escaped.
    }
  }
  if (/^[A-Za-z0-9+/_-]{8,}={0,2}$/.test(value)) {
    const decodedText = Buffer.from(value, 'base64').toString('latin1')
    if (decodedText.length >= 6 && /^[\x20-\x7e]+$/.test(decodedText)) ranges.push(decodedText)
  }
  const password = /^[a-z][a-z0-9+.-]*:\/\/[^/\s:@]*:([^@\s/]+)@/i.exec(value)?.[1]
  if (password !== undefined) ranges.push(password)
  return ranges.filter((each) => each.length >= minLength && each !== value)
}
