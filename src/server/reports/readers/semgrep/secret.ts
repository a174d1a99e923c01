import { literalsOf, longestOf, unquote } from '#server/base/credentials/literals.ts'
import { evidenceOf } from '../../findings/evidence.ts'
import { identityOf, matchIdOf, normalizeCode } from '../../findings/identity.ts'
import type { ReportedRule, ReportedSecretFinding, ValidationState } from '../../report/report.ts'
import { cleanFinding } from '../../secrets/clean-finding.ts'
import { Redaction } from '../../secrets/redaction.ts'
import { cleanRule, secretTypeOfRule } from '../../secrets/secret-parts.ts'
import { secretRuleOf, showsValue } from '../../secrets/signals.ts'
import { categoryOf } from '../../values/categories.ts'
import { asCodeLines, asName, asNames, asObject, asOneOf, asTime, getIn } from '../../values/json-values.ts'
import { confidenceOfWord, severityOfWord } from '../../values/severity.ts'
import { semgrepScheme } from './code.ts'
import { type FixPatterns, semgrepFix } from './fix.ts'
import { semgrepFlow } from './flow.ts'
import {
  matchedText,
  type SemgrepResult,
  semgrepLocation,
  semgrepMessage,
  semgrepReferences,
  semgrepRule,
} from './result.ts'

const validationStates = ['CONFIRMED_VALID', 'CONFIRMED_INVALID', 'VALIDATION_ERROR', 'NO_VALIDATOR'] as const

/**
 * Whether a result is a secret: it has a validation state, it is marked as one, or its rule looks for secrets. Newer
 * versions write `NO_VALIDATOR` on every result, so that value alone is not evidence.
 */
export function isSemgrepSecret(result: SemgrepResult): boolean {
  const { extra, metadata, rulePath } = result
  const state = stateOf(extra['validation_state'])
  if (state !== null && state !== 'NO_VALIDATOR') return true
  if (
    metadata['secret_type'] !== undefined ||
    metadata['product'] === 'secrets' ||
    asObject(extra['historical_info']) !== null
  )
    return true
  if (state !== null && /(?:^|[./_-])secrets?(?:[./_-]|$)/i.test(rulePath)) return true
  const rule = secretRuleOf({
    tool: null,
    rulePath,
    tags: asNames(metadata['technology']),
    words: [
      ...asNames(metadata['category']),
      ...asNames(metadata['subcategory']),
      ...asNames(metadata['vulnerability_class']),
    ],
    weaknesses: asNames(metadata['cwe']),
  })
  if (rule !== 'where shown') return rule === 'always'
  const flow = semgrepFlow(extra['dataflow_trace'])
  return showsValue([matchOf(result), ...(flow ?? []).map(({ code }) => code)], semgrepMessage(result))
}

function stateOf(value: unknown): ValidationState | null {
  if (typeof value !== 'string') return null
  return asOneOf(value.replace(/^VALIDATION_STATE_/i, ''), validationStates) ?? 'NO_VALIDATOR'
}

const matchOf = ({ lines, start, end }: SemgrepResult) =>
  lines === null ? null : matchedText(lines, start, end)

/**
 * Converts a result to a secret without its value: the value is replaced with its type and a hash with the service's
 * salt, and all text from the source is removed from every text. Identities are computed with the salt too, so that
 * they cannot be guessed.
 * @param salted from `createHasher`.
 * Source: docs/api.md#secrets.
 */
