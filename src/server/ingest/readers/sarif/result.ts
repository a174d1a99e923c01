import { evidenceOf } from '../../findings/evidence.ts'
import { identityOf } from '../../findings/identity.ts'
import type { Confidence, ReportedCodeFinding, Severity } from '../../report/report.ts'
import { skipReasons } from '../../report/skip-reasons.ts'
import {
  asList,
  asName,
  asObjects,
  asText,
  asUrls,
  getIn,
  type JsonObject,
} from '../../values/json-values.ts'
import { confidenceOfWord, severityOfScore, severityOfWord } from '../../values/severity.ts'
import { contextLines, regionText, sarifCode, sarifFix, sarifFlow } from './code.ts'
import { fingerprintOf, otherFingerprintOf } from './fingerprint.ts'
import { logicalLocation } from './logical.ts'
import { resourceOf } from './resource.ts'
import type { SarifRule } from './rule.ts'
import type { SarifRun } from './run.ts'

/** Why a result is not a current finding; null if it is one. Source: SARIF 2.1.0, 3.27.9 and 3.27.24. */
export function skipReasonOf(result: JsonObject): string | null {
  const kind = result['kind']
  if (kind === 'pass' || kind === 'notApplicable' || kind === 'informational')
    return skipReasons.resultKind(kind)
  return result['baselineState'] === 'absent' ? skipReasons.baselineAbsent : null
}

/** A result with its context in the run. */
export type SarifResult = {
  result: JsonObject
  /** Null if the tool does not describe it. */
  rule: SarifRule | null
  rulePath: string
  /** The severities that the run sets, by rule. */
  overrides: ReadonlyMap<string, Severity>
  run: SarifRun
}

type CodeField = 'kind' | 'resource' | 'assistant' | 'sourcingPolicy' | 'clickToFixPrs' | 'clickToFixFailures'
export type SarifCommon = Omit<ReportedCodeFinding, CodeField>

/** The common fields of all findings with code. */
export function sarifCommon(context: SarifResult): SarifCommon {
  const { result, rule, rulePath, run } = context
  const place = asList(result['locations'])[0]
  const physical = getIn(place, 'physicalLocation')
  const location =
    run.places.location(physical) ?? run.places.location({ artifactLocation: result['analysisTarget'] })
  const message = sarifMessage(context)
  const own = asUrls(getIn(result['properties'], 'references'))
  const fingerprint = fingerprintOf(result)
  const matched = regionText(physical)
  const dataFlow = sarifFlow(result, run)
  const logical = logicalLocation(place, run)
  // The names of classes and methods tell equal matches apart where the lines around them were not sent.
  const around = contextLines(physical) ?? (logical === null ? null : [logical])
  const identity = identityOf({
    rulePath,
    path: location?.filePath ?? null,
    fingerprint: fingerprint && `${fingerprint.scheme}=${fingerprint.value}`,
    matched,
    message,
  })
  return {
    matchBasedId: identity.match,
    syntacticId: identity.syntactic,
    evidence: evidenceOf({
      fingerprint,
      otherFingerprint: fingerprint ? null : otherFingerprintOf(result),
      matched,
      path: location?.filePath ?? null,
      context: around,
      flow: dataFlow,
    }),
    rulePath,
    message,
    severity: sarifSeverity(context),
    confidence: sarifConfidence(context),
    categories: rule?.category ? [rule.category] : [],
    location,
    logicalLocation: logical,
    lineOfCodeUrl: null,
    suppressed: isSuppressed(result['suppressions']),
    references:
      own.length === 0 ? (rule?.references ?? []) : [...new Set([...(rule?.references ?? []), ...own])],
    externalTicket: ticketOf(result['workItemUris']),
    reviewComments: [],
    given: null,
    code: sarifCode(physical),
    dataFlow,
    fix: location === null ? null : sarifFix(result, location, physical, run),
  }
}

/** Converts a result to a code finding. */
export function sarifCodeFinding(context: SarifResult): ReportedCodeFinding {
  const common = sarifCommon(context)
  return {
    kind: 'code',
    ...common,
    resource: resourceOf(context.result, context.run, common.location?.filePath ?? null),
    assistant: null,
    sourcingPolicy: null,
    clickToFixPrs: [],
    clickToFixFailures: [],
  }
}

/**
 * `security-severity` of the result, else of the rule; else the level of the result, else none for kinds other than
 * `fail`, else the level set by the run's override, else the rule's, else `warning`.
 */
export function sarifSeverity({ result, rule, rulePath, overrides }: SarifResult): Severity {
  const unfailed = typeof result['kind'] === 'string' && result['kind'] !== 'fail'
  return (
    severityOfScore(getIn(result['properties'], 'security-severity')) ??
    rule?.score ??
    severityOfWord(result['level']) ??
    (unfailed ? 'low' : null) ??
    overrides.get(rulePath) ??
    rule?.level ??
    'medium'
  )
}

/** The precision or confidence of the result, else of its rule. */
export function sarifConfidence({ result, rule }: SarifResult): Confidence | null {
  const { properties } = result
  return (
    confidenceOfWord(getIn(properties, 'precision')) ??
    confidenceOfWord(getIn(properties, 'confidence')) ??
    confidenceOfWord(getIn(properties, 'issue_confidence')) ??
    rule?.confidence ??
    null
  )
}

/** Suppressed if every suppression is effective: none is under review or rejected. Source: SARIF 2.1.0, 3.27.23. */
export function isSuppressed(suppressions: unknown): boolean {
  const context = asObjects(suppressions)
  return context.length > 0 && context.every((each) => (each['status'] ?? 'accepted') === 'accepted')
}

/** The first URL of a work item; null without one. */
export function ticketOf(workItems: unknown): ReportedCodeFinding['externalTicket'] {
  const url = asUrls(workItems)[0]
  return url === undefined ? null : { id: null, externalSlug: null, linkedIssueIds: [], url }
}

/** The message of a result, else of its rule; null without either. */
export function sarifMessage({ result, rule, run }: SarifResult): string | null {
  return messageOf(result['message'], rule, run) ?? rule?.message ?? null
}

/**
 * The message with its placeholders `{0}` filled in, up to the limit of the file, at most 100 of them. Source: SARIF
 * 2.1.0, 3.11.
 */
function messageOf(message: unknown, rule: SarifRule | null, run: SarifRun): string | null {
  const id = asName(getIn(message, 'id'))
  const messageText =
    asText(getIn(message, 'text')) ?? (id === null ? null : (rule?.messageStrings.get(id) ?? null))
  const filled = asList(getIn(message, 'arguments'))
  if (messageText === null) return asText(getIn(message, 'markdown'))
  if (filled.length === 0) return messageText
  let remaining = 100
  const whole = messageText.replace(/\{(\d{1,3})\}/g, (placeholder, index) =>
    remaining-- > 0 ? (asText(filled[Number(index)], 1_000) ?? placeholder) : placeholder,
  )
  return run.count.mayAdd(whole.length) ? asText(whole) : messageText
}
