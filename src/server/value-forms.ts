/** Values shorter than this are removed only where they stand alone: they are parts of ordinary words. */
const shortest = 4
/** A longer value is looked for line by line; no scanner sends such a value on one line. */
const longestInOnePiece = 4_000
const shortestLine = 8
/** Longer runs are no encoded value but data, which goes as a whole. */
const longestRun = 100_000

const escaped = (literal: string) => literal.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
const hexOf = (number: number, digits: number) => number.toString(16).padStart(digits, '0')

/** HTML's names of characters. */
const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  ' ': '&nbsp;',
}

/** What stands for white space in text that was escaped for JSON or a URL. */
const whiteSpace = String.raw`(?:\s|\\[nrt]|\+|%(?:25)?(?:20|0a|0d|09)|\\u00(?:20|0a|0d|09)|&nbsp;|&#0*32;)+`

/** A pattern of one character as it is, and as JSON, URLs, HTML and source text escape it. */
function patternOf(character: string): string {
  if (/\s/.test(character)) return whiteSpace
  const bytes = [...new TextEncoder().encode(character)]
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
  const point = character.codePointAt(0) ?? 0
  const forms = [
    // A value that was escaped twice has three of them.
    `${/[a-z0-9]/i.test(character) ? '' : '\\\\{0,3}'}${escaped(character)}`,
    bytes.map((byte) => `%(?:25)?${hexOf(byte, 2)}`).join(''),
    units.map((unit) => `\\\\{1,3}u${hexOf(unit, 4)}`).join(''),
    ...(point < 256 ? [`\\\\{1,3}x${hexOf(point, 2)}`] : []),
    `&#(?:0*${point}|x0*${hexOf(point, 1)});`,
    ...(entities[character] ? [entities[character]] : []),
  ]
  return `(?:${forms.join('|')})`
}

/**
 * Values that are taken out of texts in whatever form they stand there: in another case, escaped for JSON, a URL or
 * HTML, in Base64 (also as a part of what was encoded, such as `user:password`) and in hexadecimal digits.
 */
export class ValueForms {
  readonly #values: readonly string[]
  readonly #hasSpaces: boolean
  #plain: RegExp[] | undefined
  #escaped: RegExp[] | undefined
  #bytes: string[] | undefined

  /** @param values in any order; of one of several lines each line counts too. */
  constructor(values: Iterable<string>) {
    const all = new Set<string>()
    for (const value of values) {
      for (const form of [value, ...otherCasesOf(value), ...decodedOf(value)]) {
        const whole = form.trim()
        if (whole !== '' && whole.length <= longestInOnePiece) all.add(whole)
        for (const line of linesOf(whole)) all.add(line)
      }
    }
    this.#values = [...all].sort((a, b) => b.length - a.length)
    this.#hasSpaces = this.#values.some((value) => /\s/.test(value))
  }

