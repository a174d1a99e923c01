import { sentFingerprint } from '../../findings/identity.ts'
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
  const fingerprints = [
    ...Object.entries(asObject(result['fingerprints']) ?? {}),
    ...Object.entries(asObject(result['partialFingerprints']) ?? {}),
  ].flatMap(([key, rawValue]) => {
    const value = sentFingerprint(rawValue)
    const [, name = key, version = '0'] = versioned.exec(key) ?? []
    const rank = stable.indexOf(name)
    return value === null || rank < 0 ? [] : [{ scheme: name, value, rank, version: Number(version) }]
  })
  fingerprints.sort((a, b) => a.rank - b.rank || a.version - b.version)
  const [first] = fingerprints
  return first ? { scheme: first.scheme, value: first.value } : null
}
