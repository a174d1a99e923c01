import type {
  Reachability,
  ReportedFlowStep,
  ReportedLocation,
  ReportedSupplyChainFinding,
} from '../../report/report.ts'
import {
  asBoolean,
  asFraction,
  asName,
  asObjects,
  asOneOf,
  asPosition,
  asText,
  getIn,
} from '../../values/json-values.ts'
import { filePath } from '../../values/paths.ts'
import { severityOfWord } from '../../values/severity.ts'
import { semgrepCommon } from './code.ts'
import type { FixPatterns } from './fix.ts'
import { matchedText, type SemgrepResult } from './result.ts'

/**
 * Converts a result with `extra.sca_info`. Its location is in the lockfile; a match in another file is its usage.
 * Reachability: a rule that checks it reports `reachable` or `unreachable`; without such a rule it is `unknown`.
 */
export function semgrepSupplyChain(result: SemgrepResult, patterns: FixPatterns): ReportedSupplyChainFinding {
  const common = semgrepCommon(result, patterns)
  const info = result.extra['sca_info']
  const match = getIn(info, 'dependency_match')
  const foundDependency = getIn(match, 'found_dependency')
  const { metadata } = result
  const lockfile =
    filePath(getIn(match, 'lockfile')) ??
    filePath(getIn(foundDependency, 'lockfile_path')) ??
    filePath(getIn(match, 'lockfile', 'path'))
  const used = common.location
  const isOutsideLockfile = lockfile !== null && lockfile !== used.filePath
  const packageName =
    asName(getIn(foundDependency, 'package')) ??
    asName(getIn(match, 'dependency_pattern', 'package')) ??
    'unknown'
  const location = isOutsideLockfile ? lockfilePathOf(lockfile, getIn(foundDependency, 'line_number')) : used
  return {
    kind: 'supplyChain',
    ...common,
    severity: severityOfWord(metadata['sca-severity']) ?? common.severity,
    location,
    code: isOutsideLockfile ? null : common.code,
    dataFlow: isOutsideLockfile ? (common.dataFlow ?? usageStep(result, used)) : common.dataFlow,
    vulnerabilityIdentifier:
      asName(metadata['sca-vuln-database-identifier']) ?? asName(metadata['cve']) ?? asName(metadata['ghsa']),
    advisoryIds: [
      ...new Set(
        ['sca-vuln-database-identifier', 'cve', 'ghsa'].flatMap((key) => asName(metadata[key], 200) ?? []),
      ),
    ],
    cvss: [],
    severityFrom: null,
    epss: epssOf(metadata),
    fixRecommendations: asObjects(metadata['sca-fix-versions']).flatMap((each) =>
      Object.entries(each).flatMap(([key, version]) => {
        const [fixPackage, fixVersion] = [asName(key), asName(version)]
        return fixPackage && fixVersion ? [{ package: fixPackage, version: fixVersion }] : []
      }),
    ),
    foundDependency: {
      ecosystem:
        asName(getIn(foundDependency, 'ecosystem')) ??
        asName(getIn(match, 'dependency_pattern', 'ecosystem')),
      package: packageName,
      version: asName(getIn(foundDependency, 'version')) ?? '',
      transitivity:
        asOneOf(getIn(foundDependency, 'transitivity'), ['direct', 'transitive', 'unknown']) ?? 'unknown',
      lockfileLineUrl: null,
    },
    isMalicious: maliciousOf(metadata['sca-kind']),
    reachability: reachabilityOf(info),
    reachableCondition: asText(metadata['reachable-if'], 5_000),
    usage: isOutsideLockfile ? { location: used, externalTicket: null } : null,
    clickToFixPrs: [],
  }
}

function lockfilePathOf(path: string, line: unknown): ReportedLocation {
  return { filePath: path, line: asPosition(line), column: null, endLine: null, endColumn: null }
}

function usageStep(result: SemgrepResult, location: ReportedLocation): ReportedFlowStep[] {
  const code = result.lines === null ? null : matchedText(result.lines, result.start, result.end)
  return [{ kind: 'sink', location, code: asText(code, 2_000) }]
}

function epssOf(metadata: SemgrepResult['metadata']): ReportedSupplyChainFinding['epss'] {
  const epss = metadata['epss_score'] ?? metadata['epss']
  const score = asFraction(getIn(epss, 'score')) ?? asFraction(epss)
  return score === null ? null : { score, percentile: asFraction(getIn(epss, 'percentile')) }
}

function maliciousOf(kind: unknown): boolean | null {
  return typeof kind === 'string' ? /malicious/i.test(kind) : null
}

function reachabilityOf(info: unknown): Reachability {
  const hasReachabilityRule = asBoolean(getIn(info, 'reachability_rule'))
  const reached = asBoolean(getIn(info, 'reachable'))
  if (reached === true) return 'reachable'
  return hasReachabilityRule === true && reached === false ? 'unreachable' : 'unknown'
}
