import type { Confidence, Severity } from '../report/report.ts'
import { getIn } from './json-values.ts'

const severities: ReadonlyMap<string, Severity> = new Map([
  ['critical', 'critical'],
  ['error', 'high'],
  ['high', 'high'],
  ['important', 'high'],
  ['warning', 'medium'],
  ['medium', 'medium'],
  ['moderate', 'medium'],
  ['note', 'low'],
  ['info', 'low'],
  ['informational', 'low'],
  ['low', 'low'],
  ['none', 'low'],
  ['negligible', 'low'],
  ['unimportant', 'low'],
  ['inventory', 'low'],
  ['experiment', 'low'],
])

/**
 * Maps a scanner's severity: `CRITICAL`, `HIGH`, `MEDIUM`, `LOW` are unchanged; `ERROR` is high, `WARNING` medium,
 * `INFO`, `INVENTORY` and `EXPERIMENT` low; SARIF levels `error` high, `warning` medium, `note` and `none` low. Null
 * for any other value.
 */
export function severityOfWord(word: unknown): Severity | null {
  if (typeof word !== 'string') return null
  return (
    severities.get(
      word
        .trim()
        .toLowerCase()
        .replace(/^severity_/, ''),
    ) ?? null
  )
}

/**
 * The severity of a CVSS-like score (SARIF property `security-severity`): from 9 critical, from 7 high, from 4 medium,
 * below low. Null if it is not a number from 0 to 10.
 */
export function severityOfScore(score: unknown): Severity | null {
  const number = typeof score === 'string' && score.trim() !== '' ? Number(score) : score
  if (typeof number !== 'number' || !(number >= 0 && number <= 10)) return null
  if (number >= 9) return 'critical'
  if (number >= 7) return 'high'
  return number >= 4 ? 'medium' : 'low'
}

export interface SecuritySeverity {
  severity: Severity
  /** Whether it is a word or has a comma, which was not read before. */
  isWord: boolean
}

/** The property `security-severity`, which some tools write as a word, or with a comma; null without one. */
export function securitySeverity(properties: unknown): SecuritySeverity | null {
  const score = getIn(properties, 'security-severity')
  const scored = severityOfScore(score)
  if (scored !== null) return { severity: scored, isWord: false }
  if (typeof score !== 'string') return null
  const severity = severityOfScore(score.replace(',', '.')) ?? severityOfWord(score)
  return severity && { severity, isWord: true }
}

const confidences: ReadonlyMap<string, Confidence> = new Map([
  ['very-high', 'high'],
  ['high', 'high'],
  ['medium', 'medium'],
  ['low', 'low'],
])

/** Maps `HIGH`, `CONFIDENCE_HIGH`, and SARIF precision (`very-high` is high). Null for any other value. */
export function confidenceOfWord(word: unknown): Confidence | null {
  if (typeof word !== 'string') return null
  return (
    confidences.get(
      word
        .trim()
        .toLowerCase()
        .replace(/^confidence_/, ''),
    ) ?? null
  )
}
