import type { ReportedLocation, ReportedProduct, ReportedRule } from '../../report/report.ts'
import { categoryOf } from '../../values/categories.ts'
import {
  asName,
  asNames,
  asPosition,
  asText,
  asUrl,
  asUrls,
  bounds,
  getIn,
  type JsonObject,
} from '../../values/json-values.ts'
import { regionEnd } from '../../values/regions.ts'
import { confidenceOfWord, severityOfWord } from '../../values/severity.ts'
import { cweNames, languagesOfRule } from '../../values/weaknesses.ts'

/** One element of `results`, with validated top-level fields. */
export type SemgrepResult = {
  rulePath: string
  path: string
  start: unknown
  end: unknown
  extra: JsonObject
  metadata: JsonObject
  /** The full source lines of the match; null if Semgrep withheld them (`requires login`). */
  lines: string | null
  fingerprint: string | null
  ignored: boolean
}

/** The location of a match; invalid positions are null. */
export function semgrepLocation(filePath: string, start: unknown, end: unknown): ReportedLocation {
  const positionOf = (value: unknown) => ({
    line: asPosition(getIn(value, 'line')),
    column: asPosition(getIn(value, 'col')),
  })
  const begin = positionOf(start)
  return { filePath, ...begin, ...regionEnd(begin, positionOf(end)) }
}

/** The text between two positions, extracted from the full lines; all of it if the columns do not fit. */
export function matchedText(lines: string, start: unknown, end: unknown): string {
  const parts = splitAroundMatch(lines, start, end)
  return parts === null || parts.matched.trim() === '' ? lines : parts.matched
}

/** The text before the match on its first line, the match, and the text after it on its last line. */
export function splitAroundMatch(
  lines: string,
  start: unknown,
  end: unknown,
): { before: string; matched: string; after: string } | null {
  const from = asPosition(getIn(start, 'col'))
  const to = asPosition(getIn(end, 'col'))
  const height = (asPosition(getIn(end, 'line')) ?? 0) - (asPosition(getIn(start, 'line')) ?? 0)
  if (from === null || to === null || height < 0) return null
  const rows = lines.split('\n')
  if (height >= rows.length) return null
  const lastStart = rows.slice(0, height).reduce((sum, row) => sum + row.length + 1, 0)
  const stop = lastStart + to - 1
  if (from - 1 > (rows[0]?.length ?? 0) || to - 1 > (rows[height]?.length ?? 0) || stop < from - 1)
    return null
  return { before: lines.slice(0, from - 1), matched: lines.slice(from - 1, stop), after: lines.slice(stop) }
}

/** The message of a result; null without one. */
export function semgrepMessage(result: SemgrepResult): string | null {
  return asText(result.extra['message'], bounds.message)
}

/** The rule according to its metadata in a result. */
export function semgrepRule(result: SemgrepResult, product: ReportedProduct): ReportedRule {
  const { metadata } = result
  const languages = asNames(metadata['languages'])
  return {
    path: result.rulePath,
    product,
    title:
      asName(metadata['display-name']) ?? asName(metadata['title']) ?? asName(metadata['shortDescription']),
    message: semgrepMessage(result),
    category: categoryOf(metadata['category']),
    confidence: confidenceOfWord(metadata['confidence']),
    severity: severityOfWord(result.extra['severity']) ?? 'medium',
    subcategories: asNames(metadata['subcategory']),
    cweNames: cweNames(metadata['cwe']),
    owaspNames: asNames(metadata['owasp']),
    vulnerabilityClasses: asNames(metadata['vulnerability_class'] ?? metadata['vulnerabilityClass']),
    technologies: asNames(metadata['technology']),
    languages: languages.length > 0 ? languages : languagesOfRule(result.rulePath),
    rulesets: asNames(metadata['rulesets']),
    url: asUrl(metadata['source']) ?? asUrl(metadata['shortlink']) ?? asUrl(metadata['source-rule-url']),
    sourceKind: sourceKind(getIn(metadata, 'semgrep.dev', 'rule', 'origin')),
    secretType: null,
    hasValidators: false,
    references: semgrepReferences(result),
  }
}

/** The URLs of a rule that are safe as links. */
export function semgrepReferences(result: SemgrepResult): string[] {
  return asUrls(result.metadata['references'])
}

function sourceKind(origin: unknown): ReportedRule['sourceKind'] {
  if (typeof origin !== 'string') return null
  if (/^pro/i.test(origin)) return 'SOURCE_PRO'
  return /^community/i.test(origin) ? 'SOURCE_COMMUNITY' : 'SOURCE_CUSTOM'
}
