import calculator from 'ae-cvss-calculator'

/**
 * The score of a CVSS vector of version 2, 3.0, 3.1 or 4.0, from 0 to 10: of versions 2 and 3 by its base metrics, as
 * databases give it, of version 4 by all, since that has one score only.
 * @param method the version of a vector without a prefix, such as `CVSSv31`
 * @returns null if it is no vector, or not all base metrics are in it, or one is there twice.
 */
export function scoreOfVector(text: string, method: string | null = null): number | null {
  const vector = normalized(text, method)
  if (vector === null) return null
  const names = vector.split('/').map((part) => part.split(':')[0])
  if (new Set(names).size < names.length) return null
  const read = calculator.fromVector(vector)
  if (!read?.isBaseFullyDefined()) return null
  const { base, overall } = read.calculateScores()
  const score = vector.startsWith('CVSS:4') ? overall : base
  return typeof score === 'number' && score >= 0 && score <= 10 ? score : null
}

const prefixes: Readonly<Record<string, string>> = {
  CVSSv4: 'CVSS:4.0/',
  CVSSv31: 'CVSS:3.1/',
  CVSSv3: 'CVSS:3.0/',
}

/** The vector as the standard writes it; null for other texts. Tools leave the prefix out, or bracket version 2. */
function normalized(text: string, method: string | null): string | null {
  const trimmed = text.trim().replace(/\/+$/, '').toUpperCase()
  if (/^CVSS:(?:3\.[01]|4\.0)\//.test(trimmed)) return trimmed
  const bare = trimmed.replace(/^(?:CVSS:2\.0\/|CVSS2#)/, '').replace(/^\((.*)\)$/, '$1')
  if (!/^AV:[NALP]\//.test(bare)) return null
  // Version 2 alone writes a metric in two cases.
  if (/\/AU:/.test(bare)) return bare.replace('/AU:', '/Au:')
  if (/\/VC:/.test(bare)) return `CVSS:4.0/${bare}`
  return `${prefixes[method ?? ''] ?? 'CVSS:3.1/'}${bare}`
}
