import { evidenceOf } from '../../evidence.ts'
import { identityOf, matchIdOf, normalised, sent } from '../../identity.ts'
import { Redaction } from '../../redaction.ts'
import type { ReportedLocation, ReportedRule, ReportedSecretFinding } from '../../report.ts'
import { cleanedRule, saltedWith, secretTypeOfRule } from '../../secret-parts.ts'
import { cleanedFinding, matchedRows } from '../../secrets/clean-finding.ts'
import { asValue, isMasked, literalsOf, longest, secretIn } from '../../secrets/literals.ts'
import { showsValue } from '../../secrets/signals.ts'
import { at, bounds, list, name, object, objects, urls } from '../../values.ts'
import { matchedText } from '../semgrep/result.ts'
import { contextLines, regionText, sarifCode, sarifFix, sarifFlow } from './code.ts'
import { fingerprintOf, secretNames } from './fingerprint.ts'
import { logicalLocation } from './logical.ts'
import {
  isSuppressed,
  type SarifResult,
  sarifConfidence,
  sarifMessage,
  sarifSeverity,
  ticketOf,
} from './result.ts'
import { pathInRepository, secretHistory, secretState } from './secret-facts.ts'

/** What a result tells of: a finding for each place of the secret, and what takes it out of texts. */
export type ReadSecret = {
  findings: [ReportedSecretFinding, ...ReportedSecretFinding[]]
  redaction: Redaction
  values: string[]
}

/** Characters of rules that are searched for pieces of secrets in one run, times the pieces. */
const searchedAtMost = 2_000_000_000

const withoutTexts: Partial<ReportedRule> = {
  title: null,
  message: null,
  category: null,
  url: null,
  subcategories: [],
  cweNames: [],
  owaspNames: [],
  technologies: [],
  references: [],
}

/** Properties in which converters hand on what was found. */
const telling = /^(?:raw(?:_?v2)?|secret|offender|match|matched|value|line|content|hashed_?secret)$/i

/** Tools whose snippet is the secret and nothing else. */
const exact = /\b(?:gitleaks|betterleaks|kingfisher)\b/i
const wholeLines = /^(?:semgrep|opengrep)\b/i

/** Whether the match of a result, its data flow or its message shows a value. */
export function sarifShowsValue(given: SarifResult): boolean {
  const places = objects(given.result['locations']).map((place) => at(place, 'physicalLocation'))
  return showsValue([...places.map(regionText), ...flowTexts(given)], sarifMessage(given))
}

/** The texts of the places that data flows through: tools name a hard-coded value there. */
function flowTexts({ result, run }: SarifResult): string[] {
  return (sarifFlow(result, run) ?? []).flatMap(({ code }) => code ?? [])
}

/**
 * Reads the results of scanners for secrets. The value is replaced by its type and a salted hash, and whatever came from
 * the source is taken out of every text, those of the rule included.
 * Source: docs/api.md#secrets.
 */
export class SarifSecrets {
  readonly #salted: (text: string) => string
  #left = searchedAtMost

  constructor(salt: string) {
    this.#salted = saltedWith(salt)
  }

