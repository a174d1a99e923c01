/**
 * Reads values of a scanner's JSON: each function accepts any parsed JSON and returns the value or null. Returned
 * strings are well-formed, limited in length and without control characters.
 */

export type JsonObject = { readonly [key: string]: unknown }

export const bounds = {
  name: 1_000,
  path: 4_096,
  url: 2_048,
  message: 100_000,
  code: 64_000,
  codeLines: 400,
  list: 200,
} as const

/** An object; null for any other value. */
export function asObject(value: unknown): JsonObject | null {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (value as JsonObject) : null // parse: any object of JSON has string keys
}

/** The elements of a list; empty for any other value. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The objects of a list; other elements are left out. */
export function asObjects(value: unknown): JsonObject[] {
  return asList(value).flatMap((each) => {
    const one = asObject(each)
    return one === null ? [] : [one]
  })
}

/** The value at the end of a chain of keys. */
export function getIn(value: unknown, ...keys: string[]): unknown {
  let inner = value
  for (const key of keys) {
    const parent = asObject(inner)
    inner = parent && Object.hasOwn(parent, key) ? parent[key] : undefined
  }
  return inner
}

const controlCharacter = /\p{Cc}/u
const controlCharacters = /\p{Cc}/gu
const controlCharactersExceptBreaks = /[^\P{Cc}\n\t]/gu
/** Characters that reorder the surrounding text, which are never part of a name or a path. */
const bidiControls = /[\u202a-\u202e\u2066-\u2069]/g

/** Multi-line text: line breaks become `\n`, tabs are kept, other control characters are removed. Null if empty. */
export function asText(value: unknown, max: number = bounds.message): string | null {
  if (typeof value !== 'string' || value === '') return null
  let cleaned = value.length > max ? `${value.slice(0, max - 1)}…` : value
  if (controlCharacter.test(cleaned))
    cleaned = cleaned.replace(/\r\n?/g, '\n').replace(controlCharactersExceptBreaks, '')
  cleaned = cleaned.isWellFormed() ? cleaned : cleaned.toWellFormed()
  return cleaned.trim() === '' ? null : cleaned
}

/** A name: one line, trimmed. Null if empty. */
export function asName(value: unknown, max: number = bounds.name): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (typeof value !== 'string') return null
  let cleaned = value.length > max ? `${value.slice(0, max - 1)}…` : value
  if (controlCharacter.test(cleaned)) cleaned = cleaned.replace(controlCharacters, ' ')
  cleaned = cleaned.replace(bidiControls, '').trim()
  if (!cleaned.isWellFormed()) cleaned = cleaned.toWellFormed()
  return cleaned === '' ? null : cleaned
}

/** A list of distinct names, from a list or a single name. */
export function asNames(value: unknown): string[] {
  const items = Array.isArray(value) ? value : [value]
  const result = new Set<string>()
  for (const each of items) {
    const one = asName(each)
    if (one !== null) result.add(one)
    if (result.size === bounds.list) break
  }
  return [...result]
}

/** A whole number from 0, also as a string of digits. */
export function asCount(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null
}

/** A line or column: a whole number from 1. */
export function asPosition(value: unknown): number | null {
  const number = asCount(value)
  return number === null || number === 0 || number > 2_000_000_000 ? null : number
}

/** A share from 0 to 1, also as a string of digits. */
export function asFraction(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && number >= 0 && number <= 1 ? number : null
}

/** A boolean; null for any other value. */
export function asBoolean(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null
}

/** A URL that is safe as a link: `http` or `https` only. */
export function asUrl(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > bounds.url) return null
  const address = value.trim()
  return /^https?:\/\/[^\s\p{Cc}]+$/iu.test(address) && URL.canParse(address) ? address : null
}

/** URLs that are safe as links, from one or a list of them, each once. */
export function asUrls(value: unknown): string[] {
  const items = Array.isArray(value) ? value : [value]
  return [...new Set(items.slice(0, bounds.list).flatMap((each) => asUrl(each) ?? []))]
}

/** A time as ISO 8601 with milliseconds and `Z`; a time without a zone is read as UTC. */
export function asTime(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 40) return null
  const shape = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(\.\d+)?\s*(Z|[+-]\d\d:?\d\d)?$/i.exec(
    value.trim(),
  )
  if (!shape) return null
  const fraction = shape[3] ? shape[3].slice(0, 4).padEnd(4, '0') : ''
  const instant = Date.parse(`${shape[1]}T${shape[2]}${fraction}${shape[4]?.toUpperCase() ?? 'Z'}`)
  return Number.isNaN(instant) || instant < 0 ? null : new Date(instant).toISOString()
}

/** Source lines without line ends, limited in number and length. Null if there is nothing to show. */
export function asCodeLines(value: unknown): string[] | null {
  if (typeof value !== 'string') return null
  const truncated = value.length > bounds.code ? value.slice(0, bounds.code) : value
  const content = asText(truncated.replace(/\r\n?/g, '\n').replace(/\n$/, ''), bounds.code + 1)
  return content === null ? null : content.split('\n').slice(0, bounds.codeLines)
}

/** One of several words, ignoring case; spaces count as underscores. */
export function asOneOf<Word extends string>(value: unknown, words: readonly Word[]): Word | null {
  if (typeof value !== 'string') return null
  const normalized = value.trim().toLowerCase().replaceAll(' ', '_')
  return words.find((each) => each.toLowerCase() === normalized) ?? null
}

/** A field under its snake_case or camelCase name, since services differ. */
export function getEither(parent: JsonObject | null, snakeCase: string): unknown {
  if (parent === null) return undefined
  if (Object.hasOwn(parent, snakeCase)) return parent[snakeCase]
  const camelCase = snakeCase.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return Object.hasOwn(parent, camelCase) ? parent[camelCase] : undefined
}
