import type { ReportedScore } from '../report/report.ts'
import { scoreOfVector } from './cvss-vector.ts'
import { asName, asObject, getIn } from './json-values.ts'

/** The versions of CVSS, the newest first. */
export const cvssMethods: readonly string[] = ['CVSSv4', 'CVSSv31', 'CVSSv3', 'CVSSv2']
const maxScores = 20

/**
 * A CVSS score; null without score and vector. The version is determined by the vector, else by `method`. A score that
 * is not given follows from the vector.
 * @param input score from 0 to 10, as a number or digits; vector as text.
 */
export function cvssScore(input: {
  method: unknown
  score: unknown
  vector: unknown
  source: unknown
}): ReportedScore | null {
  const vector = asName(input.vector, 300)
  const method = cvssMethod(input)
  const given = numberOf(input.score)
  if (method === null || (given === null && vector === null)) return null
  const score = given ?? (vector === null ? null : scoreOfVector(vector, method))
  return { method, score, vector, source: asName(input.source, 200) }
}

/** Distinct scores, the newest version of CVSS first. */
export function cvssScores(input: readonly (ReportedScore | null)[]): ReportedScore[] {
  const kept = new Map<string, ReportedScore>()
  for (const score of input) if (score && kept.size < maxScores) kept.set(JSON.stringify(score), score)
  return [...kept.values()].sort((a, b) => cvssMethods.indexOf(a.method) - cvssMethods.indexOf(b.method))
}

/** Scores in the property `cvss` of some tools: a vector, a number, an object with these, or a list of them. */
export function cvssScoresInProperty(value: unknown): (ReportedScore | null)[] {
  const input = Array.isArray(value) ? value.slice(0, maxScores) : [value]
  return input.map((each) => {
    if (asObject(each) === null)
      return cvssScore({
        method: 'CVSSv3',
        score: each,
        vector: typeof each === 'string' && numberOf(each) === null ? each : null,
        source: null,
      })
    const version = asName(getIn(each, 'version'), 10)
    return cvssScore({
      method: getIn(each, 'method') ?? (version === null ? 'CVSSv3' : `CVSSv${version}`),
      score: getIn(each, 'score') ?? getIn(each, 'baseScore'),
      vector: getIn(each, 'vector') ?? getIn(each, 'vectorString'),
      source: getIn(each, 'source', 'name') ?? getIn(each, 'source'),
    })
  })
}

/** The version of a score: that of its vector, else of its name; null if it is none of CVSS. */
export const cvssMethod = ({ method, vector }: { method: unknown; vector: unknown }): string | null =>
  methodOfVector(asName(vector, 300)) ?? methodOfName(method)

function methodOfVector(vector: string | null): string | null {
  if (vector === null) return null
  const version = /^CVSS:(\d\.\d)\//i.exec(vector)?.[1]
  if (version !== undefined) return methodOfName(`CVSSv${version}`)
  return /^(?:CVSS2#)?\(?AV:[LAN]\/AC:[LMH]\/Au:/i.test(vector) ? 'CVSSv2' : null
}

/** `CVSSv31`, `CVSSv3.1`, `CVSS_V3`; null if it is not a version of CVSS. */
function methodOfName(word: unknown): string | null {
  const digits = typeof word === 'string' ? /^cvss[ _-]?v?(\d)[._]?(\d)?$/i.exec(word.trim()) : null
  if (!digits) return null
  if (digits[1] === '3') return digits[2] === '1' ? 'CVSSv31' : 'CVSSv3'
  return cvssMethods.find((each) => each === `CVSSv${digits[1]}`) ?? null
}

function numberOf(score: unknown): number | null {
  const number =
    typeof score === 'string' && /^\d{1,2}(?:\.\d{1,4})?$/.test(score.trim()) ? Number(score) : score
  return typeof number === 'number' && number >= 0 && number <= 10 ? number : null
}
