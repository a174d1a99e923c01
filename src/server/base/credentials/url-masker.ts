import { maskUrls } from './mask-urls.ts'

/** Long texts whose result is known, since many findings share one. */
const maxKnown = 1_000
/** A shorter text is looked at faster than for. */
const leastKnown = 80

/** Takes credentials out of the URLs of many texts. */
export class UrlMasker {
  readonly #kept: ReadonlySet<string>
  readonly #known = new Map<string, string>()
  hasChanged = false

  /** @param kept members that are not looked at */
  constructor(kept: ReadonlySet<string> = new Set()) {
    this.#kept = kept
  }

  text(text: string): string {
    if (text.length < leastKnown) return this.#mask(text)
    const known = this.#known.get(text)
    if (known !== undefined) return known
    if (this.#known.size >= maxKnown) this.#known.clear()
    const masked = this.#mask(text)
    this.#known.set(text, masked)
    return masked
  }

  #mask(text: string): string {
    const masked = maskUrls(text)
    if (masked !== text) this.hasChanged = true
    return masked
  }

  /** A value with the masked texts; the value itself if none changes. */
  value<T>(value: T): T {
    // parse: each branch returns the type of value that it was given.
    if (typeof value === 'string') return this.text(value) as T
    if (typeof value !== 'object' || value === null) return value
    // parse: see above.
    return (Array.isArray(value) ? this.#list(value) : this.#members(value)) as T
  }

  #list(list: readonly unknown[]): readonly unknown[] {
    let copy: unknown[] | null = null
    // By index: naming the members of the empty lists of a million findings took most of the time.
    for (let index = 0; index < list.length; index++) {
      const masked = this.value(list[index])
      if (masked === list[index]) continue
      copy ??= [...list]
      copy[index] = masked
    }
    return copy ?? list
  }

  #members(value: object): object {
    let copy: Record<string, unknown> | null = null
    // Without a list of keys, or of pairs, for each.
    for (const key in value) {
      // parse: an own member of a plain object.
      const each = (value as Record<string, unknown>)[key]
      const mayChange = typeof each === 'string' || (typeof each === 'object' && each !== null)
      if (!mayChange || this.#kept.has(key)) continue
      const masked = this.value(each)
      if (masked === each) continue
      copy ??= { ...value }
      copy[key] = masked
    }
    return copy ?? value
  }
}
