import { evidenceOf } from '../../findings/evidence.ts'
import { identityOf } from '../../findings/identity.ts'
import type { ReportedCodeFinding, ReportedLocation } from '../../report/report.ts'
import { categoryOf } from '../../values/categories.ts'
import { asCodeLines } from '../../values/json-values.ts'
import { confidenceOfWord, severityOfWord } from '../../values/severity.ts'
import { type FixPatterns, semgrepFix } from './fix.ts'
import { semgrepFlow } from './flow.ts'
import {
  matchedText,
  type SemgrepResult,
  semgrepLocation,
  semgrepMessage,
  semgrepReferences,
} from './result.ts'

type CodeField = 'kind' | 'resource' | 'assistant' | 'sourcingPolicy' | 'clickToFixPrs' | 'clickToFixFailures'
type SemgrepCommon = Omit<ReportedCodeFinding, CodeField> & { location: ReportedLocation }

/** The name of Semgrep's fingerprint in its SARIF output, so that both formats can be compared. */
export const semgrepScheme = 'matchBasedId'

/** The common fields of all findings with code. */
export function semgrepCommon(result: SemgrepResult, patterns: FixPatterns): SemgrepCommon {
  const { extra, metadata, lines } = result
  const location = semgrepLocation(result.path, result.start, result.end)
  const message = semgrepMessage(result)
  const matched = lines === null ? null : matchedText(lines, result.start, result.end)
  const { fingerprint } = result
  const identity = identityOf({
    rulePath: result.rulePath,
    path: result.path,
    fingerprint,
    matched,
    message,
  })
  const dataFlow = semgrepFlow(extra['dataflow_trace'])
  const category = categoryOf(metadata['category'])
  const visibleLines = asCodeLines(lines)
  return {
    matchBasedId: identity.match,
    syntacticId: identity.syntactic,
    evidence: evidenceOf({
      fingerprint: fingerprint === null ? null : { scheme: semgrepScheme, value: fingerprint },
      matched,
      path: result.path,
      flow: dataFlow,
    }),
    rulePath: result.rulePath,
    message,
    severity: severityOfWord(extra['severity']) ?? 'medium',
    confidence: confidenceOfWord(metadata['confidence']),
    categories: category === null ? [] : [category],
    location,
    logicalLocation: null,
    lineOfCodeUrl: null,
    suppressed: result.ignored,
    references: semgrepReferences(result),
    externalTicket: null,
    reviewComments: [],
    given: null,
    code: visibleLines && location.line !== null ? { startLine: location.line, lines: visibleLines } : null,
    dataFlow,
    fix: semgrepFix(result, patterns),
  }
}

/** Converts a result to a code finding. */
export function semgrepCode(result: SemgrepResult, patterns: FixPatterns): ReportedCodeFinding {
  return {
    kind: 'code',
    ...semgrepCommon(result, patterns),
    resource: null,
    assistant: null,
    sourcingPolicy: null,
    clickToFixPrs: [],
    clickToFixFailures: [],
  }
}
