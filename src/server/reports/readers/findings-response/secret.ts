import { longestOf, secretIn } from '#server/base/credentials/literals.ts'
import { evidenceOf } from '../../findings/evidence.ts'
import { identityOf } from '../../findings/identity.ts'
import type { ReportedCodeFinding, ReportedRule, ReportedSecretFinding } from '../../report/report.ts'
import { cleanFinding } from '../../secrets/clean-finding.ts'
import { Redaction } from '../../secrets/redaction.ts'
import { cleanRule, secretTypeOfRule } from '../../secrets/secret-parts.ts'
import { secretRuleOf, showsValue } from '../../secrets/signals.ts'
import {
  asName,
  asObject,
  asOneOf,
  asPosition,
  asText,
  asTime,
  asUrl,
  getEither,
  type JsonObject,
} from '../../values/json-values.ts'
import { filePath } from '../../values/paths.ts'
import { confidenceOfWord, severityOfWord } from '../../values/severity.ts'
import { readComments, readDetail, readLocation, readState, readTicket } from './parts.ts'

const states = ['CONFIRMED_VALID', 'CONFIRMED_INVALID', 'VALIDATION_ERROR', 'NO_VALIDATOR'] as const

/** A secret and its rule, without the value. */
export type SecretEntry = { finding: ReportedSecretFinding; rule: ReportedRule; values: string[] }

/**
 * Reads an element of the secrets listing. It has no value field, but its texts may contain the value; its path may end
 * in `:line`.
 * Source: docs/api.md#secrets.
 */
export function readSecretFinding(
  finding: JsonObject,
  rule: ReportedRule,
  salted: (text: string) => string,
): SecretEntry {
  const rulePath = rule.path
  const location = readLocation(finding['location']) ?? placeOf(getEither(finding, 'finding_path'))
  const message = asText(getEither(finding, 'rule_message'))
  const id = asName(finding['id'], 30)
  const own = asName(getEither(finding, 'match_based_id'), 300)
  const state = getEither(finding, 'validation_state')
  const history = asObject(getEither(finding, 'historical_info'))
  const reportedState = readState(finding)
  const secretType = asName(finding['type'], 200) ?? 'Generic secret'
  const source = readDetail(finding)
  const redaction = new Redaction({
    pieces: source.code?.lines ?? [],
    values: [],
    prose: [message, rule.message, rule.title, reportedState.triageComment],
    known: [rulePath, location?.filePath ?? null, secretType],
  })
  const identity = identityOf({
    rulePath,
    path: location?.filePath ?? null,
    fingerprint: id === null ? null : salted(id),
    matched: null,
    message: message === null ? null : redaction.clean(message),
  })
  const secret: ReportedSecretFinding = {
    kind: 'secret',
    matchBasedId: own ?? identity.match,
    syntacticId: identity.syntactic,
    formerId: null,
    evidence: evidenceOf({
      fingerprint: id === null ? null : { scheme: 'id', value: id },
      secured: salted,
    }),
    rulePath,
    message,
    severity: severityOfWord(finding['severity']) ?? 'high',
    confidence: confidenceOfWord(finding['confidence']),
    categories: ['security'],
    location,
    logicalLocation: null,
    lineOfCodeUrl: asUrl(getEither(finding, 'finding_path_url')),
    suppressed: false,
    references: [],
    externalTicket: readTicket(getEither(finding, 'external_ticket')),
    reviewComments: readComments(getEither(finding, 'review_comments')),
    given: {
      ...reportedState,
      createdAt: asTime(getEither(finding, 'created_at')),
      stateUpdatedAt: asTime(getEither(finding, 'updated_at')),
    },
    code: null,
    dataFlow: null,
    fix: null,
    secretType,
    secretHash: null,
    validationState:
      (typeof state === 'string' ? asOneOf(state.replace(/^VALIDATION_STATE_/i, ''), states) : null) ??
      'NO_VALIDATOR',
    historicalInfo: history && {
      gitCommit: asName(getEither(history, 'git_commit'), 100),
      gitBlob: asName(getEither(history, 'git_blob'), 100),
      gitCommitTimestamp: asTime(getEither(history, 'git_commit_timestamp')),
    },
  }
  return {
    finding: cleanFinding(secret, source, redaction, salted),
    rule: withoutSecret(rule, redaction),
    values: [],
  }
}

