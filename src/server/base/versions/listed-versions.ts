import { isSameVersion } from './order.ts'
import { isInRange } from './range.ts'

/** A version or a range of versions with its status, as CycloneDX lists them. */
interface Listed {
  version?: unknown
  range?: unknown
  status?: unknown
}

/** The status of a version; null if it is not listed. */
export interface VersionStatus {
  status: 'affected' | 'unaffected' | 'unknown' | null
  /** Whether a range that could not be read may say otherwise. */
  isUnsure: boolean
}

/**
 * What a list says of a version: an entry for exactly this version comes before ranges, and of several that disagree
 * `affected` before `unknown` before `unaffected`. Source: CycloneDX 1.4 to 1.7, "affects".
 */
export function statusOfVersion(
  listed: readonly Listed[],
  version: string,
  ecosystem: string,
): VersionStatus {
  const named = listed.filter((one) => typeof one.version === 'string' && one.version !== '')
  const exact = named.filter((one) => isSameVersion(ecosystem, String(one.version), version))
  if (exact.length > 0) return { status: worst(exact), isUnsure: false }
  const ranges = listed.filter((one) => !named.includes(one))
  const held = ranges.map((one) => ({ one, isIn: isInRange(one.range, version, ecosystem) }))
  return {
    status: worst(held.flatMap(({ one, isIn }) => (isIn ? [one] : []))),
    isUnsure: held.some(({ one, isIn }) => isIn === null && one.status !== 'unaffected'),
  }
}

/** A status that is missing is `affected`, as is one that the format does not have. */
function worst(some: readonly Listed[]): VersionStatus['status'] {
  const statuses = some.map(({ status }) =>
    status === 'unaffected' || status === 'unknown' ? status : 'affected',
  )
  return (['affected', 'unknown', 'unaffected'] as const).find((status) => statuses.includes(status)) ?? null
}
