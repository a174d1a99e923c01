import { evidenceOf } from '../../../findings/evidence.ts'
import type { ReportedSupplyChainFinding } from '../../../report/report.ts'
import { longestCommonAdvisory } from '../../../values/advisories.ts'
import { cvssScores } from '../../../values/cvss.ts'
import { asObject } from '../../../values/json-values.ts'
import { type SarifResult, sarifCommon } from '../result.ts'
import { sarifScores } from './advisory.ts'
import { packageFacts } from './package-facts.ts'

/**
 * A result of a dependency scanner: a vulnerability of a package in the manifest, lockfile or archive where it was
 * found. Its identities are the same as for a code finding; its evidence is the package, as in CycloneDX.
 */
export function sarifDependencyFinding(context: SarifResult): ReportedSupplyChainFinding {
  const common = sarifCommon(context)
  const { evidence, location } = common
  const facts = packageFacts(context, common)
  const { name, version } = facts
  const advisory = context.rule?.advisory
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
    cvss: cvssScores([...sarifScores(asObject(context.result['properties'])), ...(advisory?.cvss ?? [])]),
    epss: null,
    fixRecommendations: facts.fixes,
    foundDependency: {
      ecosystem: facts.ecosystem,
      package: name,
      version,
      transitivity: 'unknown',
      lockfileLineUrl: null,
    },
    isMalicious: null,
    reachability: 'unknown',
    reachableCondition: null,
    usage: null,
    clickToFixPrs: [],
  }
}
