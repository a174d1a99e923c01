import { toolFamily } from '#lib/tool-family.ts'
import { maskUrls } from '#server/base/credentials/mask-urls.ts'
import { indexIdentities } from '../findings/identity.ts'
import type { ResultCount } from '../input/reader.ts'
import {
  credentialHashes,
  maskCredentials,
  maskErrors,
  type ShownLiterals,
} from '../secrets/mask-credentials.ts'
import { maskUrlsInRun } from '../secrets/mask-urls-in-run.ts'
import { ReportValues } from '../secrets/report-values.ts'
import { createHasher } from '../secrets/secret-parts.ts'
import { EqualFindings } from './equal-findings.ts'
import { purlFaults } from './purl-faults.ts'
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

/** Above this many files and parts of files that a tool could not scan, its run counts as failed. */
const maxFailedParts = 100_000

/** In characters, of the sentence that says why a run failed. */
const maxFailureLength = 1_000

/** What a tool says of a failure, and the rule that it names. */
interface ToolsWords {
  message: string
  rule: string | null
}

/** The memory of a finding or a rule in addition to its texts. */
const findingBytes = 300
const ruleBytes = 700

const severities = ['low', 'medium', 'high', 'critical']

/** Characters of all texts in a value, plus a few for each part of it. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  let length = 0
  if (Array.isArray(value)) for (const part of value) length += 16 + lengthOf(part)
  else {
    // parse: any object; a list of its values would cost as much as the rest of reading a finding.
    const parts = value as Readonly<Record<string, unknown>>
    for (const key in parts) length += 16 + lengthOf(parts[key])
  }
  return length
}

/** Collects the content of one source in one file: its rules once each, its findings, its coverage. */
export class RunBuilder {
  readonly run: ReportedRun
  readonly #rules = new Map<string, ReportedRule>()
  /** Changed paths of rules, by the original path. */
  readonly #renamed = new Map<string, string>()
  readonly #strings = new StringPool()
  readonly #values = new ReportValues()
  readonly #count: ResultCount | null
  #said: ToolsWords | null = null
  readonly #equal: EqualFindings
  readonly #salt: string
  /** The part of all findings that name none. */
  #part: string | null = null
  /** Texts of rules that are not kept, by path. */
  readonly #words = new Map<string, readonly string[]>()

  /**
   * @param source its tool as named in the file; the run belongs to the family of that tool.
   * @param options of the reader: the count of the file being read, which limits the content of the run, and the salt.
   */
  constructor(
    source: ReportedSource,
    version: string | null,
    options: { count: ResultCount; salt: string } | null = null,
  ) {
    this.#count = options?.count ?? null
    this.#salt = options?.salt ?? ''
    this.run = {
      source: { ...source, tool: toolFamily(source.tool) },
      tool: { name: source.tool, version },
      startedAt: null,
      completedAt: null,
      exitCode: null,
      failure: null,
      errors: [],
      revision: null,
      formerPaths: [],
      rules: [],
      findings: [],
      lockfiles: null,
      coverage: {
        findings: true,
        isPartial: false,
        scannedPaths: null,
        skippedPaths: [],
        failedParts: [],
        disabledRules: null,
        failedRules: [],
        listsRules: false,
      },
    }
    this.#equal = new EqualFindings(this.run.findings)
  }

  /**
   * The rule of this path, created if it does not exist yet.
   * @param words texts of the rule that say what it looks for and are not kept: its name, tags and help.
   */
  rule(path: string, make: () => ReportedRule, words: readonly string[] = []): ReportedRule {
    const known = this.#rules.get(this.#renamed.get(path) ?? path)
    if (known) return known
    if (words.length > 0) this.#words.set(path, words)
    const rule = make()
    this.#count?.keep(ruleBytes + lengthOf(rule))
    this.#rules.set(rule.path, rule)
    if (rule.path !== path) this.#renamed.set(path, rule.path)
    return rule
  }

  /** Changes the path of a rule, for all of its findings. */
  renameRule(path: string, to: string): void {
    const rule = this.#rules.get(path)
    if (!rule || path === to) return
    this.#rules.delete(path)
    // Two rules that differed only in values become one.
    if (!this.#rules.has(to)) this.#rules.set(to, { ...rule, path: to })
    this.#renamed.set(path, to)
  }

  /** Stores an error of the tool; above `maxErrors` they are not stored. */
  addError(error: ReportedError): void {
    if (this.run.errors.length < maxErrors) this.run.errors.push(error)
  }

  /** A file, or a part of one, that the tool could not scan. */
  addFailedPart(part: FailedPart): void {
    const { failedParts } = this.run.coverage
    if (failedParts.length < maxFailedParts) failedParts.push(part)
    else this.fail(`More than ${maxFailedParts} files or parts of files could not be scanned.`)
  }

  /** Says that the run looked at one part of what its tool scans. */
  setPart(part: string): void {
    this.#part = part
    this.run.coverage.parts = [part]
  }

  /**
   * Marks the run as failed; the first reason is kept.
   * @param said what the tool says of it, of which the first line is shown.
   */
  fail(reason: string, said: ToolsWords | null = null): void {
    if (this.run.failure !== null) return
    this.run.failure = reason
    this.#said = said
  }

  /** Masks errors and the reason of a failure, which is shortened afterwards: half a value would not be known as one. */
  #maskErrors(): ShownLiterals[] {
    const { run } = this
    const said = this.#said ? [{ level: 'error' as const, path: null, line: null, ...this.#said }] : []
    const literals = maskErrors([...run.errors, ...said], run.source.tool)
    const sentence = said[0]?.message.split('\n', 1)[0]?.trim()
    if (sentence !== undefined) run.failure = `${run.failure}: ${sentence}`
    return literals
  }

