import { asName, type JsonObject } from '../../values/json-values.ts'

/** A metric of CVSS: its letters, the key of its word, and the first letters of its words. */
type Metric = readonly [metric: string, key: string, letters: string]

const metrics: Readonly<Record<'2' | '3', readonly Metric[]>> = {
  2: [
    ['AV', 'accessVector', 'NAL'],
    ['AC', 'accessComplexity', 'LMH'],
    // The report misspells it.
    ['Au', 'authenticationr', 'MSN'],
    ['C', 'confidentialityImpact', 'NPC'],
    ['I', 'integrityImpact', 'NPC'],
    ['A', 'availabilityImpact', 'NPC'],
  ],
  3: [
    ['AV', 'attackVector', 'NALP'],
    ['AC', 'attackComplexity', 'LH'],
    ['PR', 'privilegesRequired', 'NLH'],
    ['UI', 'userInteraction', 'NR'],
    ['S', 'scope', 'UC'],
    ['C', 'confidentialityImpact', 'NLH'],
    ['I', 'integrityImpact', 'NLH'],
    ['A', 'availabilityImpact', 'NLH'],
  ],
}

/**
 * The vector of a CVSS score whose metrics are words (`attackVector` is `NETWORK`); null if one of them is missing or
 * unknown, or the version is.
 */
export function vectorOf(version: '2' | '3', score: JsonObject): string | null {
  const exact = version === '3' ? asName(score['version'], 10) : null
  if (version === '3' && exact !== '3.0' && exact !== '3.1') return null
  const parts: string[] = []
  for (const [metric, key, letters] of metrics[version]) {
    const letter = asName(score[key], 40)?.[0]?.toUpperCase()
    if (letter === undefined || !letters.includes(letter)) return null
    parts.push(`${metric}:${letter}`)
  }
  return `${exact === null ? '' : `CVSS:${exact}/`}${parts.join('/')}`
}