  read(given: SarifResult): ReadSecret {
    const places = objects(given.result['locations']).filter((each) => object(each['physicalLocation']))
    const matches = (places.length > 0 ? places : [undefined]).map((place) => ({
      place,
      ...matchOf(at(place, 'physicalLocation'), given),
    }))
    const values = matches.flatMap(({ values: some }) => some)
    const { rule, rulePath, result } = given
    const redaction = new Redaction({
      pieces: piecesOf(given, values.length > 0),
      values,
      prose: [sarifMessage(given)],
      known: [
        rulePath,
        rule?.name ?? null,
        rule?.title ?? null,
        typeOf(given),
        ...matches.flatMap(({ place }) => [
          secretLocation(place, given)?.filePath ?? null,
          secretHistory(result, place)?.gitCommit ?? null,
        ]),
      ],
    })
    const shared = sharedBy(given, redaction)
    const [first, ...others] = matches.map((match) => this.#finding(given, match, shared, redaction))
    if (first === undefined) throw new Error('a result has one place at least')
    const found = matches.flatMap(({ value }) => value ?? [])
    return { findings: [first, ...others], redaction, values: found }
  }

  /** Takes what may be a secret out of a rule's texts. Past the bound they are dropped. */
  clean(rule: ReportedRule, { findings: [finding], redaction }: ReadSecret): void {
    this.#left -= (redaction.size + 1) * JSON.stringify(rule).length
    const message = rule.message === null ? null : redaction.cleanRule(rule.message)
    Object.assign(rule, this.#left < 0 ? withoutTexts : cleanedRule(rule, redaction, message))
    rule.secretType ??= finding.secretType
    rule.hasValidators ||= finding.validationState !== 'NO_VALIDATOR'
  }

  #finding(
    given: SarifResult,
    match: Match & { place: unknown },
    shared: Shared,
    redaction: Redaction,
  ): ReportedSecretFinding {
    const { result, rulePath, run } = given
    const { place, matched, value } = match
    const physical = at(place, 'physicalLocation')
    const location = secretLocation(place, given)
    const path = location?.filePath ?? null
    const fingerprint = fingerprintOf(result, secretNames)
    const identity = identityOf({
      rulePath,
      path,
      fingerprint: fingerprint && this.#salted(`${fingerprint.scheme}=${fingerprint.value}`),
      matched: matched === null ? null : this.#salted(normalised(matched)),
      message: shared.message === null ? null : redaction.clean(shared.message),
    })
    const asCode = fingerprintOf(result)
    const former = matchIdOf({
      rulePath,
      path,
      fingerprint: asCode && `${asCode.scheme}=${asCode.value}`,
      matched: regionText(physical),
      message: shared.message,
    })
    const logical = logicalLocation(place, run)
    const finding: ReportedSecretFinding = {
      ...shared,
      matchBasedId: identity.match,
      syntacticId: identity.syntactic,
      formerId: this.#salted(former),
      // Where the value is masked, the lines around it say nothing of which secret it is.
      evidence: evidenceOf({
        fingerprint,
        matched,
        context: matched === null ? null : contextLines(physical),
        secured: this.#salted,
      }),
      location,
      logicalLocation:
        isBlob(place) || logical === null || logical.length >= bounds.name
          ? null
          : redaction.cleanRule(logical),
      code: null,
      dataFlow: null,
      fix: null,
      secretHash: value === null ? null : this.#salted(value),
      validationState: secretState(result, place),
      historicalInfo: secretHistory(result, place),
    }
    const source = {
      code: matchedRows(sarifCode(physical), location),
      dataFlow: sarifFlow(result, run),
      fix: location === null ? null : sarifFix(result, location, physical, run),
    }
    return cleanedFinding(finding, source, redaction, this.#salted)
  }
}

type OfPlace =
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
type Shared = Omit<ReportedSecretFinding, OfPlace>

/** What the findings of all places of a result have in common. */
function sharedBy(given: SarifResult, redaction: Redaction): Shared {
  const { result, rule, rulePath } = given
  return {
    kind: 'secret',
    rulePath,
    message: sarifMessage(given),
    severity: sarifSeverity(given),
    confidence: sarifConfidence(given),
    categories: rule?.category ? [redaction.cleanRule(rule.category)] : [],
    lineOfCodeUrl: null,
    suppressed: isSuppressed(result['suppressions']),
    references: rule?.references ?? [],
    externalTicket: ticketOf(urls(result['workItemUris']).filter((each) => redaction.keeps(each))),
    reviewComments: [],
    given: null,
    secretType: redaction.cleanRule(typeOf(given)),
  }
}

type Match = {
  /** What the rule matched; null where the tool sent nothing or masked it. */
  matched: string | null
  value: string | null
  /** The value, and what may be it as well where it is only guessed. */
  values: string[]
}

const noMatch: Match = { matched: null, value: null, values: [] }
const valueAlone = (matched: string, value: string | null): Match =>
  value === null ? noMatch : { matched, value, values: [value, ...literalsOf(value)] }

function matchOf(physical: unknown, given: SarifResult): Match {
  const { result, run } = given
  const tool = run.driver.name ?? ''
  const region = at(physical, 'region')
  const snippet = sent(at(region, 'snippet', 'text'))
  if (snippet === null) {
    const value = longest([...propertiesOf(result), ...literalsBeside(given)])
    return value === undefined ? noMatch : valueAlone(value, value)
  }
  if (isMasked(snippet)) return noMatch
  if (exact.test(tool)) return valueAlone(snippet, asValue(snippet))
  const start = { line: at(region, 'startLine'), col: at(region, 'startColumn') }
  const end = { line: at(region, 'endLine') ?? at(region, 'startLine'), col: at(region, 'endColumn') }
  const matched = wholeLines.test(tool) ? matchedText(snippet, start, end) : snippet
  const value = secretIn(matched)
  if (value === null) return noMatch
  return { matched, value, values: [value, matched, ...propertiesOf(result)] }
}

/** The value in the properties in which some tools send it. */
function propertiesOf({ properties }: SarifResult['result']): string[] {
  return Object.entries(object(properties) ?? {}).flatMap(([key, each]) =>
    /^(?:raw(?:v2)?|secret|offender)$/i.test(key) && typeof each === 'string' ? (asValue(each) ?? []) : [],
  )
}

/** The literal at the beginning of a data flow, else in the message of a result without code. */
function literalsBeside(given: SarifResult): string[] {
  const inFlow = literalsOf(flowTexts(given)[0] ?? '')
  const message = sarifMessage(given)
  const quoted = inFlow.length > 0 || message === null || !showsValue([], message) ? [] : literalsOf(message)
  return [...inFlow, ...quoted.filter((each) => each.length >= 4 && !/\s/.test(each))].flatMap(
    (each) => asValue(each) ?? [],
  )
}

/** Everything in a result that was copied from the source, or may hold what was. */
function piecesOf({ result }: SarifResult, isKnown: boolean): string[] {
  const places = [...list(result['locations']), ...list(result['relatedLocations'])]
  const physical = places.map((place) => at(place, 'physicalLocation'))
  const pieces: unknown[] = [
    ...physical.map((each) => at(each, 'region', 'snippet', 'text')),
    // With the value known, the lines around it hold nothing more that must go.
    ...(isKnown ? [] : physical.map((each) => at(each, 'contextRegion', 'snippet', 'text'))),
    ...Object.entries(object(result['properties']) ?? {}).flatMap(([key, each]) =>
      telling.test(key) ? [each] : [],
    ),
  ]
  return pieces.filter((each) => typeof each === 'string')
}

function secretLocation(place: unknown, { result, run }: SarifResult): ReportedLocation | null {
  const location =
    run.places.location(at(place, 'physicalLocation')) ??
    run.places.location({ artifactLocation: result['analysisTarget'] })
  return location && { ...location, filePath: pathInRepository(location.filePath) }
}

/** A blob is named by its hash, or by one of the secret, which is no place in a program. */
function isBlob(place: unknown): boolean {
  return objects(at(place, 'logicalLocations')).some((each) => each['kind'] === 'blob')
}

/** The kind of secret: as the tool says, else the rule's name, be it one for people, else its path in words. */
function typeOf({ result, rule, rulePath }: SarifResult): string {
  const said = name(at(result['properties'], 'secret_type')) ?? name(at(result['properties'], 'secretType'))
  if (said !== null) return said
  const title = rule?.title ?? null
  if (/\s/.test(rulePath)) return rulePath
  return title !== null && title.length <= 40 && !title.endsWith('.') ? title : secretTypeOfRule(rulePath)
}
