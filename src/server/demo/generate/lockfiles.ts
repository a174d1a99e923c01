import { advisories } from '../advisories/all.ts'
import { isVulnerable } from '../advisories/range.ts'
import type { ProjectPlan } from '../organisation/projects.ts'
import { type Ecosystem, packagesOf } from '../packages/catalogue.ts'
import type { Random } from '../random.ts'
import { plural } from '../rules/slots.ts'
import { lockLines } from './lock-lines.ts'

export interface Pinned {
  name: string
  version: string
  license: string
}

export interface Lockfile {
  path: string
  ecosystem: Ecosystem
  /** What findings need to be there, by name and version. */
  needed: Map<string, Pinned>
  /** All dependencies in the order of the file; filled in by `fillLockfiles`. */
  entries: Pinned[]
  lines: Map<string, number>
}

const safe = new Map<Ecosystem, Pinned[]>()

/** Versions without a known flaw: a vulnerable one stands in a lockfile only where a finding says so. */
function safeVersions(ecosystem: Ecosystem): Pinned[] {
  const known = safe.get(ecosystem)
  if (known) return known
  const pinned = packagesOf(ecosystem).flatMap(({ name, license, versions }) =>
    versions
      .filter(
        (version) =>
          !advisories.some(
            (advisory) =>
              advisory.ecosystem === ecosystem &&
              advisory.package === name &&
              isVulnerable(advisory, version),
          ),
      )
      .map((version) => ({ name, version, license })),
  )
  safe.set(ecosystem, pinned)
  return pinned
}

/** What tells the entries of one lockfile apart. */
export const entryKey = (name: string, version: string): string => `${name}@${version}`

/** The lockfiles of a project: those of its stack, and as many of its parts as hold `wanted` dependencies. */
export function planLockfiles(plan: ProjectPlan, wanted: number): Lockfile[] {
  const { lockfiles } = plan.stack
  const files = lockfiles.map(({ path, ecosystem }) => newLockfile(path, ecosystem))
  let room = files.reduce((sum, file) => sum + Math.floor(safeVersions(file.ecosystem).length * 0.85), 0)
  const main = lockfiles[0]
  for (let part = 0; room < wanted && main && part < 400; part++) {
    const noun = plan.nouns[part % plan.nouns.length] ?? 'part'
    const round = Math.floor(part / plan.nouns.length)
    const folder =
      round === 0
        ? `packages/${plural(noun)}`
        : `packages/${plural(noun)}-${['worker', 'admin', 'events', 'import'][round - 1] ?? round}`
    const file = newLockfile(`${folder}/${main.path.split('/').at(-1)}`, main.ecosystem)
    files.push(file)
    room += Math.floor(safeVersions(file.ecosystem).length * 0.85)
  }
  return files
}

function newLockfile(path: string, ecosystem: Ecosystem): Lockfile {
  return { path, ecosystem, needed: new Map(), entries: [], lines: new Map() }
}

/** Fills the lockfiles with `total` dependencies, those that findings need among them. */
export function fillLockfiles(files: readonly Lockfile[], total: number, random: Random): void {
  let left = total - files.reduce((sum, file) => sum + file.needed.size, 0)
  for (const [position, file] of files.entries()) {
    const pool = random.shuffle(
      safeVersions(file.ecosystem).filter(({ name, version }) => !file.needed.has(entryKey(name, version))),
    )
    const later = files.slice(position + 1)
    const share =
      left /
      (1 +
        later.reduce((sum, other) => sum + safeVersions(other.ecosystem).length, 0) /
          Math.max(1, pool.length))
    const take =
      later.length === 0 ? left : Math.min(pool.length, Math.round(share * (0.8 + 0.4 * random.fraction())))
    const taken = pool.slice(0, Math.max(0, Math.min(take, left)))
    left -= taken.length
    file.entries = [...file.needed.values(), ...taken].sort((a, b) =>
      a.name === b.name ? (a.version < b.version ? -1 : 1) : a.name < b.name ? -1 : 1,
    )
    let line = 6
    for (const entry of file.entries) {
      file.lines.set(entryKey(entry.name, entry.version), line)
      line += lockLines(file, entry).length + (file.ecosystem === 'npm' ? random.integer(1, 6) : 0)
    }
  }
  // What did not fit into the last file goes wherever there is room.
  for (const file of files) {
    if (left <= 0) return
    for (const entry of safeVersions(file.ecosystem)) {
      const key = entryKey(entry.name, entry.version)
      if (left <= 0) break
      if (file.lines.has(key)) continue
      const last = file.entries.at(-1)
      file.lines.set(key, (last ? (file.lines.get(entryKey(last.name, last.version)) ?? 6) : 6) + 9)
      file.entries.push(entry)
      left -= 1
    }
  }
}
