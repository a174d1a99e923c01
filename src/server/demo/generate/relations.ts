import { hash } from 'node:crypto'
import { waysTo } from '#server/ingest/public.ts'
import type { Ecosystem } from '../packages/catalogue.ts'
import type { Random } from '../random.ts'

interface Entry {
  name: string
  version: string
  transitivity: 'direct' | 'transitive' | 'unknown'
}

/** Who asks for whom in a lockfile, by position, and the shortest way to each. */
export interface Relations {
  requires: (number[] | null)[]
  through(position: number): string[] | null
}

/**
 * Draws who asks for whom: each transitive dependency is asked for by what stands before it on some way from a direct
 * one, and nothing asks in a circle. Of those whose standing is not known nothing is said.
 */
export function relate(entries: readonly Entry[], random: Random): Relations {
  const placed: number[] = []
  const transitive: number[] = []
  for (const [position, { transitivity }] of entries.entries()) {
    if (transitivity === 'direct') placed.push(position)
    else if (transitivity === 'transitive') transitive.push(position)
  }
  const requires = entries.map((entry): number[] | null => (entry.transitivity === 'unknown' ? null : []))
  if (placed.length === 0) return { requires: entries.map(() => null), through: () => null }
  const direct = [...placed]
  for (const position of random.shuffle(transitive)) {
    const parents = random.chance(0.3) ? 2 : 1
    for (let parent = 0; parent < parents; parent++) {
      const others = requires[random.pick(random.chance(0.6) ? direct : placed)]
      if (others && !others.includes(position)) others.push(position)
    }
    placed.push(position)
  }
  const related = entries.map((entry, position) => ({
    name: entry.name,
    version: entry.version,
    transitivity: entry.transitivity,
    requires: requires[position]?.sort((a, b) => a - b) ?? null,
  }))
  return { requires: related.map((one) => one.requires), through: waysTo(related) }
}

/** The algorithm that each ecosystem's lockfiles use. */
const algorithms: Record<Ecosystem, { alg: string; digest: string }> = {
  npm: { alg: 'SHA-512', digest: 'sha512' },
  pypi: { alg: 'SHA-256', digest: 'sha256' },
  maven: { alg: 'SHA-1', digest: 'sha1' },
  gomod: { alg: 'SHA-256', digest: 'sha256' },
  gem: { alg: 'SHA-256', digest: 'sha256' },
  cargo: { alg: 'SHA-256', digest: 'sha256' },
  nuget: { alg: 'SHA-512', digest: 'sha512' },
  composer: { alg: 'SHA-1', digest: 'sha1' },
}

/** A made-up hash, the same for a package wherever it stands; a few have none. */
export function hashesOf(entry: { ecosystem: Ecosystem; name: string; version: string }) {
  const { alg, digest } = algorithms[entry.ecosystem]
  const content = hash(digest, `${entry.ecosystem} ${entry.name} ${entry.version}`)
  return content.endsWith('7') ? [] : [{ alg, content }]
}
