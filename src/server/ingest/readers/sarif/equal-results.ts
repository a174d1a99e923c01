import type { ReportedFinding } from '../../report/report.ts'
import { asCount, asName, asObject, getIn, type JsonObject } from '../../values/json-values.ts'

const offsetKeys = 'charOffset charLength byteOffset byteLength'.split(' ')

/** Properties with the package of a result of an image or a lockfile, all of whose results are in one place. */
const packageKeys =
  'package packageName package_name pkgName pkg_name packageVersion package_version version purl'.split(' ')

/**
 * What a result says of its place and its identity beside the fields of the finding, as a text: two findings may be
 * equal in these only. Null without a region, where two results may be two places.
 */
export function sentWith(result: JsonObject, place: unknown, finding: ReportedFinding): string | null {
  const region = asObject(getIn(place, 'physicalLocation', 'region'))
  const offsets = offsetKeys.map((key) => asCount(region?.[key]))
  const [characters, , bytes] = offsets
  if (finding.location === null || (finding.location.line === null && characters === null && bytes === null))
    return null
  return JSON.stringify([offsets, result['fingerprints'], result['partialFingerprints'], packageOf(result)])
}

const packageOf = ({ properties }: JsonObject) =>
  packageKeys.map((key) => asName(asObject(properties)?.[key]))