export function semgrepSecret(
  result: SemgrepResult,
  salted: (text: string) => string,
  patterns: FixPatterns,
): { rule: ReportedRule; finding: ReportedSecretFinding; values: string[] } {
  const { rulePath, path, fingerprint, extra, metadata, lines } = result
  const { value, isCertain } = readSecretValue(result)
  const matched = matchOf(result)
  const reportedRule = semgrepRule(result, 'secret')
  const message = semgrepMessage(result)
  const redaction = new Redaction({
    pieces: piecesOf(result),
    // If the value is only guessed, other text of the match may be the value as well.
    values: value === null ? [] : [value, ...variablesOf(result), ...(isCertain ? [] : [matched ?? value])],
    prose: [typeof extra['message'] === 'string' ? extra['message'] : null, reportedRule.title],
    known: [path, rulePath, reportedRule.title, secretTypeOf(result)],
  })
  const cleanText = (reportedRule: string | null) =>
    reportedRule === null ? null : redaction.cleanRule(reportedRule)
  const history = extra['historical_info']
  const category = categoryOf(metadata['category'])
  const location = semgrepLocation(path, result.start, result.end)
  const dataFlow = semgrepFlow(extra['dataflow_trace'])
  const visibleLines = asCodeLines(lines)
  const key = { rulePath, path, fingerprint, matched, message }
  const state = stateOf(extra['validation_state']) ?? 'NO_VALIDATOR'
  // An identity that is based on the message uses the redacted message.
  const cleanMessage = message === null ? null : redaction.clean(message)
  const identity = identityOf({
    rulePath,
    path,
    fingerprint: fingerprint === null ? null : salted(fingerprint),
    matched: matched === null ? null : salted(normalizeCode(matched)),
    message: cleanMessage,
  })
  const finding = cleanFinding(
    {
      kind: 'secret',
      matchBasedId: identity.match,
      syntacticId: identity.syntactic,
      formerId: salted(matchIdOf(key)),
      evidence: evidenceOf({
        fingerprint: fingerprint === null ? null : { scheme: semgrepScheme, value: fingerprint },
        matched,
        secured: salted,
      }),
      rulePath,
      message,
      severity: severityOfWord(extra['severity']) ?? 'high',
      confidence: confidenceOfWord(metadata['confidence']),
      categories: category === null ? [] : [redaction.cleanRule(category)],
      location,
      logicalLocation: null,
      lineOfCodeUrl: null,
      suppressed: result.ignored,
      references: semgrepReferences(result),
      externalTicket: null,
      reviewComments: [],
      given: null,
      code: null,
      dataFlow: null,
      fix: null,
      secretType: redaction.cleanRule(secretTypeOf(result)),
      secretHash: value === null ? null : salted(value),
      validationState: state,
      historicalInfo: asObject(history)
        ? {
            gitCommit: cleanText(asName(getIn(history, 'git_commit'), 100)),
            gitBlob: cleanText(asName(getIn(history, 'git_blob'), 100)),
            gitCommitTimestamp: asTime(getIn(history, 'git_commit_timestamp')),
          }
        : null,
    },
    {
      code: visibleLines && location.line !== null ? { startLine: location.line, lines: visibleLines } : null,
      dataFlow,
      fix: semgrepFix(result, patterns),
    },
    redaction,
    salted,
  )
  const rule = cleanRule(reportedRule, redaction, cleanMessage)
  return {
    rule: { ...rule, secretType: finding.secretType, hasValidators: state !== 'NO_VALIDATOR' },
    finding,
    values: value === null ? [] : [value],
  }
}

/** All content of this result that was copied from the source. */
function piecesOf(result: SemgrepResult): string[] {
  const { extra, lines } = result
  const pieces: unknown[] = [
    lines,
    extra['fix'],
    ...(Array.isArray(extra['fixed_lines']) ? extra['fixed_lines'] : []),
    matchOf(result),
  ]
  for (const variable of Object.values(asObject(extra['metavars']) ?? {})) {
    pieces.push(
      getIn(variable, 'abstract_content'),
      getIn(variable, 'propagated_value', 'svalue_abstract_content'),
    )
  }
  return pieces.filter((each) => typeof each === 'string')
}

/** The contents of variables whose names refer to a secret. */
function variablesOf({ extra }: SemgrepResult): string[] {
  return Object.entries(asObject(extra['metavars']) ?? {})
    .filter(([variable]) => /secret|token|key|pass|cred|value/i.test(variable))
    .flatMap(([, each]) => [
      getIn(each, 'propagated_value', 'svalue_abstract_content'),
      getIn(each, 'abstract_content'),
    ])
    .filter((each) => typeof each === 'string')
    .flatMap((each) => unquote(each) ?? [])
}

/** The secret itself: a variable whose name refers to it, else the longest literal of the match, else the match. */
function readSecretValue(result: SemgrepResult): { value: string | null; isCertain: boolean } {
  const variable = longestOf(variablesOf(result))
  if (variable !== undefined) return { value: variable, isCertain: true }
  const matched = matchOf(result)
  const value = longestOf(matched === null ? [] : literalsOf(matched)) ?? matched
  return { value: value === null ? null : unquote(value), isCertain: value === matched }
}

function secretTypeOf({ metadata, rulePath }: SemgrepResult): string {
  const reportedRule = asName(metadata['secret_type'])
  if (reportedRule) return reportedRule
  const technology = asNames(metadata['technology']).find(
    (each) => !/^(?:secrets?|generic|regex)$/i.test(each),
  )
  if (technology) return technology
  return secretTypeOfRule(rulePath)
}
