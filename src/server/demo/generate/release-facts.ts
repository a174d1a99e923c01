import { hash } from 'node:crypto'
import type { Ecosystem } from '../packages/catalogue.ts'
import { Random } from '../random.ts'

/** A version of a package. */
export interface Release {
  ecosystem: Ecosystem
  name: string
  version: string
}

/** What is the same of a release in whatever lockfile it stands. */
interface Facts {
  licenseKnown: boolean
  /** As `hashes_json` holds them. */
  hashes: string
  /** Its place from 0 to 1 in an order of all releases, and where below it those stand that ask for it. */
  rank: number
  parentsAt: number[]
  /** Whether it is asked for by direct ones. */
  byDirect: boolean
}

/** What tells releases apart, over all ecosystems. */
export const releaseKey = ({ ecosystem, name, version }: Release) => `${ecosystem} ${name} ${version}`

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

const known = new Map<string, Facts>()

/** The facts of a release, made up from its name alone. A few have no license or no hash. */
export function releaseFacts(release: Release): Facts {
  const key = releaseKey(release)
  const before = known.get(key)
  if (before) return before
  const random = new Random('release', key)
  const { alg, digest } = algorithms[release.ecosystem]
  const facts = {
    licenseKnown: !random.chance(0.03),
    hashes: random.chance(0.06) ? '[]' : JSON.stringify([{ alg, content: hash(digest, key) }]),
    rank: random.fraction(),
    parentsAt: random.chance(0.3) ? [random.fraction(), random.fraction()] : [random.fraction()],
    byDirect: random.chance(0.6),
  }
  known.set(key, facts)
  return facts
}
