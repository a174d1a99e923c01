/**
 * Reading what a scanner wrote: each function takes any parsed JSON and answers what is wanted or null.
 * Strings come out well-formed, bounded and without control characters.
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

/** An object; null where the value is anything else. */
export function object(value: unknown): JsonObject | null {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (value as JsonObject) : null // parse: any object of JSON has string keys
}

/** The elements of a list; none where it is no list. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The objects of a list, other elements left out. */
export function objects(value: unknown): JsonObject[] {
  return list(value).flatMap((each) => {
    const one = object(each)
    return one === null ? [] : [one]
  })
}

/** The value at the end of a chain of keys. */
export function at(value: unknown, ...keys: string[]): unknown {
  let inner = value
  for (const key of keys) {
    const holder = object(inner)
    inner = holder && Object.hasOwn(holder, key) ? holder[key] : undefined
  }
  return inner
}

const control = /\p{Cc}/u
const controls = /\p{Cc}/gu
const controlsButBreaks = /[^\P{Cc}\n\t]/gu
/** Marks that reorder the text around them: never part of a name or a path. */
const reordering = /[\u202a-\u202e\u2066-\u2069]/g

/** Text of several lines: line breaks become `\n`, tabs stay, other control characters go. Null where empty. */
export function text(value: unknown, max: number = bounds.message): string | null {
  if (typeof value !== 'string' || value === '') return null
  let clean = value.length > max ? `${value.slice(0, max - 1)}…` : value
  if (control.test(clean)) clean = clean.replace(/\r\n?/g, '\n').replace(controlsButBreaks, '')
  clean = clean.isWellFormed() ? clean : clean.toWellFormed()
  return clean.trim() === '' ? null : clean
}

/** A name: one line, trimmed. Null where empty. */
export function name(value: unknown, max: number = bounds.name): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (typeof value !== 'string') return null
  let clean = value.length > max ? `${value.slice(0, max - 1)}…` : value
  if (control.test(clean)) clean = clean.replace(controls, ' ')
  clean = clean.replace(reordering, '').trim()
  if (!clean.isWellFormed()) clean = clean.toWellFormed()
  return clean === '' ? null : clean
}

/** A list of names, or one name alone, without repetitions. */
export function names(value: unknown): string[] {
  const given = Array.isArray(value) ? value : [value]
  const found = new Set<string>()
  for (const each of given) {
    const one = name(each)
    if (one !== null) found.add(one)
    if (found.size === bounds.list) break
  }
  return [...found]
}

/** A whole number from 0, also where it was written as a string of digits. */
export function count(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null
}

/** A line or column: a whole number from 1. */
export function position(value: unknown): number | null {
  const number = count(value)
  return number === null || number === 0 || number > 2_000_000_000 ? null : number
}

/** A share from 0 to 1, also as a string of digits. */
export function share(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && number >= 0 && number <= 1 ? number : null
}

/** Yes or no; null where neither is said. */
export function flag(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null
}

/** An address that may become a link: `http` or `https` only. */
export function url(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > bounds.url) return null
  const address = value.trim()
  return /^https?:\/\/[^\s\p{Cc}]+$/iu.test(address) && URL.canParse(address) ? address : null
}

/** Addresses that may become links, one or a list of them, each once. */
export function urls(value: unknown): string[] {
  const given = Array.isArray(value) ? value : [value]
  return [...new Set(given.slice(0, bounds.list).flatMap((each) => url(each) ?? []))]
}

/** A time as ISO 8601 with milliseconds and `Z`; one without a zone is taken as UTC. */
export function time(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 40) return null
  const shape = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(\.\d+)?\s*(Z|[+-]\d\d:?\d\d)?$/i.exec(
    value.trim(),
  )
  if (!shape) return null
  const fraction = shape[3] ? shape[3].slice(0, 4).padEnd(4, '0') : ''
  const instant = Date.parse(`${shape[1]}T${shape[2]}${fraction}${shape[4]?.toUpperCase() ?? 'Z'}`)
  return Number.isNaN(instant) || instant < 0 ? null : new Date(instant).toISOString()
}

/** Source lines without line ends, bounded in number and length. Null where there is nothing to show. */
export function codeLines(value: unknown): string[] | null {
  if (typeof value !== 'string') return null
  const cut = value.length > bounds.code ? value.slice(0, bounds.code) : value
  const whole = text(cut.replace(/\r\n?/g, '\n').replace(/\n$/, ''), bounds.code + 1)
  return whole === null ? null : whole.split('\n').slice(0, bounds.codeLines)
}

/** One of several words, whatever its case, prefix-free. */
export function word<Word extends string>(value: unknown, words: readonly Word[]): Word | null {
  if (typeof value !== 'string') return null
  const wanted = value.trim().toLowerCase().replaceAll(' ', '_')
  return words.find((each) => each.toLowerCase() === wanted) ?? null
}

/** A field under its snake_case name or the same in camelCase: services differ. */
export function either(holder: JsonObject | null, snake: string): unknown {
  if (holder === null) return undefined
  if (Object.hasOwn(holder, snake)) return holder[snake]
  const camel = snake.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return Object.hasOwn(holder, camel) ? holder[camel] : undefined
}
