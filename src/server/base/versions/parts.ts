/** Longer texts are no versions. In characters. */
export const maxVersionLength = 500

/** Compares two texts by their code units. */
export const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** A number of any size as its digits without leading zeros, for `compareNumbers`. */
export const numberOf = (digits: string): string => digits.replace(/^0+/, '')

/** Compares two numbers from `numberOf`. */
export const compareNumbers = (one: string, other: string): number =>
  one.length - other.length || compareText(one, other)

/** Compares lists part by part; if one is the beginning of the other, the longer one is above. */
export function compareLists<T>(
  one: readonly T[],
  other: readonly T[],
  compare: (one: T, other: T) => number,
): number {
  for (const [at, part] of one.entries()) {
    const against = other[at]
    if (against === undefined) return 1
    const step = compare(part, against)
    if (step !== 0) return step
  }
  return one.length - other.length
}