  /** The text with a mark in place of each value. */
  remove(text: string, mark: string): string {
    if (this.#values.length === 0) return text
    this.#plain ??= patternsOf(this.#values, escaped)
    let clean = replaced(text, this.#plain, mark)
    if (this.#hasSpaces || /[%\\&]/.test(clean)) {
      this.#escaped ??= patternsOf(this.#values, inAnyEscape)
      clean = replaced(clean, this.#escaped, mark)
    }
    this.#bytes ??= this.#values.flatMap((value) => (value.length < shortest ? [] : bytesOf(value)))
    const known = this.#bytes
    const least = Math.min(...known.map((each) => each.length))
    return withoutDigits(withoutBase64(clean, known, least, mark), known, least, mark)
  }

  /** Whether a text holds a value in any form. */
  isIn(text: string): boolean {
    return this.remove(text, '\0') !== text
  }
}

const replaced = (text: string, patterns: readonly RegExp[], mark: string) =>
  patterns.reduce((clean, pattern) => clean.replace(pattern, () => mark), text)

/** How many values one pattern looks for. */
const valuesAtOnce = 50

function patternsOf(values: readonly string[], form: (value: string) => string): RegExp[] {
  const alternatives = values.map((value) =>
    value.length < shortest ? `(?<![\\p{L}\\p{N}])${form(value)}(?![\\p{L}\\p{N}])` : form(value),
  )
  const patterns: RegExp[] = []
  for (let from = 0; from < alternatives.length; from += valuesAtOnce)
    patterns.push(new RegExp(alternatives.slice(from, from + valuesAtOnce).join('|'), 'giu'))
  return patterns
}

const inAnyEscape = (value: string) => Array.from(value.replaceAll(/\s+/g, ' '), patternOf).join('')

function withoutBase64(text: string, known: readonly string[], least: number, mark: string): string {
  return text.replace(/(?:[A-Za-z0-9+/_-]|%2[bf]){6,}(?:=|%3d){0,2}/gi, (run) => {
    if (run.length * 3 < least * 4 - 4) return run
    if (run.length > longestRun) return mark
    const letters = run
      .replaceAll(/%2b/gi, '+')
      .replaceAll(/%2f/gi, '/')
      .replace(/(?:=|%3d)+$/i, '')
    const isHeld = [0, 1, 2, 3].some((offset) => holds(Buffer.from(letters.slice(offset), 'base64'), known))
    return isHeld ? mark : run
  })
}

function withoutDigits(text: string, known: readonly string[], least: number, mark: string): string {
  return text.replace(/[0-9a-f]{8,}/gi, (run) => {
    if (run.length < least * 2) return run
    if (run.length > longestRun) return mark
    return [0, 1].some((offset) => holds(Buffer.from(run.slice(offset), 'hex'), known)) ? mark : run
  })
}

const holds = (bytes: Buffer, known: readonly string[]) => {
  const text = bytes.toString('latin1').toLowerCase()
  return known.some((each) => text.includes(each))
}

/** Beyond ASCII a letter in the other case may be several letters, or other bytes. */
const otherCasesOf = (value: string) =>
  /[^\0-\x7f]/.test(value) ? [value.toLowerCase(), value.toUpperCase()] : []

/** The bytes of a value as they stand in what is decoded, one character each, without case. */
const bytesOf = (value: string) => [Buffer.from(value, 'utf8').toString('latin1').toLowerCase()]

/** The lines of a value of several, such as a private key; its frame is no secret. */
function linesOf(value: string): string[] {
  if (!/[\n\r]|\\n/.test(value)) return []
  return value
    .split(/\r\n?|\n|(?:\\r)?\\n/)
    .map((line) => line.trim())
    .filter((line) => line.length >= shortestLine && !line.startsWith('-----'))
    .map((line) => line.slice(0, longestInOnePiece))
}

/** What a value that is itself encoded stands for: a password in Base64, or one in an address. */
function decodedOf(value: string): string[] {
  const found: string[] = []
  if (/%[0-9a-f]{2}/i.test(value)) {
    try {
      found.push(decodeURIComponent(value))
    } catch {
      // Not encoded after all.
    }
  }
  if (value.includes('\\')) {
    try {
      const said: unknown = JSON.parse(`"${value.replaceAll(/(?<!\\)"/g, '\\"')}"`)
      if (typeof said === 'string') found.push(said)
    } catch {
      // Not escaped after all.
    }
  }
  if (/^[A-Za-z0-9+/_-]{8,}={0,2}$/.test(value)) {
    const said = Buffer.from(value, 'base64').toString('latin1')
    if (said.length >= 6 && /^[\x20-\x7e]+$/.test(said)) found.push(said)
  }
  const password = /^[a-z][a-z0-9+.-]*:\/\/[^/\s:@]*:([^@\s/]+)@/i.exec(value)?.[1]
  if (password !== undefined) found.push(password)
  return found.filter((each) => each.length >= shortest && each !== value)
}
