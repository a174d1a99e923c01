/** What separates the parts of rule ids, names of packages and paths. */
const separator = /[./:\\]/

const lastPart = (name: string) => name.split(separator).at(-1) ?? ''

/** Returns the length of what two names have in common at their start. */
function commonLength(one: string, other: string): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return at
}

/**
 * Returns, for names that end in the same part, how many characters of their start tell them from each other, up to the end
 * of a part: in `java.lang.tainted-sql` and `python.lang.tainted-sql`, `java.` and `python.`. A list that truncates names at
 * their start keeps that much of these. Names whose end tells them apart are left out.
 */
export function uniqueLeads(names: readonly string[]): ReadonlyMap<string, number> {
  const leads = new Map<string, number>()
  for (const alike of Map.groupBy(new Set(names), lastPart).values()) {
    // Sorted, the names that have most in common with one are next to it.
    const sorted = alike.toSorted((one, other) => (one < other ? -1 : 1))
    for (const [index, name] of sorted.entries()) {
      const neighbors = [sorted[index - 1], sorted[index + 1]].filter((one) => one !== undefined)
      if (neighbors.length === 0) continue
      const common = Math.max(...neighbors.map((one) => commonLength(name, one)))
      const end = name.slice(common).search(separator)
      if (end >= 0) leads.set(name, common + end + 1)
    }
  }
  return leads
}
