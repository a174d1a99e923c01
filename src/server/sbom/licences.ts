import { Models, SPDX } from '@cyclonedx/cyclonedx-library'

/**
 * Writes what is known of a package's licences: SPDX ids as such, one expression as such, everything else by name.
 * Nothing is guessed. An expression stands alone in CycloneDX, so that beside others it is written by name.
 * Source: API decisions, "SBOM exports".
 */
export function licencesOf(words: readonly string[]): Models.LicenseRepository {
  const known = [...new Set(words.map((word) => word.trim()).filter((word) => word !== ''))]
  const [only] = known
  if (known.length === 1 && only !== undefined && !SPDX.fixupSpdxId(only) && isExpression(only)) {
    return new Models.LicenseRepository([new Models.LicenseExpression(only)])
  }
  return new Models.LicenseRepository(
    known.map((word) => {
      const id = SPDX.fixupSpdxId(word)
      return id ? new Models.SpdxLicense(id) : new Models.NamedLicense(word)
    }),
  )
}

/**
 * Whether a text is an SPDX licence expression whose licences all are on the SPDX list or references.
 * Source: SPDX specification 2.3, annex D.
 */
export function isExpression(text: string): boolean {
  if (text.length > 1000) return false
  const tokens = text.match(/[()]|[^\s()]+/g) ?? []
  let at = 0
  const term = (): boolean => {
    if (tokens[at] === '(') {
      at += 1
      if (!series() || tokens[at] !== ')') return false
      at += 1
      return true
    }
    if (!isLicence(tokens[at])) return false
    at += 1
    if (tokens[at] !== 'WITH') return true
    at += 2
    return isException(tokens[at - 1])
  }
  const series = (): boolean => {
    if (!term()) return false
    while (tokens[at] === 'AND' || tokens[at] === 'OR') {
      at += 1
      if (!term()) return false
    }
    return true
  }
  return series() && at === tokens.length
}

function isLicence(token: string | undefined): boolean {
  if (token === undefined) return false
  return (
    /^(DocumentRef-[A-Za-z0-9.-]+:)?LicenseRef-[A-Za-z0-9.-]+$/.test(token) ||
    SPDX.fixupSpdxId(token.replace(/\+$/, '')) !== undefined
  )
}

/** The library's list of ids holds exceptions as well. */
const isException = (token: string | undefined) =>
  token !== undefined && SPDX.fixupSpdxId(token) !== undefined
