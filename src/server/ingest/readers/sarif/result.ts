import { identityOf, sent } from '../../identity.ts'
import type { ReportedCodeFinding, Severity } from '../../report.ts'
import { confidenceOfWord, severityOfScore, severityOfWord } from '../../severity.ts'
import { at, type JsonObject, list, name, object, objects, text, urls } from '../../values.ts'
import { regionText, sarifCode, sarifFix, sarifFlow } from './code.ts'
import type { SarifRule } from './rule.ts'
import type { SarifRun } from './run.ts'

/** Why a result is no finding of today; null where it is one. Source: SARIF 2.1.0, 3.27.9 and 3.27.24. */
export function leftOutReason(result: JsonObject): string | null {
  const kind = result['kind']
  if (kind === 'pass' || kind === 'notApplicable' || kind === 'informational') return `result kind "${kind}"`
  return result['baselineState'] === 'absent' ? 'baseline state "absent"' : null
}

/**
 * One result as a finding. Severity: `security-severity` of the result, else of the rule; else the level of the
 * result, else none for kinds other than `fail`, else the level set by the run's override, else the rule's, else
 * `warning`.
 */
export function sarifFinding(
  result: JsonObject,
  rule: SarifRule | null,
  rulePath: string,
  overrides: ReadonlyMap<string, Severity>,
  run: SarifRun,
): ReportedCodeFinding {
  const physical = at(list(result['locations'])[0], 'physicalLocation')
  const location =
    run.places.location(physical) ?? run.places.location({ artifactLocation: result['analysisTarget'] })
  const message = messageOf(result['message'], rule, run) ?? rule?.message ?? null
  const properties = result['properties']
  const own = urls(at(properties, 'references'))
  const identity = identityOf({
    rulePath,
    path: location?.filePath ?? null,
    fingerprint: fingerprintOf(result['fingerprints']) ?? fingerprintOf(result['partialFingerprints']),
    matched: regionText(physical),
    message,
  })
  const unfailed = typeof result['kind'] === 'string' && result['kind'] !== 'fail'
  const level =
    severityOfWord(result['level']) ??
    (unfailed ? 'low' : null) ??
    overrides.get(rulePath) ??
    rule?.level ??
    'medium'
  return {
    kind: 'code',
    matchBasedId: identity.match,
    syntacticId: identity.syntactic,
    rulePath,
    message,
    severity: severityOfScore(at(properties, 'security-severity')) ?? rule?.score ?? level,
    confidence:
      confidenceOfWord(at(properties, 'precision')) ??
      confidenceOfWord(at(properties, 'confidence')) ??
      confidenceOfWord(at(properties, 'issue_confidence')) ??
      rule?.confidence ??
      null,
    categories: rule?.category ? [rule.category] : [],
    location,
    lineOfCodeUrl: null,
    suppressed: isSuppressed(result['suppressions']),
    references:
      own.length === 0 ? (rule?.references ?? []) : [...new Set([...(rule?.references ?? []), ...own])],
    externalTicket: ticketOf(result['workItemUris']),
    reviewComments: [],
    given: null,
    code: sarifCode(physical),
    dataFlow: sarifFlow(result, run),
    fix: location === null ? null : sarifFix(result, location, physical, run),
    assistant: null,
    sourcingPolicy: null,
    clickToFixPrs: [],
    clickToFixFailures: [],
  }
}

/** Suppressed where every suppression holds: none is under review or rejected. Source: SARIF 2.1.0, 3.27.23. */
function isSuppressed(suppressions: unknown): boolean {
  const given = objects(suppressions)
  return given.length > 0 && given.every((each) => (each['status'] ?? 'accepted') === 'accepted')
}

function ticketOf(workItems: unknown): ReportedCodeFinding['externalTicket'] {
  const url = urls(workItems)[0]
  return url === undefined ? null : { id: null, externalSlug: null, linkedIssueIds: [], url }
}

/** The message, its placeholders `{0}` filled in, at most 100 of them. Source: SARIF 2.1.0, 3.11. */
function messageOf(message: unknown, rule: SarifRule | null, run: SarifRun): string | null {
  const id = name(at(message, 'id'))
  const said = text(at(message, 'text')) ?? (id === null ? null : (rule?.messageStrings.get(id) ?? null))
  const filled = list(at(message, 'arguments'))
  if (said === null) return text(at(message, 'markdown'))
  if (filled.length === 0 || run.messageBudget < said.length) return said
  let left = 100
  const whole = said.replace(/\{(\d{1,3})\}/g, (placeholder, index) =>
    left-- > 0 ? (text(filled[Number(index)], 1_000) ?? placeholder) : placeholder,
  )
  run.messageBudget -= whole.length
  return text(whole)
}

/**
 * One of several named fingerprints: the same one as long as the tool goes on writing it. Those that cover a whole
 * file or only a column change with what is not the finding, and count only where there is nothing else. Of several
 * versions of a name the oldest counts, so that a newer one beside it changes nothing.
 */
function fingerprintOf(fingerprints: unknown): string | null {
  const given = Object.entries(object(fingerprints) ?? {}).flatMap(([key, value]) => {
    const fingerprint = sent(value)
    return fingerprint === null ? [] : [{ key, fingerprint }]
  })
  const rank = (key: string): number => {
    if (/^(?:primaryLocationLineHash|matchBasedId)(?:\/|$)/.test(key)) return 0
    return /file|column/i.test(key) ? 2 : 1
  }
  given.sort((a, b) => rank(a.key) - rank(b.key) || a.key.localeCompare(b.key, 'en', { numeric: true }))
  const first = given[0]
  return first ? `${first.key.replace(/\/v?\d+$/, '')}=${first.fingerprint}` : null
}
