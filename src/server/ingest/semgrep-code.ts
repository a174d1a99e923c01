import { identityOf } from './identity.ts'
import type { ReportedCodeFinding } from './report.ts'
import { type FixPatterns, semgrepFix } from './semgrep-fix.ts'
import { semgrepFlow } from './semgrep-flow.ts'
import {
  categoryOf,
  matchedText,
  type SemgrepResult,
  semgrepLocation,
  semgrepMessage,
  semgrepReferences,
} from './semgrep-result.ts'
import { confidenceOfWord, severityOfWord } from './severity.ts'
import { codeLines } from './values.ts'

/** What every finding with code has in common, whichever its kind. */
export function semgrepCommon(result: SemgrepResult, patterns: FixPatterns) {
  const { extra, metadata, lines } = result
  const location = semgrepLocation(result.path, result.start, result.end)
  const message = semgrepMessage(result)
  const identity = identityOf({
    rulePath: result.rulePath,
    path: result.path,
    fingerprint: result.fingerprint,
    matched: lines === null ? null : matchedText(lines, result.start, result.end),
    message,
  })
  const category = categoryOf(metadata['category'])
  const shown = codeLines(lines)
  return {
    matchBasedId: identity.match,
    syntacticId: identity.syntactic,
    rulePath: result.rulePath,
    message,
    severity: severityOfWord(extra['severity']) ?? 'medium',
    confidence: confidenceOfWord(metadata['confidence']),
    categories: category === null ? [] : [category],
    location,
    lineOfCodeUrl: null,
    suppressed: result.ignored,
    references: semgrepReferences(result),
    externalTicket: null,
    reviewComments: [],
    given: null,
    code: shown && location.line !== null ? { startLine: location.line, lines: shown } : null,
    dataFlow: semgrepFlow(extra['dataflow_trace']),
    fix: semgrepFix(result, patterns),
  } as const
}

export function semgrepCode(result: SemgrepResult, patterns: FixPatterns): ReportedCodeFinding {
  return {
    kind: 'code',
    ...mutable(semgrepCommon(result, patterns)),
    assistant: null,
    sourcingPolicy: null,
    clickToFixPrs: [],
    clickToFixFailures: [],
  }
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] extends readonly [] ? never[] : T[Key] }

/** The same object; only its type lets the builder share repeated strings. */
export function mutable<T extends object>(value: T): Mutable<T> {
  return value as Mutable<T>
}
