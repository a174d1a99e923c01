import { evidenceOf } from '../../evidence.ts'
import { identityOf } from '../../identity.ts'
import { filePath } from '../../paths.ts'
import { Redaction } from '../../redaction.ts'
import type { ReportedCodeFinding, ReportedRule, ReportedSecretFinding } from '../../report.ts'
import { cleanedRule, secretTypeOfRule } from '../../secret-parts.ts'
import { cleanedFinding } from '../../secrets/clean-finding.ts'
import { longest, secretIn } from '../../secrets/literals.ts'
import { secretRuleOf, showsValue } from '../../secrets/signals.ts'
import { confidenceOfWord, severityOfWord } from '../../severity.ts'
import { either, type JsonObject, name, object, position, text, time, url, word } from '../../values.ts'
import { answeredComments, answeredDetail, answeredLocation, answeredTicket, givenState } from './parts.ts'

const states = ['CONFIRMED_VALID', 'CONFIRMED_INVALID', 'VALIDATION_ERROR', 'NO_VALIDATOR'] as const

/** A secret and its rule, without the value. */
export type AnsweredSecret = { finding: ReportedSecretFinding; rule: ReportedRule; values: string[] }

/**
 * An element of the secrets listing. It carries no value, but its sentences may; its path may end in `:line`.
 * Source: docs/api.md#secrets.
 */
export function answeredSecret(
  finding: JsonObject,
  rule: ReportedRule,
  salted: (text: string) => string,
): AnsweredSecret {
  const rulePath = rule.path
  const location = answeredLocation(finding['location']) ?? placeOf(either(finding, 'finding_path'))
  const message = text(either(finding, 'rule_message'))
  const given = name(finding['id'], 30)
  const own = name(either(finding, 'match_based_id'), 300)
  const state = either(finding, 'validation_state')
  const history = object(either(finding, 'historical_info'))
  const said = givenState(finding)
  const secretType = name(finding['type'], 200) ?? 'Generic secret'
  const source = answeredDetail(finding)
  const redaction = new Redaction({
    pieces: source.code?.lines ?? [],
    values: [],
    prose: [message, rule.message, rule.title, said.triageComment],
    known: [rulePath, location?.filePath ?? null, secretType],
  })
  const identity = identityOf({
    rulePath,
    path: location?.filePath ?? null,
    fingerprint: given === null ? null : salted(given),
    matched: null,
    message: message === null ? null : redaction.clean(message),
  })
  const secret: ReportedSecretFinding = {
    kind: 'secret',
    matchBasedId: own ?? identity.match,
    syntacticId: identity.syntactic,
    formerId: null,
    evidence: evidenceOf({
      fingerprint: given === null ? null : { scheme: 'id', value: given },
      secured: salted,
    }),
    rulePath,
    message,
    severity: severityOfWord(finding['severity']) ?? 'high',
    confidence: confidenceOfWord(finding['confidence']),
    categories: ['security'],
    location,
    logicalLocation: null,
    lineOfCodeUrl: url(either(finding, 'finding_path_url')),
    suppressed: false,
    references: [],
    externalTicket: answeredTicket(either(finding, 'external_ticket')),
    reviewComments: answeredComments(either(finding, 'review_comments')),
    given: {
      ...said,
      createdAt: time(either(finding, 'created_at')),
      stateUpdatedAt: time(either(finding, 'updated_at')),
    },
    code: null,
    dataFlow: null,
    fix: null,
    secretType,
    secretHash: null,
    validationState:
      (typeof state === 'string' ? word(state.replace(/^VALIDATION_STATE_/i, ''), states) : null) ??
      'NO_VALIDATOR',
    historicalInfo: history && {
      gitCommit: name(either(history, 'git_commit'), 100),
      gitBlob: name(either(history, 'git_blob'), 100),
      gitCommitTimestamp: time(either(history, 'git_commit_timestamp')),
    },
  }
  return {
    finding: cleanedFinding(secret, source, redaction, salted),
    rule: withoutSecret(rule, redaction),
    values: [],
  }
}

/** A rule of a secret whose sentences, too, were written about it. */
const withoutSecret = (rule: ReportedRule, redaction: Redaction): ReportedRule => ({
  ...cleanedRule(rule, redaction, rule.message === null ? null : redaction.clean(rule.message)),
  title: rule.title === null ? null : redaction.clean(rule.title),
})

/** Whether a finding that the answer lists as code is a secret: by its rule, and where that says little, by its match. */
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
 * A finding that the answer lists as code, as the secret that it is. Its ids were made by the other service, so that they
 * may show the value, and are replaced.
 */
export function secretOfCode(
  finding: ReportedCodeFinding,
  rule: ReportedRule,
  salted: (text: string) => string,
): AnsweredSecret {
  const { assistant, sourcingPolicy: _, clickToFixPrs: __, clickToFixFailures: ___, ...common } = finding
  const matched = finding.code?.lines.join('\n') ?? null
  const value = longest(sourceOf(finding).flatMap((each) => secretIn(each) ?? [])) ?? null
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
      code: secured(evidence.code),
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
    finding: cleanedFinding(secret, { code, dataFlow, fix }, redaction, salted),
    rule: { ...withoutSecret(rule, redaction), product: 'secret', secretType },
    values: value === null ? [] : [value],
  }
}

function placeOf(path: unknown): ReportedSecretFinding['location'] {
  const whole = filePath(path)
  if (whole === null) return null
  const numbered = /^(.+):(\d{1,9})$/s.exec(whole)
  const line = numbered ? position(numbered[2]) : null
  return {
    filePath: line ? (numbered?.[1] ?? whole) : whole,
    line,
    column: null,
    endLine: null,
    endColumn: null,
  }
}
