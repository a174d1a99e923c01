import { Models, SPDX } from '@cyclonedx/cyclonedx-library'
import parse from 'spdx-expression-parse'

/**
 * Writes what is known of a package's licenses: SPDX ids as such, one expression as such, everything else by name.
 * Nothing is guessed. An expression stands alone in CycloneDX, so that beside others it is written by name.
 * Source: docs/api.md#sbom-exports.
 */
export function licensesOf(words: readonly string[]): Models.LicenseRepository {
  const known = [...new Set(words.map((word) => word.trim()).filter((word) => word !== ''))]
  const [only] = known
  if (known.length === 1 && only !== undefined && spdxId(only) === undefined && isExpression(only)) {
    return new Models.LicenseRepository([new Models.LicenseExpression(only)])
  }
  return new Models.LicenseRepository(
    known.map((word) => {
      const id = spdxId(word)
      return id ? new Models.SpdxLicense(id) : new Models.NamedLicense(word)
    }),
  )
}

/** A word as the SPDX list spells it, or undefined where it is not on the list. */
export function spdxId(word: string): string | undefined {
  // The library looks words up in an object, which has more than it lists: `constructor`.
  const id: unknown = SPDX.fixupSpdxId(word)
  return typeof id === 'string' ? id : undefined
}

/**
 * Whether a text is an SPDX license expression whose licenses all are on the SPDX list or references.
 * Source: SPDX specification 2.3, annex D.
 */
export function isExpression(text: string): boolean {
  if (text.length > 1000) return false
  try {
    parse(text)
    return true
  } catch {
    return false
  }
}
