import { evidenceOf } from '../../findings/evidence.ts'
import { identityOf } from '../../findings/identity.ts'
import type { Confidence, ReportedCodeFinding, Severity } from '../../report/report.ts'
import { skipReasons } from '../../report/skip-reasons.ts'
import { asList, asObject, asObjects, asUrls, getIn, type JsonObject } from '../../values/json-values.ts'
import { confidenceOfWord, securitySeverity, severityOfWord } from '../../values/severity.ts'
import { contextLines, regionText, type SarifFixes, type SarifFlows, sarifCode } from './code.ts'
import { fingerprintOf, otherFingerprintOf, placeFingerprint } from './fingerprint.ts'
import { logicalLocation } from './logical.ts'
import { resourceOf } from './resource.ts'
import type { SarifRule } from './rule.ts'
import type { SarifRun } from './run.ts'
import type { SarifMessage } from './texts.ts'

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
  message: SarifMessage
  /** Its locations, each of which is a finding; at least one, undefined for a result without any. */
  places: readonly unknown[]
  flows: SarifFlows
  fixes: SarifFixes
  /** Of the message as sent, where another one is shown. */
  messageDigest: string | null
  /** Identities by file and code, of a result with several places: many may share a long message. */
  identities: Map<string, ReturnType<typeof identityOf>> | null
}

const maxPlaces = 1_000

/** The locations of a result that are findings, and the number of those above the limit. Source: SARIF 2.1.0, 3.27.12. */
export function placesOf(result: JsonObject): { places: unknown[]; leftOut: number } {
  const places = asList(result['locations']).filter((each) => Object.keys(asObject(each) ?? {}).length > 0)
  return places.length === 0
    ? { places: [undefined], leftOut: 0 }
    : { places: places.slice(0, maxPlaces), leftOut: Math.max(0, places.length - maxPlaces) }
}

type CodeField = 'kind' | 'resource' | 'assistant' | 'sourcingPolicy' | 'clickToFixPrs' | 'clickToFixFailures'
export type SarifCommon = Omit<ReportedCodeFinding, CodeField>

/** The common fields of all findings with code. */
export function sarifCommon(context: SarifResult, place: unknown): SarifCommon {
  const { result, rule, rulePath, run, message, places, flows } = context
  const physical = getIn(place, 'physicalLocation')
  const location =
    run.places.location(physical) ?? run.places.location({ artifactLocation: result['analysisTarget'] })
  const own = asUrls(getIn(result['properties'], 'references'))
  const matched = regionText(physical)
  const fingerprint = placeFingerprint(fingerprintOf(result), places, matched)
  const dataFlow = place === places[0] ? flows.first() : location && flows.endingAt(location)
  const logical = logicalLocation(place, run)
  // The names of classes and methods tell equal matches apart where the lines around them were not sent.
  const around = contextLines(physical) ?? (logical === null ? null : [logical])
  const path = location?.filePath ?? null
  const identity = identityAt(context, { path, fingerprint, matched })
  return {
    matchBasedId: identity.match,
    syntacticId: identity.syntactic,
    evidence: evidenceOf({
      fingerprint,
      otherFingerprint: fingerprint ? null : placeFingerprint(otherFingerprintOf(result), places, matched),
      matched,
      path,
      context: around,
      flow: dataFlow,
      message: context.messageDigest,
    }),
    rulePath,
    message: message.shown,
    severity: sarifSeverity(context),
    severityWord: isSeverityWord(context),
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
    fix: location === null ? null : context.fixes.of(location, physical),
  }
}

function identityAt(
  { identities, rulePath, message }: SarifResult,
  key: { path: string | null; matched: string | null; fingerprint: { scheme: string; value: string } | null },
): ReturnType<typeof identityOf> {
  const { path, matched, fingerprint } = key
  const compute = () =>
    identityOf({
      rulePath,
      path,
      fingerprint: fingerprint && `${fingerprint.scheme}=${fingerprint.value}`,
      matched,
      message: message.sent,
    })
  if (identities === null) return compute()
  const place = matched === null ? `${path}` : `${path}\n${matched}`
  const identity = identities.get(place) ?? compute()
  identities.set(place, identity)
  return identity
}

/** Converts a location of a result to a code finding. */
export function sarifCodeFinding(context: SarifResult, place: unknown): ReportedCodeFinding {
  const common = sarifCommon(context, place)
  // Copying an object into the start of a literal is much faster than into its middle.
  return {
    ...common,
    kind: 'code',
    resource: resourceOf(context, place, common.location?.filePath ?? null),
    assistant: null,
    sourcingPolicy: null,
    clickToFixPrs: [],
    clickToFixFailures: [],
  }
}

/** The severity of a result; medium where nothing says it. */
export const sarifSeverity = (context: SarifResult): Severity => givenSeverity(context) ?? 'medium'

/**
 * `security-severity` of the result, else of the rule; else the level of the result, else none for kinds other than
 * `fail`, else the level set by the run's override, else the rule's, else null.
 */
export function givenSeverity({ result, rule, rulePath, overrides }: SarifResult): Severity | null {
  const unfailed = typeof result['kind'] === 'string' && result['kind'] !== 'fail'
  return (
    (securitySeverity(result['properties']) ?? rule?.score)?.severity ??
    severityOfWord(result['level']) ??
    (unfailed ? 'low' : null) ??
    overrides.get(rulePath) ??
    rule?.level ??
    null
  )
}

/** Whether the severity is a word of the property `security-severity`. */
export const isSeverityWord = ({ result, rule }: SarifResult): boolean =>
  (securitySeverity(result['properties']) ?? rule?.score)?.isWord ?? false

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
