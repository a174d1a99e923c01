/** How many numbers the marks of a lockfile take. */
export const wordsPerFilter = 32
const bitsPerFilter = wordsPerFilter * 32

/**
 * Which package names a lockfile may hold: 1024 bits, in which each name sets one. A lockfile of a hundred packages sets a
 * tenth of them, so that a search of few names passes over nine of ten lockfiles that hold none of them without a look at
 * their rows. Source: Bloom, "Space/time trade-offs in hash coding with allowable errors", 1970.
 */
export type NameBloomFilters = Uint32Array

/** The marks of a lockfile that holds nothing yet. */
export const emptyFilter = (): NameBloomFilters => new Uint32Array(wordsPerFilter)

/** Notes a name by its number. */
export function addName(marks: NameBloomFilters, name: number): void {
  const bit = name % bitsPerFilter
  const word = bit >>> 5
  marks[word] = (marks[word] ?? 0) | (1 << (bit & 31))
}

/** Whether two have a bit in common; without one, no name. */
export function mayIntersect(one: NameBloomFilters, other: NameBloomFilters): boolean {
  for (let word = 0; word < wordsPerFilter; word++)
    if (((one[word] ?? 0) & (other[word] ?? 0)) !== 0) return true
  return false
}
