import { createHash } from 'node:crypto'
import { isExpression, spdxId } from './licenses.ts'

interface ExtractedLicense {
  licenseId: string
  name: string
  extractedText: string
}

/**
 * Writes licenses as SPDX expressions, and collects those that are not on the SPDX list, which a document must define.
 * Their text is unknown, so the name from the scan is used instead.
 * Source: SPDX specification 2.3, clause 10 and annex D.
 */
export class SpdxLicenses {
  readonly #own = new Map<string, ExtractedLicense>()

  /** The license expression of one package: several licenses are joined by AND; `NOASSERTION` if none is known. */
  declared(words: readonly string[]): string {
    const terms = [...new Set(words.map((word) => word.trim()).filter((word) => word !== ''))].map((word) =>
      this.#term(word),
    )
    const [first] = terms
    if (first === undefined) return 'NOASSERTION'
    if (terms.length === 1) return first
    return terms.map((term) => (/ (OR|AND) /.test(term) ? `(${term})` : term)).join(' AND ')
  }

  /** The licenses used so far that are not on the SPDX list. */
  extracted(): ExtractedLicense[] {
    return [...this.#own.values()]
  }

  #term(word: string): string {
    const id = spdxId(word)
    if (id !== undefined && isExpression(id)) return id
    if (!isExpression(word) || word.includes('DocumentRef-')) return this.#named(word)
    for (const [ref] of word.matchAll(/LicenseRef-[A-Za-z0-9.-]+/g)) this.#define(ref, ref)
    return word
  }

  #named(word: string): string {
    const plain = word.replace(/[^A-Za-z0-9.]+/g, '-').replace(/^-|-$/g, '')
    // The hash distinguishes names that differ only in characters that ids do not allow.
    const mark = createHash('sha256').update(word).digest('hex').slice(0, 8)
    const ref = `LicenseRef-${[plain.slice(0, 60), mark].filter(Boolean).join('-')}`
    this.#define(ref, word)
    return ref
  }

  #define(licenseId: string, name: string): void {
    if (!this.#own.has(licenseId)) this.#own.set(licenseId, { licenseId, name, extractedText: name })
  }
}
