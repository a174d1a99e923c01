import { ecosystemOfName } from '#contract/ecosystems.ts'
import { digest } from '#server/base/credentials/digests.ts'
import { packageOf } from '#server/base/purl.ts'
import type { ReaderOptions } from '../../input/reader.ts'
import type { GivenState, ReportFormat, ScanReport, Severity } from '../../report/report.ts'
import { RunBuilder, SkipCounter } from '../../report/run-builder.ts'
import { maxFixes } from '../../values/fix-versions.ts'
import { asName, type JsonObject } from '../../values/json-values.ts'
import { MergedFindings } from './merged-findings.ts'
import { ratedSeverity } from './ratings.ts'
import { type Affected, vulnerabilityFinding, vulnerabilityRule } from './vulnerability.ts'

/** A vulnerable package, as a scanner of packages reports it. */
export interface VulnerablePackage {
  /** As CycloneDX describes vulnerabilities, so that all formats are read alike. */
  vulnerability: JsonObject
  /** The scanner's own severity; null to derive it from the ratings. */
  severity: Severity | null
  affected: Affected
  /** Versions that contain a fix, of the package or of one that brings it. */
  fixes: readonly { package: string; version: string }[]
  /** What tells it from equal ones of a manifest that have another version, which is no part of its identity. */
  route?: readonly string[]
  /** The part of what the tool scans. */
  part?: string | undefined
  /** Whether the scanner was told to ignore it. */
  suppressed: boolean
  /** What another service decided about it. */
  given?: GivenState | null
}

/** Collects vulnerable packages into the report of one source. */
export class PackageRun {
  readonly builder: RunBuilder
  readonly leftOut = new SkipCounter()
  readonly #findings: MergedFindings
  readonly #options: ReaderOptions

  constructor(tool: string, version: string | null, options: ReaderOptions) {
    this.#options = options
    this.builder = new RunBuilder({ tool, category: options.category }, version, options)
    this.#findings = new MergedFindings(this.builder, this.leftOut)
  }

  /** Says that the report is about a part of what the tool scans; null if it does not say which. */
  setPart(part: string | null): void {
    if (part !== null) this.builder.setPart(part)
  }

  add(found: VulnerablePackage): void {
    const { vulnerability, severity, affected, fixes, route = [], suppressed, given = null, part } = found
    const rated = severity === null ? ratedSeverity(vulnerability) : { severity, from: null }
    const rule = vulnerabilityRule(vulnerability, rated.severity)
    this.builder.rule(rule.path, () => rule)
    const finding = vulnerabilityFinding(vulnerability, rule, affected, rated)
    this.#findings.add(vulnerability, {
      ...finding,
      evidence: { ...finding.evidence, flow: route.length === 0 ? null : digest(JSON.stringify(route)) },
      suppressed,
      given,
      ...(part === undefined ? {} : { part }),
      fixRecommendations: fixes.slice(0, maxFixes).map((fix) => ({ ...fix })),
    })
  }

  finish(format: ReportFormat): ScanReport {
    return {
      format,
      runs: [this.builder.finish()],
      read: this.#options.count.read,
      leftOut: this.leftOut.list(),
    }
  }
}

/** The parts of scanners of packages, of which one tool scans both, each in a report of its own. */
export const [imagePart, filesPart] = ['image', 'files']

/** The part that a kind of artifact belongs to; null if it is unknown. */
export function partOfArtifact(type: string | null): string | null {
  if (type === 'image' || type === 'container_image') return imagePart
  return type !== null && /^(?:files?|filesystem|repository|directory)$/.test(type) ? filesPart : type
}

/** The ecosystem of a package: of its package URL, else of the scanner's name for it. */
export function ecosystemOfPackage(purl: unknown, kind: unknown): string | null {
  const text = asName(purl, 2_048)
  return (text === null ? null : packageOf(text)?.ecosystem) ?? ecosystemOfName(asName(kind, 100))
}
