/** How many numbers the marks of a lockfile take. */
export const words = 32
const bits = words * 32

/**
 * Which package names a lockfile may hold: 1024 bits, in which each name sets one. A lockfile of a hundred packages sets a
 * tenth of them, so that a search of few names passes over nine of ten lockfiles that hold none of them without a look at
 * their rows. Source: Bloom, "Space/time trade-offs in hash coding with allowable errors", 1970.
 */
export type NameMarks = Uint32Array

/** The marks of a lockfile that holds nothing yet. */
export const noNames = (): NameMarks => new Uint32Array(words)

/** Notes a name by its number. */
export function markName(marks: NameMarks, name: number): void {
  const bit = name % bits
  const word = bit >>> 5
  marks[word] = (marks[word] ?? 0) | (1 << (bit & 31))
}

/** Whether two have a bit in common; without one, no name. */
export function mayShare(one: NameMarks, other: NameMarks): boolean {
  for (let word = 0; word < words; word++) if (((one[word] ?? 0) & (other[word] ?? 0)) !== 0) return true
  return false
}
