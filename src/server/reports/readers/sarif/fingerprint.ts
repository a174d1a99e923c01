import { normalizeCode, sentFingerprint } from '../../findings/identity.ts'
import { asObject, type JsonObject } from '../../values/json-values.ts'

/**
 * Fingerprints that tools compute from the match, most reliable first, by their names without a version. Others are
 * computed from authors, commits, dates or the text of the rule, or cover a whole file or a column, and identify
 * nothing.
 */
const stableNames = [
  'matchBasedId',
  'primaryLocationLineHash',
  'contextRegionHash',
  'flawHash',
  'snippetHash',
  'codeHash',
  'contextHash',
  'equalIndicator',
  'zizmor/fingerprint',
  'issueHash',
  'bugHash',
  'stableId',
  'fingerprint',
  'hash',
]

/**
 * Fingerprints of secrets, computed from the value or the line with the value. Other fingerprints of such tools are
 * computed from the location, and change with each line above.
 */
export const secretNames = [
  'matchBasedId',
  'secret',
  'match_group_content/sha256',
  'primaryLocationLineHash',
  'contextRegionHash',
]

/** `name/v2`, `name/2` and `name` are versions of one name. */
const versioned = /^(.*?)(?:\/v?(\d{1,6}))?$/s

/**
 * The fingerprint that identifies a result, null if the tool reports none that is known to be stable. Of several
 * versions of a name the oldest counts, so that an additional newer one changes nothing.
 * Source: SARIF 2.1.0, 3.27.16 and 3.27.17; docs/api.md#identity.
 */
export function fingerprintOf(
  result: JsonObject,
  stable: readonly string[] = stableNames,
): { scheme: string; value: string } | null {
  const fingerprints = fingerprintsIn(result).flatMap(({ key, value, part }) => {
    const [, name = key, version = '0'] = versioned.exec(key) ?? []
    const rank = stable.indexOf(name)
    return rank < 0 ? [] : [{ scheme: name, value, part, rank, version: Number(version) }]
  })
  fingerprints.sort((a, b) => a.part - b.part || a.rank - b.rank || a.version - b.version)
  const [first] = fingerprints
  return first ? { scheme: first.scheme, value: first.value } : null
}

/** Names of what changes although the flaw does not, and of what many flaws share. */
const foreignNames = /author|commit|e-?mail|blame|date|time|revision|branch|user|version/i
/** Names of what a change of other lines may change. */
const positionNames = /line|column|offset|position|region|location|index/i

/**
 * A fingerprint under a name that is not known, null if there is none: of several that which least looks like a
 * position, then the first by name, so that the order in the file does not matter.
 */
export function otherFingerprintOf(result: JsonObject): { scheme: string; value: string } | null {
  const others = fingerprintsIn(result).filter(({ key }) => !foreignNames.test(key) && key.length <= 200)
  const rankOf = (key: string) => Number(positionNames.test(key))
  others.sort((a, b) => a.part - b.part || rankOf(a.key) - rankOf(b.key) || (a.key < b.key ? -1 : 1))
  const [first] = others
  return first ? { scheme: first.key, value: first.value } : null
}

/**
 * A fingerprint for one of the places of a result: of several, which share it, it is that of the place with its code, so
 * that what is fixed at one is not taken for another; none where the code was not sent.
 */
export function placeFingerprint(
  fingerprint: { scheme: string; value: string } | null,
  places: readonly unknown[],
  matched: string | null,
): { scheme: string; value: string } | null {
  if (fingerprint === null || places.length === 1) return fingerprint
  if (matched === null) return null
  const { scheme, value } = fingerprint
  return { scheme: `${scheme} and code`, value: JSON.stringify([value, normalizeCode(matched)]) }
}

/** All fingerprints of a result, those of `fingerprints` as part 0 and the partial ones as part 1. */
function fingerprintsIn(result: JsonObject) {
  const found: { key: string; value: string; part: number }[] = []
  for (const [part, member] of [result['fingerprints'], result['partialFingerprints']].entries()) {
    const given = asObject(member)
    for (const key in given) {
      const value = sentFingerprint(given[key])
      if (value !== null) found.push({ key, value, part })
    }
  }
  return found
}
