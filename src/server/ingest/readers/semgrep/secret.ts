import { categoryOf } from '../../categories.ts'
import { evidenceOf } from '../../evidence.ts'
import { identityOf, normalised } from '../../identity.ts'
import { literalsOf, Redaction } from '../../redaction.ts'
import type { ReportedRule, ReportedSecretFinding, ValidationState } from '../../report.ts'
import { asValue, cleanedRule, longest, saltedWith, secretTypeOfRule } from '../../secret-parts.ts'
import { confidenceOfWord, severityOfWord } from '../../severity.ts'
import { at, name, names, object, text, time, word } from '../../values.ts'
import { semgrepScheme } from './code.ts'
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
 * Whether a result is a secret: it has a validation state. Newer versions write `NO_VALIDATOR` on every result, so
 * that word alone is not enough: the rule must then be one for secrets by its metadata or its path.
 */
export function isSemgrepSecret({ extra, metadata, rulePath }: SemgrepResult): boolean {
  const marked =
    metadata['secret_type'] !== undefined ||
    metadata['product'] === 'secrets' ||
    object(extra['historical_info']) !== null
  const state = stateOf(extra['validation_state'])
  if (state === null) return marked
  if (state !== 'NO_VALIDATOR') return true
  return (
    marked ||
    names(metadata['technology']).some((each) => /^secrets?$/i.test(each)) ||
    /(?:^|[./_-])secrets?(?:[./_-]|$)/i.test(rulePath)
  )
}

function stateOf(value: unknown): ValidationState | null {
  if (typeof value !== 'string') return null
  return word(value.replace(/^VALIDATION_STATE_/i, ''), validationStates) ?? 'NO_VALIDATOR'
}

/**
 * A secret without its value: the value is replaced by its type and a hash with the service's salt, and whatever came
 * from the source is taken out of every text. Identities are made with the salt too, so that they cannot be guessed.
 * Source: API decisions, Named operations (secrets).
 */
export function semgrepSecret(
  result: SemgrepResult,
  salt: string,
): { rule: ReportedRule; finding: ReportedSecretFinding } {
  const value = secretValue(result)
  const redaction = new Redaction(piecesOf(result), value === null ? [] : [value])
  const clean = (said: string | null): string | null => (said === null ? null : redaction.clean(said))
  const salted = saltedWith(salt)
  const rawMessage = result.extra['message']
  const message = typeof rawMessage === 'string' ? text(redaction.clean(rawMessage)) : null
  const matched = result.lines === null ? null : matchedText(result.lines, result.start, result.end)
  const identity = identityOf({
    rulePath: result.rulePath,
    path: result.path,
    fingerprint: result.fingerprint === null ? null : salted(result.fingerprint),
    matched: matched === null ? null : salted(normalised(matched)),
    message,
  })
  const rule = cleanedRule(semgrepRule(result, 'secret'), redaction, clean(semgrepMessage(result)))
  const secretType = secretTypeOf(result)
  const state = stateOf(result.extra['validation_state']) ?? 'NO_VALIDATOR'
  const history = result.extra['historical_info']
  const category = categoryOf(result.metadata['category'])
  const finding: ReportedSecretFinding = {
    kind: 'secret',
    matchBasedId: identity.match,
    syntacticId: identity.syntactic,
    evidence: evidenceOf({
      fingerprint: result.fingerprint === null ? null : { scheme: semgrepScheme, value: result.fingerprint },
      matched,
      secured: salted,
    }),
    rulePath: result.rulePath,
    message,
    severity: severityOfWord(result.extra['severity']) ?? 'high',
    confidence: confidenceOfWord(result.metadata['confidence']),
    categories: category === null ? [] : [redaction.cleanRule(category)],
    location: semgrepLocation(result.path, result.start, result.end),
    logicalLocation: null,
    lineOfCodeUrl: null,
    suppressed: result.ignored,
    references: semgrepReferences(result).filter((each) => redaction.keeps(each)),
    externalTicket: null,
    reviewComments: [],
    given: null,
    secretType: redaction.cleanRule(secretType),
    secretHash: value === null ? null : salted(value),
    validationState: state,
    historicalInfo: object(history)
      ? {
          gitCommit: clean(name(at(history, 'git_commit'), 100)),
          gitBlob: clean(name(at(history, 'git_blob'), 100)),
          gitCommitTimestamp: time(at(history, 'git_commit_timestamp')),
        }
      : null,
  }
  return {
    rule: { ...rule, secretType: finding.secretType, hasValidators: state !== 'NO_VALIDATOR' },
    finding,
  }
}

/** Everything that was copied from the source into this result. */
function piecesOf({ extra, lines, start, end }: SemgrepResult): string[] {
  const pieces: unknown[] = [
    lines,
    extra['fix'],
    ...(Array.isArray(extra['fixed_lines']) ? extra['fixed_lines'] : []),
  ]
  if (lines !== null) pieces.push(matchedText(lines, start, end))
  for (const variable of Object.values(object(extra['metavars']) ?? {})) {
    pieces.push(at(variable, 'abstract_content'), at(variable, 'propagated_value', 'svalue_abstract_content'))
  }
  return pieces.filter((each) => typeof each === 'string')
}

/** The secret itself: a variable named for it, else the longest literal of the match, else the match. */
function secretValue({ extra, lines, start, end }: SemgrepResult): string | null {
  const variables = Object.entries(object(extra['metavars']) ?? {})
    .filter(([variable]) => /secret|token|key|pass|cred|value/i.test(variable))
    .flatMap(([, each]) => [
      at(each, 'propagated_value', 'svalue_abstract_content'),
      at(each, 'abstract_content'),
    ])
    .filter((each) => typeof each === 'string')
  const matched = lines === null ? null : matchedText(lines, start, end)
  const literals = matched === null ? [] : literalsOf(matched)
  const value = longest(variables) ?? longest(literals) ?? matched
  return value === null ? null : asValue(value)
}

function secretTypeOf({ metadata, rulePath }: SemgrepResult): string {
  const said = name(metadata['secret_type'])
  if (said) return said
  const technology = names(metadata['technology']).find((each) => !/^(?:secrets?|generic|regex)$/i.test(each))
  if (technology) return technology
  return secretTypeOfRule(rulePath)
}
