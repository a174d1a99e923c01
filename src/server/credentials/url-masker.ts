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
    let copy: Record<string, unknown> | null = null
    // Own members of plain objects and lists; a list of pairs would be made for each of a million findings.
    for (const key in value) {
      const each: unknown = value[key]
      if (each === null || typeof each === 'number' || this.#kept.has(key)) continue
      const masked: unknown = this.value(each)
      if (masked === each) continue
      // parse: an object or a list, whose members are set by name.
      copy ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>
      copy[key] = masked
    }
    // parse: see above.
    return copy === null ? value : (copy as T)
  }
}
