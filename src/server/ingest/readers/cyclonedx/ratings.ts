import type { ReportedScore, ReportedSupplyChainFinding, Severity } from '../../report/report.ts'
import { cvssScore, cvssScores } from '../../values/cvss.ts'
import { asFraction, asName, asObjects, getIn, type JsonObject } from '../../values/json-values.ts'
import { severityOfScore, severityOfWord } from '../../values/severity.ts'

const preferredMethods = ['CVSSv4', 'CVSSv31', 'CVSSv3']

/**
 * The severity of the first rating by CVSS 4, 3.1 or 3, else of the first rating with a severity: by its name, else its
 * score. `none`, `info`, `unknown` and a vulnerability without ratings are low. The likelihood or existence of an
 * exploit does not affect the severity.
 */
export function ratedSeverity(input: unknown): Severity {
  const ratings = asObjects(input).filter((rating) => !isEpss(rating) && !isKnownExploit(rating))
  const preferred = preferredMethods.flatMap((method) =>
    ratings.filter((rating) => rating['method'] === method),
  )
  for (const rating of [...preferred, ...ratings]) {
    const matches = severityOfWord(rating['severity']) ?? severityOfScore(rating['score'])
    if (matches !== null) return matches
  }
  return 'low'
}

/** The ratings that are CVSS scores or vectors. */
export function ratedScores(input: unknown): ReportedScore[] {
  return cvssScores(
    asObjects(input).map((rating) =>
      cvssScore({
        method: rating['method'],
        score: rating['score'],
        vector: rating['vector'],
        source: getIn(rating['source'], 'name'),
      }),
    ),
  )
}

/**
 * EPSS, which CycloneDX does not define: tools write it as a rating of the method `EPSS`, or of another method whose
 * source is EPSS or FIRST, or as properties such as `epss:score` and `epss:percentile`.
 */
export function ratedEpss(vulnerability: JsonObject): ReportedSupplyChainFinding['epss'] {
  const rating = asObjects(vulnerability['ratings']).find(isEpss)
  const properties = asObjects(vulnerability['properties'])
  const scoreIn = (shape: RegExp): number | null => {
    const matches = properties.find((property) => shape.test(asName(property['name'], 200) ?? ''))
    return asFraction(matches?.['value'])
  }
  const score =
    asFraction(rating?.['score']) ?? scoreIn(/(?:^|[:._\s-])epss(?:[:._\s-]?(?:score|probability))?$/i)
  return score === null ? null : { score, percentile: scoreIn(/(?:^|[:._\s-])epss[:._\s-]?percentile$/i) }
}

function isEpss(rating: JsonObject): boolean {
  const method = rating['method']
  if (typeof method === 'string' && /^cvss/i.test(method)) return false
  if (typeof method === 'string' && /^epss$/i.test(method)) return true
  return /\bepss\b|^first(?:\.org)?$/i.test(asName(getIn(rating['source'], 'name'), 200) ?? '')
}

/** A rating of 1, which means that a catalog lists the vulnerability as exploited. */
function isKnownExploit(rating: JsonObject): boolean {
  return /\bkev\b|known exploited/i.test(asName(getIn(rating['source'], 'name'), 200) ?? '')
}