/** Removes the secret from the rule's texts, which may have been written for this finding. */
const withoutSecret = (rule: ReportedRule, redaction: Redaction): ReportedRule => ({
  ...cleanRule(rule, redaction, rule.message === null ? null : redaction.clean(rule.message)),
  title: rule.title === null ? null : redaction.clean(rule.title),
})

/**
 * Whether a finding that the response lists as code is a secret: by its rule, or if that is inconclusive, by its match.
 */
export function isSecretCode(finding: ReportedCodeFinding, rule: ReportedRule): boolean {
  const signal = secretRuleOf({
    tool: null,
    rulePath: rule.path,
    tags: [...rule.technologies, ...rule.rulesets],
    words: [rule.title, rule.category, ...rule.subcategories, ...rule.vulnerabilityClasses],
    weaknesses: rule.cweNames,
  })
  if (signal !== 'where shown') return signal === 'always'
  return showsValue(sourceOf(finding), finding.message)
}

const sourceOf = ({ code, dataFlow }: ReportedCodeFinding): string[] => [
  ...(code === null ? [] : [code.lines.join('\n')]),
  ...(dataFlow ?? []).flatMap((step) => step.code ?? []),
]

/**
 * Converts a finding that the response lists as code to a secret. Its ids were assigned by the other service and may
 * contain the value, so they are replaced.
 */
export function secretOfCode(
  finding: ReportedCodeFinding,
  rule: ReportedRule,
  salted: (text: string) => string,
): SecretEntry {
  const {
    assistant,
    resource: _resource,
    sourcingPolicy: _policy,
    clickToFixPrs: _requests,
    clickToFixFailures: _failures,
    ...common
  } = finding
  const matched = finding.code?.lines.join('\n') ?? null
  const value = longestOf(sourceOf(finding).flatMap((each) => secretIn(each) ?? [])) ?? null
  const values = value === null || matched === null ? [] : [value, matched]
  const fixCode = assistant?.autofix?.fixCode ?? null
  const secretType = rule.secretType ?? secretTypeOfRule(rule.path)
  const redaction = new Redaction({
    pieces: [...sourceOf(finding), ...(fixCode === null ? [] : [fixCode])],
    values,
    prose: [finding.message, rule.message, rule.title, finding.given?.triageComment ?? null],
    known: [rule.path, finding.location?.filePath ?? null, secretType],
  })
  const { code, dataFlow, fix, evidence } = finding
  const secured = (digest: string | null) => (digest === null ? null : salted(digest))
  const secret: ReportedSecretFinding = {
    ...common,
    kind: 'secret',
    syntacticId: salted(finding.syntacticId),
    formerId: salted(finding.matchBasedId),
    evidence: {
      fingerprint: evidence.fingerprint && {
        ...evidence.fingerprint,
        value: salted(evidence.fingerprint.value),
      },
      otherFingerprint: null,
      code: secured(evidence.code),
      tokens: null,
      tokenCount: 0,
      context: secured(evidence.context),
      flow: null,
    },
    secretType,
    secretHash: values.length === 0 || value === null ? null : salted(value),
    validationState: 'NO_VALIDATOR',
    historicalInfo: null,
    code: null,
    dataFlow: null,
    fix: null,
  }
  return {
    finding: cleanFinding(secret, { code, dataFlow, fix }, redaction, salted),
    rule: { ...withoutSecret(rule, redaction), product: 'secret', secretType },
    values: value === null ? [] : [value],
  }
}

function placeOf(path: unknown): ReportedSecretFinding['location'] {
  const whole = filePath(path)
  if (whole === null) return null
  const numbered = /^(.+):(\d{1,9})$/s.exec(whole)
  const line = numbered ? asPosition(numbered[2]) : null
  return {
    filePath: line ? (numbered?.[1] ?? whole) : whole,
    line,
    column: null,
    endLine: null,
    endColumn: null,
  }
}
