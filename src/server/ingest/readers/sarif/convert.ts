import { pointerSegment, ReadFault } from '../../input/fault.ts'
import { type ResultCount, yieldToEventLoop } from '../../input/reader.ts'
import { parseBytes } from '../../json/json-bytes.ts'
import type { ReportedProduct, ReportedRule, Severity } from '../../report/report.ts'
import type { RunBuilder, SkipCounter } from '../../report/run-builder.ts'
import { skipReasons } from '../../report/skip-reasons.ts'
import { secretRuleOf } from '../../secrets/signals.ts'
import { asName, asNames, asObject, getIn, type JsonObject } from '../../values/json-values.ts'
import { cweNames, languagesOfRule } from '../../values/weaknesses.ts'
import { addCoverage } from './coverage.ts'
import { kindOf } from './kind.ts'
import { levelOverrides } from './overrides.ts'
import { sarifDependencyFinding } from './packages/dependency-finding.ts'
import { type SarifResult, sarifCodeFinding, skipReasonOf } from './result.ts'
import { relatedWeaknesses, titleCase, toReportedRule } from './rule.ts'
import type { SarifRun } from './run.ts'
import { SarifSecrets, sarifShowsValue } from './secrets/secrets.ts'

/** The target of the parts of a run. */
export type ConvertContext = {
  builder: RunBuilder
  leftOut: SkipCounter
  count: ResultCount
  /** Salt of the hashes of secrets, so that they cannot be guessed. */
  salt: string
  /** Whether the file had an earlier run of the source. */
  joined: boolean
}

/** Adds a complete run to its source. */
export async function convertRun(run: SarifRun, context: ConvertContext): Promise<void> {
  const { builder, leftOut } = context
  for (const invocation of run.invocations) run.places.addRoot(getIn(invocation, 'workingDirectory', 'uri'))
  for (const rule of run.rules())
    builder.rule(rule.id, () => toReportedRule(rule, productOf(kindOf(run, rule, rule.id)), run.cweTitles))
  if (run.resultsElsewhere > 0) leftOut.add(skipReasons.resultsElsewhere, run.resultsElsewhere)
  const overrides = levelOverrides(run)
  const secrets = new SarifSecrets(context.salt)
  const withResults = new Set<string>()
  for (const { bytes, place, index } of run.results.drain()) {
    context.count.checkTime()
    if (index % 250 === 249) await yieldToEventLoop()
    const path = `/runs${pointerSegment(String(run.index))}/results${pointerSegment(String(index))}`
    const result = asObject(parseBytes(bytes))
    if (!result) throw new ReadFault('a SARIF result must be an object', place, path)
    const reason = skipReasonOf(result)
    if (reason !== null) {
      leftOut.add(reason)
      continue
    }
    const rule = run.ruleOf(result)
    const rulePath =
      rule?.id ?? asName(result['ruleId']) ?? asName(getIn(result, 'rule', 'id')) ?? 'unnamed-rule'
    const resultContext = { result, rule, rulePath, overrides, run }
    const kind = kindOfResult(resultContext)
    const secret = kind === 'secret' ? secrets.read(resultContext) : null
    const [first, ...others] = secret?.findings ?? [
      kind === 'supplyChain' ? sarifDependencyFinding(resultContext) : sarifCodeFinding(resultContext),
    ]
    const known = builder.rule(rulePath, () => unlistedRule(rulePath, kind, first.message, first.severity))
    addWeaknesses(known, result, run)
    if (secret) {
      secrets.clean(known, secret)
      builder.renameRule(rulePath, first.rulePath)
    }
    for (const finding of [first, ...others]) {
      // The result itself was counted when it was read.
      const problem = finding === first ? undefined : context.count.countAnother()
      if (problem !== undefined) throw new ReadFault(problem, place, path)
      builder.add(finding, secret?.values)
      if (finding.location) withResults.add(finding.location.filePath)
    }
  }
  addCoverage(run, builder, withResults, context.joined)
}

/** A rule that finds secrets among other things counts as a code rule until a result shows a value. */
const productOf = (kind: ReturnType<typeof kindOf>): ReportedProduct =>
  kind === 'shown secret' ? 'code' : kind

/** The product of a result; its own properties may mark it as a secret if the rule does not. */
function kindOfResult(resultContext: SarifResult): ReportedProduct {
  const { result, rule, rulePath, run } = resultContext
  const kind = kindOf(run, rule, rulePath)
  if (kind === 'secret' || kind === 'supplyChain') return kind
  const properties = getIn(result, 'properties')
  const own = secretRuleOf({
    tool: null,
    rulePath,
    tags: asNames(getIn(properties, 'tags')),
    words: [asName(getIn(properties, 'category')), asName(getIn(properties, 'issue_type'))],
    weaknesses: [...cweNames(getIn(properties, 'cwe')), ...relatedWeaknesses(result['taxa'])],
  })
  if (own === 'always') return 'secret'
  return (kind === 'shown secret' || own === 'where shown') && sarifShowsValue(resultContext)
    ? 'secret'
    : 'code'
}

/** A rule that results refer to but the tool does not describe. */
function unlistedRule(
  path: string,
  product: ReportedProduct,
  message: string | null,
  severity: Severity,
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
function addWeaknesses(rule: ReportedRule, result: JsonObject, run: SarifRun): void {
  const cweProperty = getIn(result, 'properties', 'cwe')
  if (cweProperty === undefined && result['taxa'] === undefined) return
  for (const cwe of [...cweNames(cweProperty), ...relatedWeaknesses(result['taxa'])]) {
    const known = rule.cweNames.some((each) => each === cwe || each.startsWith(`${cwe}:`))
    if (!known && rule.cweNames.length < 50) rule.cweNames.push(titleCase(cwe, run.cweTitles))
  }
}
