import { digest } from '#server/base/credentials/digests.ts'
import type { ReportedFinding } from '../../report/report.ts'
import { asCount, asName, asObject, getIn, type JsonObject } from '../../values/json-values.ts'

const maxLength = 500
const offsetKeys = 'charOffset charLength byteOffset byteLength'.split(' ')

/** Properties with the package of a result of an image or a lockfile, all of whose results are in one place. */
const packageKeys =
  'package packageName package_name pkgName pkg_name packageVersion package_version version purl'.split(' ')

/**
 * What a result says beside the fields of its findings, as a text: all fingerprints, the package that it names, and what
 * its message may have been too long to be filled with. Two results may be equal in all but these.
 */
export function sentWith(result: JsonObject): string {
  const { fingerprints, partialFingerprints } = result
  const args = getIn(result['message'], 'arguments')
  const sent = JSON.stringify([fingerprints, partialFingerprints, args, packageOf(result)])
  return sent.length > maxLength ? digest(sent) : sent
}

/** The same of one of its places; null without a region, where two results may be two places. */
export function sentAt(sent: string, place: unknown, { location }: ReportedFinding): string | null {
  if (location === null) return null
  const region = asObject(getIn(place, 'physicalLocation', 'region'))
  const offsets = offsetKeys.map((key) => asCount(region?.[key]))
  const [characters, , bytes] = offsets
  if (characters === null && bytes === null) return location.line === null ? null : sent
  return `${offsets} ${sent}`
}

const packageOf = ({ properties }: JsonObject) => {
  const given = asObject(properties)
  return given && packageKeys.map((key) => asName(given[key]))
}
