import { artifactOf } from '#server/base/purl.ts'
import type { ReportedSupplyChainFinding, Severity } from '../../report/report.ts'
import type { RunBuilder, SkipCounter } from '../../report/run-builder.ts'
import { skipReasons } from '../../report/skip-reasons.ts'
import { cvssScores } from '../../values/cvss.ts'
import { maxFixes } from '../../values/fix-versions.ts'
import { asName, asNames, asUrls, type JsonObject } from '../../values/json-values.ts'

/**
 * Adds findings in packages to a run. A repeated one is merged with its equal, and counted as left out; those in several
 * artifacts of a package, such as two architectures, are told apart.
 */
export class MergedFindings {
  readonly #known = new Map<string, ReportedSupplyChainFinding>()
  readonly #builder: RunBuilder
  readonly #leftOut: SkipCounter

  constructor(builder: RunBuilder, leftOut: SkipCounter) {
    this.#builder = builder
    this.#leftOut = leftOut
  }

  /** @param vulnerability whose finding it is; without an id, its content tells it from others. */
  add(vulnerability: JsonObject, finding: ReportedSupplyChainFinding): void {
    const key = keyOf(vulnerability, finding)
    const equal = this.#known.get(key)
    if (equal === undefined) {
      this.#known.set(key, finding)
      this.#builder.add(finding)
    } else {
      addToPackages(equal, finding)
      this.#leftOut.add(skipReasons.duplicateEntry)
    }
  }
}

/** The key for merging: id, artifact of the package and lockfile; without an id the content. */
function keyOf(vulnerability: JsonObject, finding: ReportedSupplyChainFinding): string {
  const { ecosystem, purl = null } = finding.foundDependency
  const parts = [finding.matchBasedId, ecosystem, artifactOf(purl)]
  return JSON.stringify(asName(vulnerability['id']) === null ? [...parts, finding.message] : parts)
}

/** Merges repeated findings to the more severe result: the higher severity, and open unless both are suppressed. */
function addToPackages(one: ReportedSupplyChainFinding, other: ReportedSupplyChainFinding): void {
  if (severities.indexOf(other.severity) > severities.indexOf(one.severity)) {
    one.severity = other.severity
    one.severityFrom = other.severityFrom
  }
  one.suppressed &&= other.suppressed
  one.given = one.suppressed ? (one.given ?? other.given) : null
  one.epss ??= other.epss
  // The same one of several, in whatever order they are reported.
  one.evidence.flow =
    [one.evidence.flow, other.evidence.flow].filter((flow) => flow !== null).sort()[0] ?? null
  one.cvss = cvssScores([...one.cvss, ...other.cvss])
  one.advisoryIds = asNames([...one.advisoryIds, ...other.advisoryIds])
  one.references = asUrls([...one.references, ...other.references])
  const fixes = [...one.fixRecommendations, ...other.fixRecommendations]
  one.fixRecommendations = [...new Map(fixes.map((fix) => [JSON.stringify(fix), fix])).values()].slice(
    0,
    maxFixes,
  )
}

const severities: readonly Severity[] = ['low', 'medium', 'high', 'critical']
