import { digest } from '#server/credentials/digests.ts'
import type { ReportedFinding } from '../../report/report.ts'
import { asCount, asName, asObject, getIn, type JsonObject } from '../../values/json-values.ts'

const regionKeys =
  'startLine startColumn endLine endColumn charOffset charLength byteOffset byteLength'.split(' ')

/**
 * The key by which a finding is equal to that of another result: rule, path, region, message, fingerprints and data flow,
 * and what else it is about. Null without a region, where two results may be two places.
 * Source: docs/api.md#identity.
 */
export function equalityKey(result: JsonObject, place: unknown, finding: ReportedFinding): string | null {
  const { location, rulePath, dataFlow } = finding
  const region = regionOf(getIn(place, 'physicalLocation', 'region'))
  if (location === null || region === null) return null
  return digest(
    JSON.stringify([
      ...[finding.kind, rulePath, location.filePath, region, result['message'], dataFlow],
      ...[result['fingerprints'], result['partialFingerprints'], aboutOf(finding, result)],
    ]),
  )
}

/** The numbers of a region; null if it says no place. */
function regionOf(region: unknown): (number | null)[] | null {
  const numbers = regionKeys.map((key) => asCount(asObject(region)?.[key]))
  const [line, , , , characters, , bytes] = numbers
  return line || characters !== null || bytes !== null ? numbers : null
}

/** Properties with the package of a result of an image or a lockfile, all of whose results are in one place. */
const packageKeys =
  'package packageName package_name pkgName pkg_name packageVersion package_version version purl'.split(' ')

/** What a finding is about beside its place. */
function aboutOf(finding: ReportedFinding, { properties }: JsonObject): unknown {
  switch (finding.kind) {
    case 'code':
      return [finding.resource, packageKeys.map((key) => asName(asObject(properties)?.[key]))]
    case 'supplyChain':
      return [finding.foundDependency, finding.vulnerabilityIdentifier]
    case 'secret':
      return [finding.secretType, finding.secretHash, finding.historicalInfo]
  }
}
