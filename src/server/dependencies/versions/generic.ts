const tokenPattern = /\d+|[a-z]+/gi

/**
 * Reads a version whose ecosystem has no rules here as runs of digits and runs of letters, from left to right. Digits
 * compare as numbers and are above letters, letters compare case-insensitively; if one version ends first, further
 * letters make the other one older (`1.0-rc` is before `1.0`), digits newer, and only zeros equal. A leading `v` is
 * ignored.
 * @returns null for a text without a digit, which is not a version.
 * Source: docs/api.md#dependencies.
 */
export function readGeneric(text: string): readonly (bigint | string)[] | null {
  if (text.length > 500 || !/\d/.test(text)) return null
  const tokens = text.replace(/^\s*v(?=\d)/i, '').match(tokenPattern) ?? []
  return tokens.map((run) => (/\d/.test(run) ? BigInt(run) : run.toLowerCase()))
}

/** Compares two versions from `readGeneric`: negative if the first is lower, 0 if they are equal. */
export function compareGeneric(
  one: readonly (bigint | string)[],
  other: readonly (bigint | string)[],
): number {
  for (let at = 0; at < Math.max(one.length, other.length); at++) {
    const step = comparePart(one[at], other[at])
    if (step !== 0) return step
  }
  return 0
}

function comparePart(one: bigint | string | undefined, other: bigint | string | undefined): number {
  if (one === undefined) return other === undefined ? 0 : -comparePart(other, one)
  if (typeof one === 'string') {
    if (typeof other !== 'string') return -1
    return one < other ? -1 : one > other ? 1 : 0
  }
  if (typeof other === 'string') return 1
  const number = other ?? 0n
  return one < number ? -1 : one > number ? 1 : 0
}
