import type {
  ReportedScore,
  ReportedSupplyChainFinding,
  Severity,
  SeverityFrom,
} from '../../report/report.ts'
import { cvssMethod, cvssMethods, cvssScore, cvssScores } from '../../values/cvss.ts'
import { asFraction, asName, asObjects, getIn, type JsonObject } from '../../values/json-values.ts'
import { severityOfScore, severityOfWord } from '../../values/severity.ts'

const maxRatings = 100

/** What is taken for what nobody rated, as for code. */
const unrated: Rated = { severity: 'medium', from: { method: 'none', source: null } }

/** A severity, and the rating that it follows; null where there was nothing to choose or to compute. */
export interface Rated {
  severity: Severity
  from: SeverityFrom | null
}

/**
 * The severity of the rating that counts: by the newest version of CVSS of the source that the vulnerability itself
 * names, else of any, else by a rating of another kind, that source first. A rating without a word for its severity has
 * that of its score or vector; without any rating, the severity is medium. The likelihood or existence of an exploit does
 * not affect it.
 */
export function ratedSeverity(vulnerability: JsonObject): Rated {
  const own = sourceOf(vulnerability)?.toLowerCase()
  const ratings = ratingsOf(vulnerability)
    .filter((rating) => !isEpss(rating) && !isKnownExploit(rating))
    .map((rating) => ({ rating, source: sourceOf(rating), method: cvssMethod(methodAndVector(rating)) }))
  const rankOf = ({ source, method }: (typeof ratings)[number]) => {
    const isOwn = own !== undefined && source?.toLowerCase() === own
    return method === null ? (isOwn ? 20 : 21) : (isOwn ? 0 : 10) + cvssMethods.indexOf(method)
  }
  const sorted = ratings.toSorted((left, right) => rankOf(left) - rankOf(right))
  for (const { rating, source, method } of sorted) {
    const given = severityOfWord(rating['severity']) ?? severityOfScore(rating['score'])
    const severity = given ?? severityOfScore(scoreOf(rating))
    if (severity === null) continue
    const isObvious = given !== null && ratings.length === 1
    return { severity, from: isObvious ? null : { method: method ?? 'other', source } }
  }
  return unrated
}

const ratingsOf = (vulnerability: JsonObject) => asObjects(vulnerability['ratings']).slice(0, maxRatings)
const methodAndVector = ({ method, vector }: JsonObject) => ({ method, vector })
const sourceOf = ({ source }: JsonObject) => asName(getIn(source, 'name'), 200)
const scoreOf = (rating: JsonObject) =>
  cvssScore({ ...methodAndVector(rating), score: rating['score'], source: null })?.score

/** The ratings that are CVSS scores or vectors. */
export function ratedScores(vulnerability: JsonObject): ReportedScore[] {
  return cvssScores(
    ratingsOf(vulnerability).map((rating) =>
      cvssScore({ ...methodAndVector(rating), score: rating['score'], source: sourceOf(rating) }),
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
