import { toolFamily } from '#lib/tool-family.ts'
import { indexIdentities } from '../findings/identity.ts'
import type { ResultCount } from '../input/reader.ts'
import { ReportValues } from '../secrets/report-values.ts'
import {
  type FailedPart,
  type LeftOut,
  maxErrors,
  type ReportedError,
  type ReportedFinding,
  type ReportedRule,
  type ReportedRun,
  type ReportedSecretFinding,
  type ReportedSource,
} from './report.ts'
import { StringPool } from './string-pool.ts'

/** Past this many files and parts of files that a tool could not scan, its run counts as failed. */
const maxFailedParts = 100_000

/** What a finding or a rule takes of memory beside its texts. */
const findingBytes = 300
const ruleBytes = 700

/** Characters of all texts in a value, and a few for each part of it. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  let length = 0
  for (const part of Array.isArray(value) ? value : Object.values(value)) length += 16 + lengthOf(part)
  return length
}

/** Collects what one source says in one file: its rules once each, its findings, its coverage. */
export class RunBuilder {
  readonly run: ReportedRun
  readonly #rules = new Map<string, ReportedRule>()
  /** Paths of rules that had to change, by what they were. */
  readonly #renamed = new Map<string, string>()
  readonly #strings = new StringPool()
  readonly #values = new ReportValues()
  readonly #count: ResultCount | null

  /**
   * @param source its tool as the file names it; the run speaks for the family of that tool.
   * @param count of the file that it is read from, which bounds what the run may hold
   */
  constructor(source: ReportedSource, version: string | null, count: ResultCount | null = null) {
    this.#count = count
    this.run = {
      source: { ...source, tool: toolFamily(source.tool) },
      tool: { name: source.tool, version },
      startedAt: null,
      completedAt: null,
      exitCode: null,
      executionSuccessful: null,
      failure: null,
      errors: [],
      revision: null,
      rules: [],
      findings: [],
      lockfiles: null,
      coverage: {
        findings: true,
        scannedPaths: null,
        skippedPaths: [],
        failedParts: [],
        disabledRules: null,
        failedRules: [],
        listsRules: false,
      },
    }
  }

  /** The rule of this path, made where it is not there yet. */
  rule(path: string, make: () => ReportedRule): ReportedRule {
    const known = this.#rules.get(this.#renamed.get(path) ?? path)
    if (known) return known
    const rule = make()
    this.#count?.keep(ruleBytes + lengthOf(rule))
    this.#rules.set(rule.path, rule)
    if (rule.path !== path) this.#renamed.set(path, rule.path)
    return rule
  }

  /** Gives a rule another path, for all of its findings. */
  renameRule(path: string, to: string): void {
    const rule = this.#rules.get(path)
    if (!rule || path === to) return
    this.#rules.delete(path)
    // Two that differed by values alone are one.
    if (!this.#rules.has(to)) this.#rules.set(to, { ...rule, path: to })
    this.#renamed.set(path, to)
  }

  /** Keeps an error that the tool reports; past `maxErrors` they are only counted by the tool itself. */
  addError(error: ReportedError): void {
    if (this.run.errors.length < maxErrors) this.run.errors.push(error)
  }

  /** A file, or a part of one, that the tool could not scan. */
  addFailedPart(part: FailedPart): void {
    const { failedParts } = this.run.coverage
    if (failedParts.length < maxFailedParts) failedParts.push(part)
    else this.fail(`More than ${maxFailedParts} files or parts of files could not be scanned.`)
  }

  /** Says that the run failed; the first reason stays. */
  fail(reason: string): void {
    this.run.failure ??= reason
  }

  /** @param secrets the values of a secret, which are forgotten when the run is finished. */
  add(finding: ReportedFinding, secrets: readonly string[] = []): void {
    if (secrets.length > 0) this.#values.add(finding.location?.filePath ?? '', secrets)
    // What many findings have in common is there once.
    const { rulePath, message, location } = finding
    const common = [rulePath, message, location?.filePath].reduce((sum, word) => sum + (word?.length ?? 0), 0)
    const before = this.#strings.length
    finding.rulePath = this.#strings.once(finding.rulePath)
    if (finding.message !== null) finding.message = this.#strings.once(finding.message)
    if (finding.location) finding.location.filePath = this.#strings.once(finding.location.filePath)
    const own = lengthOf(finding) + lengthOf(secrets) - common + this.#strings.length - before
    this.#count?.keep(findingBytes + own)
    if (finding.kind === 'secret') this.#markSecret(finding)
    this.run.findings.push(finding)
  }

  /** A rule that finds a secret is one for secrets, whatever else it finds. */
  #markSecret({ rulePath, secretType }: ReportedSecretFinding): void {
    const rule = this.#rules.get(rulePath)
    if (!rule) return
    rule.product = 'secret'
    rule.secretType ??= secretType
  }

  /** Settles identities and lists; to be called once, when the whole file is read. */
  finish(): ReportedRun {
    const { coverage } = this.run
    if (this.#renamed.size > 0) {
      for (const finding of this.run.findings)
        finding.rulePath = this.#renamed.get(finding.rulePath) ?? finding.rulePath
    }
    this.run.rules = [...this.#rules.values()]
    this.#values.clean(this.run)
    coverage.skippedPaths = [...new Set(coverage.skippedPaths)]
    coverage.failedRules = [...new Set(coverage.failedRules)]
    if (coverage.scannedPaths) coverage.scannedPaths = [...new Set(coverage.scannedPaths)]
    if (coverage.disabledRules) {
      // A rule that reported was not switched off, whatever else the file says of it.
      const reporting = new Set(this.run.findings.map((each) => each.rulePath))
      coverage.disabledRules = [...new Set(coverage.disabledRules)].filter((each) => !reporting.has(each))
    }
    indexIdentities(this.run.findings)
    return this.run
  }
}

/** Counts results that were left out, by reason. */
export class SkipCounter {
  readonly #counts = new Map<string, number>()

  add(reason: string, times = 1): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + times)
  }

  list(): LeftOut[] {
    return [...this.#counts].map(([reason, count]) => ({ reason, count }))
  }
}
