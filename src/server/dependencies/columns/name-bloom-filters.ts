/** The number of elements of a lockfile's filter. */
export const wordsPerFilter = 32
const bitsPerFilter = wordsPerFilter * 32

/**
 * The package names that a lockfile may contain, as a filter of 1024 bits, of which each name sets one. A lockfile of a
 * hundred packages sets a tenth of them, so that a search for few names skips nine of ten lockfiles without reading
 * their rows. Source: Bloom, "Space/time trade-offs in hash coding with allowable errors", 1970.
 */
export type NameBloomFilters = Uint32Array

/** The filter of a lockfile without rows. */
export const emptyFilter = (): NameBloomFilters => new Uint32Array(wordsPerFilter)

/** Adds a name by its number. */
export function addName(marks: NameBloomFilters, name: number): void {
  const bit = name % bitsPerFilter
  const word = bit >>> 5
  marks[word] = (marks[word] ?? 0) | (1 << (bit & 31))
}

/** Whether two filters have a bit in common; otherwise they have no common name. */
export function mayIntersect(one: NameBloomFilters, other: NameBloomFilters): boolean {
  for (let word = 0; word < wordsPerFilter; word++)
    if (((one[word] ?? 0) & (other[word] ?? 0)) !== 0) return true
  return false
}
