import { pointerSegment, ReadFault } from '../../fault.ts'
import { parseBytes } from '../../json/json-bytes.ts'
import { breathe } from '../../reader.ts'
import type { ReportedRule, ReportedRun, Severity } from '../../report.ts'
import type { LeftOutCounter, RunBuilder } from '../../run-builder.ts'
import { severityOfWord } from '../../severity.ts'
import { at, count, flag, type JsonObject, list, name, object, objects, time, url } from '../../values.ts'
import { cweNames, languagesOfRule } from '../../weaknesses.ts'
import { leftOutReason, sarifFinding } from './result.ts'
import { relatedWeaknesses, reportedRule, titled } from './rule.ts'
import type { SarifRun } from './run.ts'

/** Adds a complete run to its source. `joined`: the source has had a run of this file already. */
export async function convertRun(
  run: SarifRun,
  builder: RunBuilder,
  leftOut: LeftOutCounter,
  joined: boolean,
): Promise<void> {
  for (const invocation of run.invocations) run.places.addRoot(at(invocation, 'workingDirectory', 'uri'))
  for (const { rule } of allRules(run)) builder.rule(rule.id, () => reportedRule(rule, run.cweTitles))
  if (run.resultsElsewhere > 0) leftOut.add('results kept in another file', run.resultsElsewhere)
  const overrides = levelOverrides(run)
  const withResults = new Set<string>()
  for (const { bytes, place, index } of run.results.drain()) {
    if (index % 250 === 249) await breathe()
    const result = object(parseBytes(bytes))
    if (!result) {
      const path = `/runs${pointerSegment(String(run.index))}/results${pointerSegment(String(index))}`
      throw new ReadFault('a SARIF result must be an object', place, path)
    }
    const reason = leftOutReason(result)
    if (reason !== null) {
      leftOut.add(reason)
      continue
    }
    const rule = run.ruleOf(result)
    const rulePath = rule?.id ?? name(result['ruleId']) ?? name(at(result, 'rule', 'id')) ?? 'unnamed-rule'
    const finding = sarifFinding(result, rule, rulePath, overrides, run)
    const known = builder.rule(rulePath, () => unlisted(rulePath, finding.message, finding.severity))
    addWeaknesses(known, result, run)
    builder.add(finding)
    if (finding.location) withResults.add(finding.location.filePath)
  }
  addCoverage(run, builder.run, withResults, joined)
  addInvocations(run, builder.run)
}

function* allRules(run: SarifRun) {
  for (const component of [run.driver, ...run.extensions])
    for (const [index, rule] of component.rules.entries()) if (rule) yield { rule, index, component }
}

/** A rule that results name but the tool does not describe. */
function unlisted(path: string, message: string | null, severity: Severity): ReportedRule {
  return {
    path,
    product: 'code',
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

function* configurationOverrides(run: SarifRun) {
  for (const invocation of run.invocations) {
    for (const each of objects(at(invocation, 'ruleConfigurationOverrides'))) {
      const rule = run.ruleOf({ rule: each['descriptor'] })
      const id = rule?.id ?? name(at(each, 'descriptor', 'id'))
      if (id !== null) yield { id, configuration: each['configuration'] }
    }
  }
}

function levelOverrides(run: SarifRun): ReadonlyMap<string, Severity> {
  const levels = new Map<string, Severity>()
  for (const { id, configuration } of configurationOverrides(run)) {
    const level = severityOfWord(at(configuration, 'level'))
    if (level) levels.set(id, level)
  }
  return levels
}

function disabledRules(run: SarifRun): string[] | null {
  const disabled = new Set<string>()
  for (const { rule } of allRules(run)) if (!rule.enabled) disabled.add(rule.id)
  for (const { id, configuration } of configurationOverrides(run)) {
    const enabled = flag(at(configuration, 'enabled'))
    if (enabled === true) disabled.delete(id)
    if (enabled === false) disabled.add(id)
  }
  return disabled.size === 0 ? null : [...disabled]
}

function addCoverage(
  run: SarifRun,
  into: ReportedRun,
  withResults: ReadonlySet<string>,
  joined: boolean,
): void {
  const { coverage } = into
  const scanned = run.places.scanned(withResults)
  // Of several runs, all must list their files: one that does not covers everything.
  if (!joined) coverage.scannedPaths = scanned
  else
    coverage.scannedPaths = coverage.scannedPaths && scanned ? [...coverage.scannedPaths, ...scanned] : null
  const disabled = disabledRules(run)
  if (disabled) coverage.disabledRules = [...(coverage.disabledRules ?? []), ...disabled]
  for (const invocation of run.invocations) {
    const said = ['toolExecutionNotifications', 'toolConfigurationNotifications']
    for (const notification of said.flatMap((key) => objects(at(invocation, key)))) {
      if (notification['level'] !== 'error') continue
      for (const each of list(notification['locations'])) {
        const path = run.places.path(at(each, 'physicalLocation', 'artifactLocation'))
        if (path !== null) coverage.failedPaths.push(path)
      }
    }
  }
}

function addInvocations(run: SarifRun, into: ReportedRun): void {
  for (const invocation of run.invocations) {
    const started = time(at(invocation, 'startTimeUtc'))
    const ended = time(at(invocation, 'endTimeUtc'))
    if (started && (into.startedAt === null || started < into.startedAt)) into.startedAt = started
    if (ended && (into.completedAt === null || ended > into.completedAt)) into.completedAt = ended
    into.exitCode = count(at(invocation, 'exitCode')) ?? into.exitCode
    const successful = flag(at(invocation, 'executionSuccessful'))
    if (successful !== null) into.executionSuccessful = (into.executionSuccessful ?? true) && successful
  }
  const [details] = run.provenance
  if (object(details)) {
    into.revision ??= {
      repositoryUrl: url(at(details, 'repositoryUri')),
      branch: name(at(details, 'branch')),
      commit: name(at(details, 'revisionId'), 100),
    }
  }
}
