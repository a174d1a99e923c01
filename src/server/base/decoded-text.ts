/** A text derived from another one, with the position of each character in the original text. */
export interface MappedText {
  text: string
  /** The start of a character of this text in the original text. */
  startOf(at: number): number
  /** The end of that character in the original text. */
  endOf(at: number): number
}

/** Collects characters with their positions. */
class MappedTextBuilder {
  #text = ''
  readonly #starts: number[] = []
  readonly #ends: number[] = []

  add(text: string, start: number, end: number): void {
    this.#text += text
    for (let unit = 0; unit < text.length; unit++) {
      this.#starts.push(start)
      this.#ends.push(end)
    }
  }

  get mapped(): MappedText {
    return {
      text: this.#text,
      startOf: (at) => this.#starts[at] ?? 0,
      endOf: (at) => this.#ends[at] ?? 0,
    }
  }
}

/**
 * Converts a text to lower case.
 * @param joined replaces each run of white space with one space.
 */
export function mappedText(text: string, joined: boolean): MappedText {
  const lowerCased = text.toLowerCase()
  if (lowerCased.length === text.length && !(joined && /\s{2}|[^\S ]/.test(text)))
    return { text: lowerCased, startOf: (at) => at, endOf: (at) => at + 1 }
  const pieces = new MappedTextBuilder()
  for (const { 0: each, index } of text.matchAll(joined ? /\s+|./gsu : /./gsu)) {
    const text = joined && /^\s/.test(each) ? ' ' : each.toLowerCase()
    pieces.add(text, index, index + each.length)
  }
  return pieces.mapped
}

/** The kinds of escapes, and the character that a text with such escapes contains. */
const escapes = {
  url: { sign: '%', all: /(?:%[0-9a-f]{2})+/g },
  // JSON writes characters beyond the basic plane as surrogate pairs.
  json: { sign: '\\', all: /\\u(?:d[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|[0-9a-f]{4})|\\x[0-9a-f]{2}|\\./gs },
  html: { sign: '&', all: /&(?:#x?[0-9a-f]{1,7}|amp|lt|gt|quot|apos|nbsp);/g },
} as const
/** The kind of escaping of a text. */
export type Escape = keyof typeof escapes
export const escapeKinds = ['url', 'json', 'html'] as const

const characters: Record<string, string> = {
  ...{ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' },
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' },
}

/**
 * Decodes one level of escapes of a lower-case text.
 * @param joined replaces each run of white space with one space, including the plus that represents a space in URLs.
 * @returns null if there are none.
 */
export function decodedText(level: MappedText, kind: Escape, joined: boolean): MappedText | null {
  const { text } = level
  const { sign, all } = escapes[kind]
  const isForm = joined && kind === 'url'
  if (!text.includes(sign) && !(isForm && text.includes('+'))) return null
  const pieces = new MappedTextBuilder()
  const append = (text: string, from: number, to: number) => {
    for (const { 0: each, index } of text.matchAll(isForm ? /[\s+]+|[^\s+]/g : joined ? /\s+|\S/g : /./gs)) {
      // An escape may be longer than its character; an unescaped character has the same length.
      const isPlain = text.length === to - from
      const [first, last] = isPlain ? [from + index, from + index + each.length - 1] : [from, to - 1]
      pieces.add(
        joined && (/^\s/.test(each) || (isForm && each.startsWith('+'))) ? ' ' : each,
        level.startOf(first),
        level.endOf(last),
      )
    }
  }
  let end = 0
  let isChanged = isForm && text.includes('+')
  for (const { 0: escaped, index } of text.matchAll(all)) {
    append(text.slice(end, index), end, index)
    end = index + escaped.length
    for (const [text, length, offset] of findEscapes(escaped)) {
      isChanged ||= text !== escaped
      const [from, to] = [index + offset, index + offset + length]
      const plain = joined && /^\s+$/.test(text) ? ' ' : text
      pieces.add(plain.toLowerCase(), level.startOf(from), level.endOf(to - 1))
    }
  }
  append(text.slice(end), end, text.length)
  return isChanged ? pieces.mapped : null
}

/** The characters of an escape, each with its length and position in it. */
function findEscapes(escaped: string): [said: string, length: number, offset: number][] {
  const asWhole = (text: string): [string, number, number][] => [[text, escaped.length, 0]]
  if (escaped.startsWith('%')) return fromBytes(escaped)
  if (escaped.startsWith('&')) {
    const name = escaped.slice(1, -1)
    const number = /^#x/.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    if (!name.startsWith('#')) return asWhole(characters[name] ?? escaped)
    return asWhole(number <= 0x10ffff ? String.fromCodePoint(number) : escaped)
  }
  const units = [...escaped.matchAll(/\\[ux]([0-9a-f]{2,4})/g)].map(([, digits]) =>
    Number.parseInt(digits ?? '', 16),
  )
  if (units.length > 0) return asWhole(String.fromCharCode(...units))
  const sign = escaped.slice(1)
  return asWhole(characters[sign] ?? sign)
}

/** `%c3%a4` is one character of two bytes. */
function fromBytes(escaped: string): [said: string, length: number, offset: number][] {
  const bytes = Buffer.from(escaped.replaceAll('%', ''), 'hex')
  const escapes: [string, number, number][] = []
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at] ?? 0
    const length = first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
    escapes.push([
      bytes.subarray(at, at + length).toString('utf8'),
      Math.min(length, bytes.length - at) * 3,
      at * 3,
    ])
    at += length
  }
  return escapes
}
