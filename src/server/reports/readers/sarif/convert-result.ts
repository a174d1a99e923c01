import { digest } from '#server/base/credentials/digests.ts'
import type { ResultCount } from '../../input/reader.ts'
import type { ReportedFinding, ReportedProduct, ReportedRule, Severity } from '../../report/report.ts'
import type { RunBuilder, SkipCounter } from '../../report/run-builder.ts'
import { skipReasons } from '../../report/skip-reasons.ts'
import { type SecretRule, secretRuleOf } from '../../secrets/signals.ts'
import { asName, asNames, getIn, type JsonObject } from '../../values/json-values.ts'
import { cweNames, cwesInProperties, languagesOfRule } from '../../values/weaknesses.ts'
import { SarifFixes, SarifFlows } from './code.ts'
import { sentAt, sentWith } from './equal-results.ts'
import { kindOf } from './kind.ts'
import { sarifMessage } from './message.ts'
import { dependencyFindings } from './packages/dependency-finding.ts'
import { placesOf, type SarifResult, sarifCodeFinding } from './result.ts'
import { type SarifRule, titleCase, toReportedRule } from './rule.ts'
import type { SarifRun } from './run.ts'
import { SarifSecrets, sarifShowsValue } from './secrets/secrets.ts'

/** The target of the results of a run. */
export type ResultContext = {
  builder: RunBuilder
  leftOut: SkipCounter
  count: ResultCount
  /** Salt of the hashes of secrets, so that they cannot be guessed. */
  salt: string
}

/** The most characters of the explanations of rules that are kept of a run. */
const maxHelp = 4_000_000

/** Adds the rules and results of a run to its source. */
export class ResultConverter {
  readonly #run: SarifRun
  readonly #context: ResultContext
  readonly #overrides: ReadonlyMap<string, Severity>
  readonly #secrets: SarifSecrets
  /** CWE titles by number, of the taxonomies in the file. */
  readonly #titles: ReadonlyMap<string, string>
  /** Characters that explanations of further rules may have. */
  #helpLeft = maxHelp
  /** Of rules, by the rule, else by the path of one that the tool does not describe. */
  readonly #kinds = new Map<SarifRule | string, ReturnType<typeof kindOf>>()

  /** @param overrides the severities that the run sets, by rule. */
  constructor(run: SarifRun, context: ResultContext, overrides: ReadonlyMap<string, Severity>) {
    this.#run = run
    this.#context = context
    this.#overrides = overrides
    this.#secrets = new SarifSecrets(context.salt)
    this.#titles = run.taxonomies.titles()
  }

