import { Models, SPDX } from '@cyclonedx/cyclonedx-library'
import parse from 'spdx-expression-parse'

/**
 * Converts the licenses of a package: SPDX ids and a single expression are written as such, all others by name. Nothing
 * is guessed. CycloneDX allows an expression only alone, so next to other licenses it is written by name.
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

/** The spelling of a license id in the SPDX list, or undefined if it is not in the list. */
export function spdxId(word: string): string | undefined {
  // The library looks ids up in a plain object, which also has inherited properties such as `constructor`.
  const id: unknown = SPDX.fixupSpdxId(word)
  return typeof id === 'string' ? id : undefined
}

/**
 * Whether a text is an SPDX license expression of licenses that are on the SPDX list or are references.
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