  /** @param secrets the values of a secret, which are discarded when the run is finished. */
  add(finding: ReportedFinding, secrets: readonly string[] = []): void {
    if (secrets.length > 0) this.#values.add(finding.location?.filePath ?? '', secrets)
    // Values that many findings share are stored once.
    const { rulePath, message, location } = finding
    const common = rulePath.length + (message?.length ?? 0) + (location?.filePath.length ?? 0)
    const before = this.#strings.length
    finding.rulePath = this.#strings.once(finding.rulePath)
    if (finding.message !== null) finding.message = this.#strings.once(finding.message)
    if (finding.location) finding.location.filePath = this.#strings.once(finding.location.filePath)
    const own = lengthOf(finding) + lengthOf(secrets) - common + this.#strings.length - before
    this.#count?.keep(findingBytes + own)
    if (finding.kind === 'secret') this.#markSecret(finding)
    if (this.#part !== null) finding.part ??= this.#part
    this.run.findings.push(finding)
  }

  /**
   * Adds a finding unless an equal one was added, which then has the higher severity, and is suppressed only if both are.
   * @param sent what the file says of it besides; null for one that is equal to none
   * @returns whether it was added
   */
  addOnce(finding: ReportedFinding, sent: string | null, secrets?: readonly string[]): boolean {
    const equal = sent === null ? null : this.#equal.earlier(finding, sent)
    if (equal !== null) {
      equal.suppressed &&= finding.suppressed
      if (severities.indexOf(finding.severity) > severities.indexOf(equal.severity))
        equal.severity = finding.severity
      return false
    }
    this.add(finding, secrets)
    return true
  }

  /** Marks a rule that finds a secret as a rule for secrets, whatever else it finds. */
  #markSecret({ rulePath, secretType }: ReportedSecretFinding): void {
    const rule = this.#rules.get(rulePath)
    if (!rule) return
    rule.product = 'secret'
    rule.secretType ??= secretType
  }

  /** Completes identities and lists; must be called once, when the whole file is read. */
  finish(): ReportedRun {
    const { coverage } = this.run
    for (const path of [...this.#rules.keys()]) this.renameRule(path, maskUrls(path))
    if (this.#renamed.size > 0) {
      for (const finding of this.run.findings)
        finding.rulePath = this.#renamed.get(finding.rulePath) ?? finding.rulePath
    }
    this.run.rules = [...this.#rules.values()]
    leaveDifferingMessages(this.run)
    const literals = [...maskCredentials(this.run, this.#salt, this.#words), ...this.#maskErrors()]
    for (const each of literals) this.#values.addLiterals(each)
    this.run.credentialHashes = credentialHashes(literals, createHasher(this.#salt))
    this.#values.clean(this.run)
    maskUrlsInRun(this.run, createHasher(this.#salt))
    if (this.run.failure !== null) this.run.failure = this.run.failure.slice(0, maxFailureLength)
    coverage.skippedPaths = [...new Set(coverage.skippedPaths)]
    coverage.failedRules = [...new Set(coverage.failedRules)]
    if (coverage.scannedPaths) coverage.scannedPaths = [...new Set(coverage.scannedPaths)]
    if (coverage.disabledRules) {
      // A rule with results was not disabled, even if the file lists it as such.
      const reporting = new Set(this.run.findings.map((each) => each.rulePath))
      coverage.disabledRules = [...new Set(coverage.disabledRules)].filter((each) => !reporting.has(each))
    }
    indexIdentities(this.run.findings)
    for (const message of purlFaults(this.run))
      this.addError({ level: 'warning', message, path: null, line: null, rule: null })
    return this.run
  }
}

/**
 * Clears the message of rules that readers took from a finding, where other findings of the rule have other messages: it
 * is that of one finding only.
 */
function leaveDifferingMessages({ rules, findings }: ReportedRun): void {
  const described = new Map(rules.flatMap((rule) => (rule.message === null ? [] : [[rule.path, rule]])))
  const said = new Set<string>()
  const differing = new Set<string>()
  for (const { rulePath, message } of findings) {
    if (message === null) continue
    if (message === described.get(rulePath)?.message) said.add(rulePath)
    else differing.add(rulePath)
  }
  for (const path of said.intersection(differing)) {
    const rule = described.get(path)
    if (rule) rule.message = null
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
