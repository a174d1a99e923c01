import { cvssScore, cvssScores } from '../../cvss.ts'
import type { ReportedScore, ReportedSupplyChainFinding, Severity } from '../../report.ts'
import { severityOfScore, severityOfWord } from '../../severity.ts'
import { at, type JsonObject, name, objects, share } from '../../values.ts'

const preferredMethods = ['CVSSv4', 'CVSSv31', 'CVSSv3']

/**
 * The severity of the first rating by CVSS 4, 3.1 or 3, else of the first that says one: by its word, else its score.
 * `none`, `info`, `unknown` and a vulnerability without ratings are low. How likely or known an exploit is says nothing
 * of severity.
 */
export function ratedSeverity(given: unknown): Severity {
  const ratings = objects(given).filter((rating) => !isEpss(rating) && !isKnownExploit(rating))
  const preferred = preferredMethods.flatMap((method) =>
    ratings.filter((rating) => rating['method'] === method),
  )
  for (const rating of [...preferred, ...ratings]) {
    const found = severityOfWord(rating['severity']) ?? severityOfScore(rating['score'])
    if (found !== null) return found
  }
  return 'low'
}

/** The ratings that are CVSS scores or vectors. */
export function ratedScores(given: unknown): ReportedScore[] {
  return cvssScores(
    objects(given).map((rating) =>
      cvssScore({
        method: rating['method'],
        score: rating['score'],
        vector: rating['vector'],
        source: at(rating['source'], 'name'),
      }),
    ),
  )
}

/**
 * EPSS, for which CycloneDX has no word: tools write it as a rating of the method `EPSS`, or of another method whose
 * source is EPSS or FIRST, or as properties such as `epss:score` and `epss:percentile`.
 */
export function ratedEpss(vulnerability: JsonObject): ReportedSupplyChainFinding['epss'] {
  const rating = objects(vulnerability['ratings']).find(isEpss)
  const properties = objects(vulnerability['properties'])
  const said = (shape: RegExp): number | null => {
    const found = properties.find((property) => shape.test(name(property['name'], 200) ?? ''))
    return share(found?.['value'])
  }
  const score = share(rating?.['score']) ?? said(/(?:^|[:._\s-])epss(?:[:._\s-]?(?:score|probability))?$/i)
  return score === null ? null : { score, percentile: said(/(?:^|[:._\s-])epss[:._\s-]?percentile$/i) }
}

function isEpss(rating: JsonObject): boolean {
  const method = rating['method']
  if (typeof method === 'string' && /^cvss/i.test(method)) return false
  if (typeof method === 'string' && /^epss$/i.test(method)) return true
  return /\bepss\b|^first(?:\.org)?$/i.test(name(at(rating['source'], 'name'), 200) ?? '')
}

/** A rating of 1 that says that a catalog lists the vulnerability as exploited. */
function isKnownExploit(rating: JsonObject): boolean {
  return /\bkev\b|known exploited/i.test(name(at(rating['source'], 'name'), 200) ?? '')
}
