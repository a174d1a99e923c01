import { createHash } from 'node:crypto'
import { isExpression, spdxId } from './licenses.ts'

interface ExtractedLicense {
  licenseId: string
  name: string
  extractedText: string
}

/**
 * Writes licenses as SPDX expressions, and remembers those that are not on the SPDX list, which a document has to
 * define. Their text is not known, and so what the scan called them stands in its place.
 * Source: SPDX specification 2.3, clause 10 and annex D.
 */
export class SpdxLicenses {
  readonly #own = new Map<string, ExtractedLicense>()

  /** The licenses of one package; all of them hold where a scan names several. `NOASSERTION` where none is known. */
  declared(words: readonly string[]): string {
    const terms = [...new Set(words.map((word) => word.trim()).filter((word) => word !== ''))].map((word) =>
      this.#term(word),
    )
    const [only] = terms
    if (only === undefined) return 'NOASSERTION'
    if (terms.length === 1) return only
    return terms.map((term) => (/ (OR|AND) /.test(term) ? `(${term})` : term)).join(' AND ')
  }

  /** The licenses that were named so far and are not on the SPDX list. */
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
    // Names that differ in other characters alone stay two.
    const mark = createHash('sha256').update(word).digest('hex').slice(0, 8)
    const ref = `LicenseRef-${[plain.slice(0, 60), mark].filter(Boolean).join('-')}`
    this.#define(ref, word)
    return ref
  }

  #define(licenseId: string, name: string): void {
    if (!this.#own.has(licenseId)) this.#own.set(licenseId, { licenseId, name, extractedText: name })
  }
}
