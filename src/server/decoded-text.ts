/** A text that was made from another one, and where in that one each of its characters stands. */
export interface MappedText {
  text: string
  /** Where the character at a place of this text begins in the first one. */
  startOf(at: number): number
  /** Where it ends there. */
  endOf(at: number): number
}

/** Characters with their places, put together. */
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
 * A text in lower case.
 * @param joined makes one space of white space.
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

/** The ways in which characters are escaped, and by which sign a text may have it. */
const escapes = {
  url: { sign: '%', all: /(?:%[0-9a-f]{2})+/g },
  // Beyond the basic plane JSON writes two halves.
  json: { sign: '\\', all: /\\u(?:d[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|[0-9a-f]{4})|\\x[0-9a-f]{2}|\\./gs },
  html: { sign: '&', all: /&(?:#x?[0-9a-f]{1,7}|amp|lt|gt|quot|apos|nbsp);/g },
} as const
/** How a text is escaped. */
export type Escape = keyof typeof escapes
export const escapeKinds = ['url', 'json', 'html'] as const

const characters: Record<string, string> = {
  ...{ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' },
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' },
}

/**
 * A text, which is in lower case, without one level of escapes.
 * @param joined makes one space of white space, and of the plus that stands for it in URLs.
 * @returns null where there are none.
 */
export function decodedText(level: MappedText, kind: Escape, joined: boolean): MappedText | null {
  const { text } = level
  const { sign, all } = escapes[kind]
  const isForm = joined && kind === 'url'
  if (!text.includes(sign) && !(isForm && text.includes('+'))) return null
  const pieces = new MappedTextBuilder()
  const append = (text: string, from: number, to: number) => {
    for (const { 0: each, index } of text.matchAll(isForm ? /[\s+]+|[^\s+]/g : joined ? /\s+|\S/g : /./gs)) {
      // What stands for one character may be longer than it; what stands for itself is as long.
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

/** what an escape stands for, character by character, with the length and place of each in it. */
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
