/** The number of a weakness or of a category that a text names. */
export interface WeaknessNumber {
  kind: 'cwe' | 'owasp'
  /** `CWE-89`, `A03`, `A03:2021`. */
  label: string
  /** What one of its spellings begins with, in a list of names as JSON. In lower case. */
  fragments: readonly string[]
}

const cwe = /^cwe[-_: ]*0*([1-9]\d{0,4})(?::.*)?$/i
const owasp = /^(?:owasp[-_: ]+)?(?:top ?10[-_: ]+)?a0?([1-9]|10)(?:[-_: ](\d{4})(?:\D.*)?)?$/i

/**
 * Returns the CWE or the OWASP Top 10 category that a search names by its number: `cwe 89`, `OWASP A3`, `A03:2021`;
 * undefined for any other text. `CWE-89` is not a part of `CWE-893`, so that it cannot be searched as a part of a text.
 */
export function weaknessNumber(search: string): WeaknessNumber | undefined {
  const text = search.trim()
  const number = cwe.exec(text)?.[1]
  if (number !== undefined) {
    const fragments = ['"', ':', ' '].map((end) => `"cwe-${number}${end}`)
    return { kind: 'cwe', label: `CWE-${number}`, fragments }
  }
  const [, category, year] = owasp.exec(text) ?? []
  if (category === undefined) return undefined
  const name = `A${category.padStart(2, '0')}`
  const spellings = [...new Set([name, `A${category}`])].map((one) => `"${one.toLowerCase()}`)
  const ends =
    year === undefined ? ['"', ':', '-', '_', ' '] : [':', '-', '_', ' '].map((sign) => sign + year)
  return {
    kind: 'owasp',
    label: year === undefined ? name : `${name}:${year}`,
    fragments: spellings.flatMap((one) => ends.map((end) => one + end)),
  }
}
