import { evidenceOf } from '../../../findings/evidence.ts'
import type { ReportedScore, ReportedSupplyChainFinding } from '../../../report/report.ts'
import { longestCommonAdvisory } from '../../../values/advisories.ts'
import { cvssScores } from '../../../values/cvss.ts'
import { asObject } from '../../../values/json-values.ts'
import { severityOfScore } from '../../../values/severity.ts'
import { givenSeverity, type SarifResult, sarifCommon } from '../result.ts'
import { sarifScores } from './advisory.ts'
import { packageFacts } from './package-facts.ts'

/** The findings of a result, one for each file that it names: a package is found once in each. */
export function dependencyFindings(
  context: SarifResult,
): { place: unknown; finding: ReportedSupplyChainFinding }[] {
  const files = new Map<string | null, { place: unknown; finding: ReportedSupplyChainFinding }>()
  for (const place of context.places) {
    const finding = sarifDependencyFinding(context, place)
    const path = finding.location?.filePath ?? null
    if (!files.has(path)) files.set(path, { place, finding })
  }
  return [...files.values()]
}

/**
 * A result of a dependency scanner: a vulnerability of a package in the manifest, lockfile or archive where it was
 * found. Its identities are the same as for a code finding; its evidence is the package, as in CycloneDX.
 */
function sarifDependencyFinding(context: SarifResult, place: unknown): ReportedSupplyChainFinding {
  const common = sarifCommon(context, place)
  const { evidence, location } = common
  const facts = packageFacts(context, common)
  const { name, version } = facts
  const advisory = context.rule?.advisory
  const cvss = cvssScores([...sarifScores(asObject(context.result['properties'])), ...(advisory?.cvss ?? [])])
  const given = givenSeverity(context)
  return {
    kind: 'supplyChain',
    ...common,
    evidence: {
      ...evidenceOf({ matched: version === '' ? name : `${name}@${version}` }),
      fingerprint: evidence.fingerprint,
    },
    location: location && { ...location, filePath: facts.manifest ?? location.filePath },
    // Such tools point to the first line of a manifest, or report the new version there.
    code: null,
    dataFlow: null,
    fix: null,
    vulnerabilityIdentifier: longestCommonAdvisory(facts.advisoryIds),
    advisoryIds: facts.advisoryIds,
    cvss,
    ...(given === null ? scored(cvss) : { severity: given, severityFrom: null }),
    epss: null,
    fixRecommendations: facts.fixes,
    foundDependency: {
      ecosystem: facts.ecosystem,
      package: name,
      version,
      transitivity: 'unknown',
      lockfileLineUrl: null,
      ...(facts.purl === null ? { distribution: facts.distribution } : { purl: facts.purl }),
    },
    isMalicious: null,
    reachability: 'unknown',
    reachableCondition: null,
    usage: null,
    clickToFixPrs: [],
  }
}

/** The severity of a vulnerability for which only scores are given; medium without any. */
function scored(
  cvss: readonly ReportedScore[],
): Pick<ReportedSupplyChainFinding, 'severity' | 'severityFrom'> {
  for (const { score, method, source } of cvss) {
    const severity = severityOfScore(score)
    if (severity !== null) return { severity, severityFrom: { method, source } }
  }
  return { severity: 'medium', severityFrom: { method: 'none', source: null } }
}
