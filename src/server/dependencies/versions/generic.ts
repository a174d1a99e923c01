const tokenPattern = /\d+|[a-z]+/gi

/**
 * The order of versions whose ecosystem has no rules here: runs of digits and runs of letters, from left to right. Digits
 * compare as numbers and come after letters, letters compare in any case; where one version ends, letters in the other
 * make that one the older (`1.0-rc` before `1.0`), digits the newer, zeros alone neither. A leading `v` says nothing.
 * @returns null for a text without a digit, which is no version.
 * Source: docs/api.md#dependencies.
 */
export function readGeneric(text: string): readonly (bigint | string)[] | null {
  if (text.length > 500 || !/\d/.test(text)) return null
  const tokens = text.replace(/^\s*v(?=\d)/i, '').match(tokenPattern) ?? []
  return tokens.map((run) => (/\d/.test(run) ? BigInt(run) : run.toLowerCase()))
}

/**
 * The order of two versions as `readGeneric` reads them: negative where the first is lower, 0 where neither is.
 */
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
