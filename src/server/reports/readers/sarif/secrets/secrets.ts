import { digest } from '#server/base/credentials/digests.ts'
import { isMasked, literalsOf, longestOf, secretIn, unquote } from '#server/base/credentials/literals.ts'
import { evidenceOf } from '../../../findings/evidence.ts'
import { identityOf, matchIdOf, normalizeCode, sentFingerprint } from '../../../findings/identity.ts'
import type { ReportedLocation, ReportedRule, ReportedSecretFinding } from '../../../report/report.ts'
import { cleanFinding, matchedRows } from '../../../secrets/clean-finding.ts'
import { Redaction } from '../../../secrets/redaction.ts'
import { cleanRule, createHasher, secretTypeOfRule } from '../../../secrets/secret-parts.ts'
import { showsValue } from '../../../secrets/signals.ts'
import { asList, asName, asObject, asObjects, asUrls, bounds, getIn } from '../../../values/json-values.ts'
import { matchedText } from '../../semgrep/result.ts'
import { contextLines, regionText, sarifCode } from '../code.ts'
import { fingerprintOf, secretNames } from '../fingerprint.ts'
import { logicalLocation } from '../logical.ts'
import {
  isSeverityWord,
  isSuppressed,
  type SarifResult,
  sarifConfidence,
  sarifSeverity,
  ticketOf,
} from '../result.ts'
import { pathInRepository, secretHistory, secretState } from './secret-facts.ts'

/** The secret of a result: a finding for each location, and the redaction of its texts. */
export type ReadSecret = {
  findings: { place: unknown; finding: ReportedSecretFinding }[]
  redaction: Redaction
  values: string[]
}

/** The limit of the characters of rules searched in one run, times the number of searched pieces. */
const maxSearchedCharacters = 2_000_000_000

const withoutTexts: Partial<ReportedRule> = {
  title: null,
  message: null,
  help: null,
  category: null,
  url: null,
  subcategories: [],
  cweNames: [],
  owaspNames: [],
  technologies: [],
  references: [],
}

/** Properties in which converters store the match. */
const secretKeys = /^(?:raw(?:_?v2)?|secret|offender|match|matched|value|line|content|hashed_?secret)$/i

/** Tools whose snippet is exactly the secret. */
const exactTools = /\b(?:gitleaks|betterleaks|kingfisher)\b/i
const wholeLines = /^(?:semgrep|opengrep)\b/i

/** Whether the match of a result, its data flow or its message shows a value. */
export function sarifShowsValue(context: SarifResult): boolean {
  const places = context.places.map((place) => getIn(place, 'physicalLocation'))
  return showsValue([...places.map(regionText), ...flowTexts(context)], context.message.sent)
}

/** The texts of the data flow's locations, where tools name a hard-coded value. */
function flowTexts({ flows }: SarifResult): string[] {
  return (flows.first() ?? []).flatMap(({ code }) => code ?? [])
}

/**
 * Reads the results of scanners for secrets. The value is replaced with its type and a salted hash, and all text from
 * the source is removed from every text, including those of the rule.
 * Source: docs/api.md#secrets.
 */
export class SarifSecrets {
  readonly #salted: (text: string) => string
  #left = maxSearchedCharacters

  constructor(salt: string) {
    this.#salted = createHasher(salt)
  }

  read(context: SarifResult): ReadSecret {
    const places = context.places.filter((each) => asObject(getIn(each, 'physicalLocation')))
    const matches = (places.length > 0 ? places : [undefined]).map((place) => ({
      place,
      ...matchOf(getIn(place, 'physicalLocation'), context),
    }))
    const values = matches.flatMap(({ values: some }) => some)
    const { rule, rulePath, result } = context
    const redaction = new Redaction({
      pieces: piecesOf(context, values.length > 0),
      values,
      prose: [context.message.sent, context.message.shown],
      known: [
        rulePath,
        rule?.name ?? null,
        rule?.title ?? null,
        typeOf(context),
        ...matches.flatMap(({ place }) => [
          secretLocation(place, context)?.filePath ?? null,
          secretHistory(result, place)?.gitCommit ?? null,
        ]),
      ],
    })
    const shared = sharedFieldsOf(context, redaction)
    const findings = matches.map((match) => ({
      place: match.place,
      finding: this.#finding(context, match, shared, redaction),
    }))
    return { findings, redaction, values: matches.flatMap(({ value }) => value ?? []) }
  }

