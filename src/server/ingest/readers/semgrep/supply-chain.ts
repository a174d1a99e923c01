import { filePath } from '../../paths.ts'
import type {
  Reachability,
  ReportedFlowStep,
  ReportedLocation,
  ReportedSupplyChainFinding,
} from '../../report.ts'
import { severityOfWord } from '../../severity.ts'
import { at, flag, name, objects, position, share, text, word } from '../../values.ts'
import { semgrepCommon } from './code.ts'
import type { FixPatterns } from './fix.ts'
import { matchedText, type SemgrepResult } from './result.ts'

/**
 * A result with `extra.sca_info`. It stands in the lockfile; where the match is in another file, that is its usage.
 * Reachability: a rule that looks for it says `reachable` or `unreachable`; without such a rule it is `unknown`.
 */
export function semgrepSupplyChain(result: SemgrepResult, patterns: FixPatterns): ReportedSupplyChainFinding {
  const common = semgrepCommon(result, patterns)
  const info = result.extra['sca_info']
  const match = at(info, 'dependency_match')
  const found = at(match, 'found_dependency')
  const { metadata } = result
  const lockfile =
    filePath(at(match, 'lockfile')) ??
    filePath(at(found, 'lockfile_path')) ??
    filePath(at(match, 'lockfile', 'path'))
  const used = common.location
  const elsewhere = lockfile !== null && lockfile !== used.filePath
  const packageName =
    name(at(found, 'package')) ?? name(at(match, 'dependency_pattern', 'package')) ?? 'unknown'
  const location = elsewhere ? inLockfile(lockfile, at(found, 'line_number')) : used
  return {
    kind: 'supplyChain',
    ...common,
    severity: severityOfWord(metadata['sca-severity']) ?? common.severity,
    location,
    code: elsewhere ? null : common.code,
    dataFlow: elsewhere ? (common.dataFlow ?? usageStep(result, used)) : common.dataFlow,
    vulnerabilityIdentifier:
      name(metadata['sca-vuln-database-identifier']) ?? name(metadata['cve']) ?? name(metadata['ghsa']),
    advisoryIds: [
      ...new Set(
        ['sca-vuln-database-identifier', 'cve', 'ghsa'].flatMap((key) => name(metadata[key], 200) ?? []),
      ),
    ],
    cvss: [],
    epss: epssOf(metadata),
    fixRecommendations: objects(metadata['sca-fix-versions']).flatMap((each) =>
      Object.entries(each).flatMap(([key, version]) => {
        const [fixPackage, fixVersion] = [name(key), name(version)]
        return fixPackage && fixVersion ? [{ package: fixPackage, version: fixVersion }] : []
      }),
    ),
    foundDependency: {
      ecosystem: name(at(found, 'ecosystem')) ?? name(at(match, 'dependency_pattern', 'ecosystem')),
      package: packageName,
      version: name(at(found, 'version')) ?? '',
      transitivity: word(at(found, 'transitivity'), ['direct', 'transitive', 'unknown']) ?? 'unknown',
      lockfileLineUrl: null,
    },
    isMalicious: maliciousOf(metadata['sca-kind']),
    reachability: reachabilityOf(info),
    reachableCondition: text(metadata['reachable-if'], 5_000),
    usage: elsewhere ? { location: used, externalTicket: null } : null,
    clickToFixPrs: [],
  }
}

function inLockfile(path: string, line: unknown): ReportedLocation {
  return { filePath: path, line: position(line), column: null, endLine: null, endColumn: null }
}

function usageStep(result: SemgrepResult, location: ReportedLocation): ReportedFlowStep[] {
  const code = result.lines === null ? null : matchedText(result.lines, result.start, result.end)
  return [{ kind: 'sink', location, code: text(code, 2_000) }]
}

function epssOf(metadata: SemgrepResult['metadata']): ReportedSupplyChainFinding['epss'] {
  const given = metadata['epss_score'] ?? metadata['epss']
  const score = share(at(given, 'score')) ?? share(given)
  return score === null ? null : { score, percentile: share(at(given, 'percentile')) }
}

function maliciousOf(kind: unknown): boolean | null {
  return typeof kind === 'string' ? /malicious/i.test(kind) : null
}

function reachabilityOf(info: unknown): Reachability {
  const looked = flag(at(info, 'reachability_rule'))
  const reached = flag(at(info, 'reachable'))
  if (reached === true) return 'reachable'
  return looked === true && reached === false ? 'unreachable' : 'unknown'
}
