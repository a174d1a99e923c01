import type { ReportedScore } from '../../../report/report.ts'
import { advisoriesIn } from '../../../values/advisories.ts'
import { cvssScore, cvssScores, cvssScoresInProperty } from '../../../values/cvss.ts'
import {
  asName,
  asNames,
  asObject,
  asText,
  bounds,
  getIn,
  type JsonObject,
} from '../../../values/json-values.ts'
import { type AdvisoryHelp, readAdvisoryHelp } from './advisory-help.ts'

/** What the description of a rule says of a vulnerability, for a rule that stands for one. */
export type SarifAdvisory = {
  help: AdvisoryHelp
  description: string | null
  /** Package URLs of what it affects. */
  purls: string[]
  /** A list such as `4.17.21, 5.0.0`, or words that say that there is none. */
  fixedVersion: string | null
  /** Ids of the same advisory in other databases. */
  otherIds: string[]
  cvss: ReportedScore[]
}

/** Null where the rule stands for no vulnerability. */
export function sarifAdvisory(
  descriptor: unknown,
  id: string,
  tags: readonly string[],
): SarifAdvisory | null {
  const properties = asObject(getIn(descriptor, 'properties'))
  const purls = asNames([...asNames(properties?.['purls']), ...asNames(properties?.['purl'])])
  const cvss = sarifScores(properties)
  const isOne =
    purls.length > 0 || cvss.length > 0 || tags.includes('vulnerability') || advisoriesIn(id).length > 0
  if (!isOne) return null
  return {
    help: readAdvisoryHelp(
      asText(getIn(descriptor, 'help', 'text')) ?? asText(getIn(descriptor, 'help', 'markdown')),
    ),
    description: asText(getIn(descriptor, 'fullDescription', 'text'), bounds.name),
    purls,
    fixedVersion: asName(properties?.['fixed_version']),
    otherIds: asNames(getIn(descriptor, 'deprecatedIds')),
    cvss,
  }
}

/** The keys under which tools write scores, by version. */
const keys = [
  ['CVSSv4', ['cvssv40_baseScore', 'cvssv4_baseScore'], ['cvssv40_vector', 'cvssv4_vector', 'cvssV4']],
  ['CVSSv3', ['cvssv3_baseScore'], ['cvssv3_vector', 'cvssV3']],
  ['CVSSv2', ['cvssv2_score', 'cvssv2_baseScore'], ['cvssv2_vector', 'cvssV2']],
] as const

/** CVSS scores in the properties of a rule or a result. `security-severity` is none: tools make it of their own words. */
export function sarifScores(properties: JsonObject | null): ReportedScore[] {
  if (properties === null) return []
  const first = (names: readonly string[]) =>
    names.map((key) => properties[key]).find((each) => each !== undefined)
  const scores = keys.map(([method, scores, vectors]) =>
    cvssScore({ method, score: first(scores), vector: first(vectors), source: null }),
  )
  return cvssScores([...scores, ...cvssScoresInProperty(properties['cvss'])])
}