  /** Removes possible secrets from a rule's texts. Above the limit the texts are dropped. */
  clean(rule: ReportedRule, { findings, redaction }: ReadSecret): void {
    // Examples of what a rule of secrets looks for are not worth the search.
    rule.help = null
    this.#left -= (redaction.size + 1) * JSON.stringify(rule).length
    const message = rule.message === null ? null : redaction.cleanRule(rule.message)
    Object.assign(rule, this.#left < 0 ? withoutTexts : cleanRule(rule, redaction, message))
    for (const { finding } of findings.slice(0, 1)) {
      rule.secretType ??= finding.secretType
      rule.hasValidators ||= finding.validationState !== 'NO_VALIDATOR'
    }
  }

  #finding(
    context: SarifResult,
    match: Match & { place: unknown },
    shared: SharedFields,
    redaction: Redaction,
  ): ReportedSecretFinding {
    const { result, rulePath, run, message } = context
    const { place, matched, value } = match
    const { sent, ...common } = shared
    const physical = getIn(place, 'physicalLocation')
    const location = secretLocation(place, context)
    const path = location?.filePath ?? null
    const fingerprint = fingerprintOf(result, secretNames)
    const identity = identityOf({
      rulePath,
      path,
      fingerprint: fingerprint && this.#salted(`${fingerprint.scheme}=${fingerprint.value}`),
      matched: matched === null ? null : this.#salted(normalizeCode(matched)),
      message: sent,
    })
    const asCode = fingerprintOf(result)
    const formerId = matchIdOf({
      rulePath,
      path,
      fingerprint: asCode && `${asCode.scheme}=${asCode.value}`,
      matched: regionText(physical),
      message: message.sent,
    })
    const logical = isBlob(place) ? null : logicalLocation(place, run)
    const finding: ReportedSecretFinding = {
      ...common,
      matchBasedId: identity.match,
      syntacticId: identity.syntactic,
      formerId: this.#salted(formerId),
      // If the value is masked, the surrounding lines do not identify the secret.
      evidence: evidenceOf({
        fingerprint,
        matched,
        context: matched === null ? null : contextLines(physical),
        message: sent === null || message.shown === message.sent ? null : digest(sent),
        secured: this.#salted,
      }),
      location,
      logicalLocation:
        logical === null || logical.length >= bounds.name ? null : redaction.cleanRule(logical),
      code: null,
      dataFlow: null,
      fix: null,
      secretHash: value === null ? null : this.#salted(value),
      validationState: secretState(result, place),
      historicalInfo: secretHistory(result, place),
    }
    const source = {
      code: matchedRows(sarifCode(physical), location),
      dataFlow: context.flows.first(),
      fix: location === null ? null : context.fixes.of(location, physical),
    }
    return cleanFinding(finding, source, redaction, this.#salted)
  }
}

type LocationFields =
  | 'matchBasedId'
  | 'formerId'
  | 'code'
  | 'dataFlow'
  | 'fix'
  | 'syntacticId'
  | 'evidence'
  | 'location'
  | 'logicalLocation'
  | 'secretHash'
  | 'validationState'
  | 'historicalInfo'
type SharedFields = Omit<ReportedSecretFinding, LocationFields> & {
  /** The message as sent, without the secret. */
  sent: string | null
}

/** The common fields of the findings of all locations of a result. */
function sharedFieldsOf(context: SarifResult, redaction: Redaction): SharedFields {
  const { result, rule, rulePath } = context
  return {
    kind: 'secret',
    rulePath,
    message: context.message.shown,
    severity: sarifSeverity(context),
    severityWord: isSeverityWord(context),
    confidence: sarifConfidence(context),
    categories: rule?.category ? [redaction.cleanRule(rule.category)] : [],
    lineOfCodeUrl: null,
    suppressed: isSuppressed(result['suppressions']),
    references: rule?.references ?? [],
    externalTicket: ticketOf(asUrls(result['workItemUris']).filter((each) => redaction.keeps(each))),
    reviewComments: [],
    given: null,
    secretType: redaction.cleanRule(typeOf(context)),
    sent: context.message.sent === null ? null : redaction.clean(context.message.sent),
  }
}

type Match = {
  /** The match of the rule; null if the tool did not report it or masked it. */
  matched: string | null
  value: string | null
  /** The value, and further candidates if it is only guessed. */
  values: string[]
}

const emptyMatch: Match = { matched: null, value: null, values: [] }
const isWholeValue = (matched: string, value: string | null): Match =>
  value === null ? emptyMatch : { matched, value, values: [value, ...literalsOf(value)] }

function matchOf(physical: unknown, context: SarifResult): Match {
  const { result, run } = context
  const tool = run.driver.name ?? ''
  const region = getIn(physical, 'region')
  const snippet = sentFingerprint(getIn(region, 'snippet', 'text'))
  if (snippet === null) {
    const value = longestOf([...propertiesOf(result), ...literalsNear(context)])
    return value === undefined ? emptyMatch : isWholeValue(value, value)
  }
  if (isMasked(snippet)) return emptyMatch
  if (exactTools.test(tool)) return isWholeValue(snippet, unquote(snippet))
  const start = { line: getIn(region, 'startLine'), col: getIn(region, 'startColumn') }
  const end = {
    line: getIn(region, 'endLine') ?? getIn(region, 'startLine'),
    col: getIn(region, 'endColumn'),
  }
  const matched = wholeLines.test(tool) ? matchedText(snippet, start, end) : snippet
  const value = secretIn(matched)
  if (value === null) return emptyMatch
  return { matched, value, values: [value, matched, ...propertiesOf(result)] }
}

/** The value in the properties where some tools report it. */
function propertiesOf({ properties }: SarifResult['result']): string[] {
  return Object.entries(asObject(properties) ?? {}).flatMap(([key, each]) =>
    /^(?:raw(?:v2)?|secret|offender)$/i.test(key) && typeof each === 'string' ? (unquote(each) ?? []) : [],
  )
}

/** The literal at the start of a data flow, else in the message of a result without code. */
function literalsNear(context: SarifResult): string[] {
  const inFlow = literalsOf(flowTexts(context)[0] ?? '')
  const message = context.message.sent
  const quoted = inFlow.length > 0 || message === null || !showsValue([], message) ? [] : literalsOf(message)
  return [...inFlow, ...quoted.filter((each) => each.length >= 4 && !/\s/.test(each))].flatMap(
    (each) => unquote(each) ?? [],
  )
}

/** All content of a result that was copied from the source, or may contain such text. */
function piecesOf({ result }: SarifResult, isKnown: boolean): string[] {
  const places = [...asList(result['locations']), ...asList(result['relatedLocations'])]
  const physical = places.map((place) => getIn(place, 'physicalLocation'))
  const pieces: unknown[] = [
    ...physical.map((each) => getIn(each, 'region', 'snippet', 'text')),
    // If the value is known, the surrounding lines contain nothing else to remove.
    ...(isKnown ? [] : physical.map((each) => getIn(each, 'contextRegion', 'snippet', 'text'))),
    ...Object.entries(asObject(result['properties']) ?? {}).flatMap(([key, each]) =>
      secretKeys.test(key) ? [each] : [],
    ),
  ]
  return pieces.filter((each) => typeof each === 'string')
}

function secretLocation(place: unknown, { result, run }: SarifResult): ReportedLocation | null {
  const location =
    run.places.location(getIn(place, 'physicalLocation')) ??
    run.places.location({ artifactLocation: result['analysisTarget'] })
  return location && { ...location, filePath: pathInRepository(location.filePath) }
}

/** A blob is named by its hash, or by a hash of the secret, so it is not a logical location. */
function isBlob(place: unknown): boolean {
  return asObjects(getIn(place, 'logicalLocations')).some((each) => each['kind'] === 'blob')
}

/** The type of secret: as reported by the tool, else the rule's readable name, else its path as words. */
function typeOf({ result, rule, rulePath }: SarifResult): string {
  const secretType =
    asName(getIn(result['properties'], 'secret_type')) ?? asName(getIn(result['properties'], 'secretType'))
  if (secretType !== null) return secretType
  const title = rule?.title ?? null
  if (/\s/.test(rulePath)) return rulePath
  return title !== null && title.length <= 40 && !title.endsWith('.') ? title : secretTypeOfRule(rulePath)
}