  addRule(rule: SarifRule): void {
    this.#context.builder.rule(
      rule.id,
      () => this.#withinHelp(toReportedRule(rule, productOf(this.#kindOf(rule, rule.id)), this.#titles)),
      rule.words,
    )
  }

  /** A rule without its explanation where those before it have the most of a run. */
  #withinHelp(rule: ReportedRule): ReportedRule {
    if (!rule.help) return rule
    this.#helpLeft -= rule.help.length
    return this.#helpLeft < 0 ? { ...rule, help: null } : rule
  }

  #kindOf(rule: SarifRule | null, rulePath: string): ReturnType<typeof kindOf> {
    const known = this.#kinds.get(rule ?? rulePath)
    if (known !== undefined) return known
    const kind = kindOf(this.#run, rule, rulePath)
    this.#kinds.set(rule ?? rulePath, kind)
    return kind
  }

  /**
   * Adds the findings of a result, one for each location.
   * @param refuse the error of a result that exceeds a limit.
   * @returns them, those included that are equal to one of another result.
   */
  add(result: JsonObject, refuse: (problem: string) => Error): ReportedFinding[] {
    const { builder, count, leftOut } = this.#context
    const run = this.#run
    const rule = run.ruleOf(result)
    const rulePath =
      rule?.id ?? asName(result['ruleId']) ?? asName(getIn(result, 'rule', 'id')) ?? 'unnamed-rule'
    const { places, leftOut: others } = placesOf(result)
    if (others > 0) leftOut.add(skipReasons.manyLocations, others)
    const message = sarifMessage({ result, rule, run })
    const resultContext = {
      result,
      rule,
      rulePath,
      overrides: this.#overrides,
      run,
      message,
      places,
      flows: new SarifFlows(result, run),
      fixes: new SarifFixes({ result, run, places }),
      messageDigest: message.sent === null || message.shown === message.sent ? null : digest(message.sent),
      identities: places.length > 1 ? new Map() : null,
    }
    const kind = kindOfResult(resultContext, this.#kindOf(rule, rulePath))
    const secret = kind === 'secret' ? this.#secrets.read(resultContext) : null
    const findings =
      secret?.findings ??
      (kind === 'supplyChain'
        ? dependencyFindings(resultContext)
        : places.map((place) => ({ place, finding: sarifCodeFinding(resultContext, place) })))
    const [first] = findings
    if (first === undefined) throw new Error('a result has one place at least')
    const known = builder.rule(rulePath, () => unlistedRule(rulePath, kind, first.finding))
    addWeaknesses(known, resultContext, this.#titles)
    if (secret) {
      this.#secrets.clean(known, secret)
      builder.renameRule(rulePath, first.finding.rulePath)
    }
    const sent = run.isSarif ? sentWith(result) : null
    for (const [index, { place, finding }] of findings.entries()) {
      // The result itself was counted when it was read.
      const problem = index === 0 ? undefined : count.countAnother()
      if (problem !== undefined) throw refuse(problem)
      const isNew = builder.addOnce(
        finding,
        sent === null ? null : sentAt(sent, place, finding),
        secret?.values,
      )
      if (!isNew) leftOut.add(skipReasons.equalResult)
    }
    return findings.map(({ finding }) => finding)
  }
}

/** A rule that finds secrets among other things counts as a code rule until a result shows a value. */
const productOf = (kind: ReturnType<typeof kindOf>): ReportedProduct =>
  kind === 'shown secret' ? 'code' : kind

/** The product of a result; its own properties may mark it as a secret if the rule does not. */
function kindOfResult(resultContext: SarifResult, kind: ReturnType<typeof kindOf>): ReportedProduct {
  if (kind === 'secret' || kind === 'supplyChain') return kind
  const own = ownKind(resultContext)
  if (own === 'always') return 'secret'
  return (kind === 'shown secret' || own === 'where shown') && sarifShowsValue(resultContext)
    ? 'secret'
    : 'code'
}

/** What the properties of a result itself say. */
function ownKind({ result, rulePath, run }: SarifResult): SecretRule {
  const { properties, taxa } = result
  if (properties === undefined && taxa === undefined) return 'never'
  return secretRuleOf({
    tool: null,
    rulePath,
    tags: asNames(getIn(properties, 'tags')),
    words: [asName(getIn(properties, 'category')), asName(getIn(properties, 'issue_type'))],
    weaknesses: [...cweNames(getIn(properties, 'cwe')), ...run.weaknesses(taxa)],
  })
}

/** A rule that results refer to but the tool does not describe. */
function unlistedRule(
  path: string,
  product: ReportedProduct,
  { message, severity }: Pick<ReportedFinding, 'message' | 'severity'>,
): ReportedRule {
  return {
    path,
    product,
    title: null,
    message,
    category: null,
    confidence: null,
    severity,
    subcategories: [],
    cweNames: [],
    owaspNames: [],
    vulnerabilityClasses: [],
    technologies: [],
    languages: languagesOfRule(path),
    rulesets: [],
    url: null,
    sourceKind: null,
    secretType: null,
    hasValidators: false,
    references: [],
  }
}

/** Adds weaknesses that only the results name to the rule. */
function addWeaknesses(
  rule: ReportedRule,
  { result, run }: SarifResult,
  titles: ReadonlyMap<string, string>,
): void {
  const properties = result['properties']
  if (properties === undefined && result['taxa'] === undefined) return
  for (const cwe of [...cwesInProperties(properties), ...run.weaknesses(result['taxa'])]) {
    const known = rule.cweNames.some((each) => each === cwe || each.startsWith(`${cwe}:`))
    if (!known && rule.cweNames.length < 50) rule.cweNames.push(titleCase(cwe, titles))
  }
}
