import { pointerSegment, ReadFault } from '../../fault.ts'
import { parseBytes } from '../../json/json-bytes.ts'
import { leftOutReasons } from '../../labels.ts'
import { breathe, type ResultCount } from '../../reader.ts'
import type { ReportedProduct, ReportedRule, Severity } from '../../report.ts'
import type { LeftOutCounter, RunBuilder } from '../../run-builder.ts'
import { secretRuleOf } from '../../secrets/signals.ts'
import { at, type JsonObject, name, names, object } from '../../values.ts'
import { cweNames, languagesOfRule } from '../../weaknesses.ts'
import { addCoverage } from './coverage.ts'
import { sarifDependencyFinding } from './dependency-finding.ts'
import { kindOf } from './kind.ts'
import { levelOverrides } from './overrides.ts'
import { leftOutReason, type SarifResult, sarifCodeFinding } from './result.ts'
import { relatedWeaknesses, reportedRule, titled } from './rule.ts'
import type { SarifRun } from './run.ts'
import { SarifSecrets, sarifShowsValue } from './secrets.ts'

/** Where the parts of a run go. */
export type Into = {
  builder: RunBuilder
  leftOut: LeftOutCounter
  count: ResultCount
  /** Keeps hashes of secrets from being guessed. */
  salt: string
  /** The source has had a run of this file already. */
  joined: boolean
}

/** Adds a complete run to its source. */
export async function convertRun(run: SarifRun, into: Into): Promise<void> {
  const { builder, leftOut } = into
  for (const invocation of run.invocations) run.places.addRoot(at(invocation, 'workingDirectory', 'uri'))
  for (const rule of run.rules())
    builder.rule(rule.id, () => reportedRule(rule, productOf(kindOf(run, rule, rule.id)), run.cweTitles))
  if (run.resultsElsewhere > 0) leftOut.add(leftOutReasons.resultsElsewhere, run.resultsElsewhere)
  const overrides = levelOverrides(run)
  const secrets = new SarifSecrets(into.salt)
  const withResults = new Set<string>()
  for (const { bytes, place, index } of run.results.drain()) {
    into.count.checkTime()
    if (index % 250 === 249) await breathe()
    const path = `/runs${pointerSegment(String(run.index))}/results${pointerSegment(String(index))}`
    const result = object(parseBytes(bytes))
    if (!result) throw new ReadFault('a SARIF result must be an object', place, path)
    const reason = leftOutReason(result)
    if (reason !== null) {
      leftOut.add(reason)
      continue
    }
    const rule = run.ruleOf(result)
    const rulePath = rule?.id ?? name(result['ruleId']) ?? name(at(result, 'rule', 'id')) ?? 'unnamed-rule'
    const given = { result, rule, rulePath, overrides, run }
    const kind = kindOfResult(given)
    const secret = kind === 'secret' ? secrets.read(given) : null
    const [first, ...others] = secret?.findings ?? [
      kind === 'supplyChain' ? sarifDependencyFinding(given) : sarifCodeFinding(given),
    ]
    const known = builder.rule(rulePath, () => unlisted(rulePath, kind, first.message, first.severity))
    addWeaknesses(known, result, run)
    if (secret) {
      secrets.clean(known, secret)
      builder.renameRule(rulePath, first.rulePath)
    }
    for (const finding of [first, ...others]) {
      // The result itself was counted as it came.
      const problem = finding === first ? undefined : into.count.another()
      if (problem !== undefined) throw new ReadFault(problem, place, path)
      builder.add(finding, secret?.values)
      if (finding.location) withResults.add(finding.location.filePath)
    }
  }
  addCoverage(run, builder, withResults, into.joined)
}

/** A rule that finds secrets among other things is one for code until a result shows a value. */
const productOf = (kind: ReturnType<typeof kindOf>): ReportedProduct =>
  kind === 'shown secret' ? 'code' : kind

/** What a result is; its own properties may say that it is a secret where the rule does not. */
function kindOfResult(given: SarifResult): ReportedProduct {
  const { result, rule, rulePath, run } = given
  const kind = kindOf(run, rule, rulePath)
  if (kind === 'secret' || kind === 'supplyChain') return kind
  const properties = at(result, 'properties')
  const own = secretRuleOf({
    tool: null,
    rulePath,
    tags: names(at(properties, 'tags')),
    words: [name(at(properties, 'category')), name(at(properties, 'issue_type'))],
    weaknesses: [...cweNames(at(properties, 'cwe')), ...relatedWeaknesses(result['taxa'])],
  })
  if (own === 'always') return 'secret'
  return (kind === 'shown secret' || own === 'where shown') && sarifShowsValue(given) ? 'secret' : 'code'
}

/** A rule that results name but the tool does not describe. */
function unlisted(
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

/** Weaknesses that only the results name go to the rule. */
function addWeaknesses(rule: ReportedRule, result: JsonObject, run: SarifRun): void {
  const said = at(result, 'properties', 'cwe')
  if (said === undefined && result['taxa'] === undefined) return
  for (const cwe of [...cweNames(said), ...relatedWeaknesses(result['taxa'])]) {
    const known = rule.cweNames.some((each) => each === cwe || each.startsWith(`${cwe}:`))
    if (!known && rule.cweNames.length < 50) rule.cweNames.push(titled(cwe, run.cweTitles))
  }
}
