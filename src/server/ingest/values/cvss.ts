import type { ReportedScore } from '../report/report.ts'
import { asName, asObject, getIn } from './json-values.ts'

const methods = ['CVSSv4', 'CVSSv31', 'CVSSv3', 'CVSSv2']
const maxScores = 20

/**
 * A CVSS score; null without score and vector. The version is determined by the vector, else by `method`.
 * @param input score from 0 to 10, as a number or digits; vector as text.
 */
export function cvssScore(input: {
  method: unknown
  score: unknown
  vector: unknown
  source: unknown
}): ReportedScore | null {
  const vector = asName(input.vector, 300)
  const method = methodOfVector(vector) ?? methodOfName(input.method)
  const score = numberOf(input.score)
  if (method === null || (score === null && vector === null)) return null
  return { method, score, vector, source: asName(input.source, 200) }
}

/** Distinct scores, the newest version of CVSS first. */
export function cvssScores(input: readonly (ReportedScore | null)[]): ReportedScore[] {
  const kept = new Map<string, ReportedScore>()
  for (const score of input) if (score && kept.size < maxScores) kept.set(JSON.stringify(score), score)
  return [...kept.values()].sort((a, b) => methods.indexOf(a.method) - methods.indexOf(b.method))
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

function methodOfVector(vector: string | null): string | null {
  if (vector === null) return null
  const version = /^CVSS:(\d\.\d)\//i.exec(vector)?.[1]
  if (version !== undefined) return methodOfName(`CVSSv${version}`)
  return /^\(?AV:[LAN]\/AC:[LMH]\/Au:/i.test(vector) ? 'CVSSv2' : null
}

/** `CVSSv31`, `CVSSv3.1`, `CVSS_V3`; null if it is not a version of CVSS. */
function methodOfName(word: unknown): string | null {
  const digits = typeof word === 'string' ? /^cvss[ _-]?v?(\d)[._]?(\d)?$/i.exec(word.trim()) : null
  if (!digits) return null
  if (digits[1] === '3') return digits[2] === '1' ? 'CVSSv31' : 'CVSSv3'
  return methods.find((each) => each === `CVSSv${digits[1]}`) ?? null
}

function numberOf(score: unknown): number | null {
  const number =
    typeof score === 'string' && /^\d{1,2}(?:\.\d{1,4})?$/.test(score.trim()) ? Number(score) : score
  return typeof number === 'number' && number >= 0 && number <= 10 ? number : null
}
