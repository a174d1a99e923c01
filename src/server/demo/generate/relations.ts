import { listDependencyPaths } from '#server/reports/report/dependency-paths.ts'
import { type Release, releaseFacts, releaseKey } from './release-facts.ts'

/** A release as a lockfile names it. */
export interface Named extends Release {
  transitivity: 'direct' | 'transitive' | 'unknown'
}

/** Who asks for whom in a lockfile, by position, and the shortest way to each. */
export interface Relations {
  requires: number[][]
  through(position: number): string[] | null
}

/**
 * Says who asks for whom in the lockfiles of a project: each transitive dependency is reached from a direct one. A release
 * asks for the same in every lockfile, as far as it is there.
 */
export function relate(lockfiles: readonly (readonly Named[])[]): Relations[] {
  const asked = new Map<string, Set<string>>()
  for (const named of lockfiles) addParents(named, asked)
  return lockfiles.map((named) => {
    const positions = new Map(named.map((one, position) => [releaseKey(one), position]))
    const related = named.map((one) => ({
      name: one.name,
      version: one.version,
      transitivity: one.transitivity,
      requires: [...(asked.get(releaseKey(one)) ?? [])]
        .flatMap((other) => positions.get(other) ?? [])
        .sort((a, b) => a - b),
    }))
    return { requires: related.map((one) => one.requires), through: listDependencyPaths(related) }
  })
}

/** A parent comes before what it asks for in an order of all releases, or is direct: so there is always a way. */
function addParents(named: readonly Named[], asked: Map<string, Set<string>>): void {
  const ordered = named
    .map((one) => ({ ...releaseFacts(one), key: releaseKey(one), transitivity: one.transitivity }))
    .sort((a, b) => a.rank - b.rank)
  const direct = ordered.filter((one) => one.transitivity === 'direct')
  for (const one of ordered) {
    if (one.transitivity !== 'transitive') continue
    for (const share of one.parentsAt) {
      const target = one.rank * share
      const parent =
        (one.byDirect ? null : lastUpTo(ordered, target)) ?? lastUpTo(direct, target) ?? direct[0]
      if (!parent || parent === one) continue
      const others = asked.get(parent.key) ?? new Set()
      asked.set(parent.key, others.add(one.key))
    }
  }
}

/** The last of an ascending list whose rank is not above `rank`. */
function lastUpTo<T extends { rank: number }>(ordered: readonly T[], rank: number): T | null {
  let [from, to] = [0, ordered.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((ordered[middle]?.rank ?? 0) <= rank) from = middle + 1
    else to = middle
  }
  return ordered[from - 1] ?? null
}
