import { evidenceOf } from '../../evidence.ts'
import { identityOf } from '../../identity.ts'
import { leftOutReasons } from '../../labels.ts'
import type { Confidence, ReportedCodeFinding, Severity } from '../../report.ts'
import { confidenceOfWord, severityOfScore, severityOfWord } from '../../severity.ts'
import { at, type JsonObject, list, name, objects, text, urls } from '../../values.ts'
import { contextLines, regionText, sarifCode, sarifFix, sarifFlow } from './code.ts'
import { fingerprintOf } from './fingerprint.ts'
import { logicalLocation } from './logical.ts'
import type { SarifRule } from './rule.ts'
import type { SarifRun } from './run.ts'

/** Why a result is no finding of today; null where it is one. Source: SARIF 2.1.0, 3.27.9 and 3.27.24. */
export function leftOutReason(result: JsonObject): string | null {
  const kind = result['kind']
  if (kind === 'pass' || kind === 'notApplicable' || kind === 'informational')
    return leftOutReasons.resultKind(kind)
  return result['baselineState'] === 'absent' ? leftOutReasons.baselineAbsent : null
}

/** A result with what the rest of its run says of it. */
export type SarifResult = {
  result: JsonObject
  /** Null where the tool does not describe it. */
  rule: SarifRule | null
  rulePath: string
  /** The severities that the run sets, by rule. */
  overrides: ReadonlyMap<string, Severity>
  run: SarifRun
}

type CodeOnly = 'kind' | 'assistant' | 'sourcingPolicy' | 'clickToFixPrs' | 'clickToFixFailures'
export type SarifCommon = Omit<ReportedCodeFinding, CodeOnly>

/** What every finding with code has in common, whichever its kind. */
export function sarifCommon(given: SarifResult): SarifCommon {
  const { result, rule, rulePath, run } = given
  const place = list(result['locations'])[0]
  const physical = at(place, 'physicalLocation')
  const location =
    run.places.location(physical) ?? run.places.location({ artifactLocation: result['analysisTarget'] })
  const message = sarifMessage(given)
  const own = urls(at(result['properties'], 'references'))
  const fingerprint = fingerprintOf(result)
  const matched = regionText(physical)
  const dataFlow = sarifFlow(result, run)
  const logical = logicalLocation(place, run)
  // Where no line is known, the place in the program tells matches of one message apart.
  const around = contextLines(physical) ?? (location?.line == null && logical !== null ? [logical] : null)
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
    evidence: evidenceOf({ fingerprint, matched, context: around, flow: dataFlow }),
    rulePath,
    message,
    severity: sarifSeverity(given),
    confidence: sarifConfidence(given),
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

/** The code finding that a result tells of. */
export function sarifCodeFinding(given: SarifResult): ReportedCodeFinding {
  return {
    kind: 'code',
    ...sarifCommon(given),
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
    severityOfScore(at(result['properties'], 'security-severity')) ??
    rule?.score ??
    severityOfWord(result['level']) ??
    (unfailed ? 'low' : null) ??
    overrides.get(rulePath) ??
    rule?.level ??
    'medium'
  )
}

/** The precision or confidence that the result says, else its rule. */
export function sarifConfidence({ result, rule }: SarifResult): Confidence | null {
  const { properties } = result
  return (
    confidenceOfWord(at(properties, 'precision')) ??
    confidenceOfWord(at(properties, 'confidence')) ??
    confidenceOfWord(at(properties, 'issue_confidence')) ??
    rule?.confidence ??
    null
  )
}

/** Suppressed where every suppression holds: none is under review or rejected. Source: SARIF 2.1.0, 3.27.23. */
export function isSuppressed(suppressions: unknown): boolean {
  const given = objects(suppressions)
  return given.length > 0 && given.every((each) => (each['status'] ?? 'accepted') === 'accepted')
}

/** The first address of a work item; null where there is none. */
export function ticketOf(workItems: unknown): ReportedCodeFinding['externalTicket'] {
  const url = urls(workItems)[0]
  return url === undefined ? null : { id: null, externalSlug: null, linkedIssueIds: [], url }
}

/** What a result says to people, else its rule; null where neither says anything. */
export function sarifMessage({ result, rule, run }: SarifResult): string | null {
  return messageOf(result['message'], rule, run) ?? rule?.message ?? null
}

/** The message, its placeholders `{0}` filled in as far as the file has room for that, at most 100 of them. Source: SARIF 2.1.0, 3.11. */
function messageOf(message: unknown, rule: SarifRule | null, run: SarifRun): string | null {
  const id = name(at(message, 'id'))
  const said = text(at(message, 'text')) ?? (id === null ? null : (rule?.messageStrings.get(id) ?? null))
  const filled = list(at(message, 'arguments'))
  if (said === null) return text(at(message, 'markdown'))
  if (filled.length === 0) return said
  let left = 100
  const whole = said.replace(/\{(\d{1,3})\}/g, (placeholder, index) =>
    left-- > 0 ? (text(filled[Number(index)], 1_000) ?? placeholder) : placeholder,
  )
  return run.count.mayAdd(whole.length) ? text(whole) : said
}
