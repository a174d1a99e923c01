import type { Run } from '../formats/format.ts'
import {
  type Advisory,
  addPackage,
  bump,
  copyManifest,
  type Inventory,
  moveManifest,
  type Package,
  removePackage,
  truthOf,
} from '../packages.ts'
import { type Command, chosen, type Landing, type Snapshot, type World } from './world.ts'

interface SentOfPackage {
  truth: string
  name: string
  version: string
  manifest: string
  advisory: string
}

export interface PackageSnapshot extends Snapshot {
  all: readonly SentOfPackage[]
}

const names =
  'lodash minimist marked follow-redirects semver axios express ws tar glob-parent ansi-regex json5 qs moment'.split(
    ' ',
  )
const manifests = ['package-lock.json', 'web/package-lock.json']

/** Two entries for each package, of which a package has one or both. */
const advisoriesOf = (name: string, number: number): Advisory[] => {
  const index = names.indexOf(name)
  const both = [0, 1].map((which) => ({
    name: `${name} ${which}`,
    ghsa: `GHSA-${String(1000 + 10 * index + which)}-aaaa-bbbb`,
    cve: `CVE-2024-${1000 + 10 * index + which}`,
  }))
  return number % 3 === 0 ? both : both.slice(0, 1)
}

/** The packages of a project, which change at random. */
export class PackageWorld implements World<Inventory, PackageSnapshot> {
  state: Inventory = []
  run: Run = {}
  #made = 0

  constructor(packages: readonly Command[]) {
    for (const each of packages) this.#add(each)
  }

  edit(command: Command): void {
    chosen(this.#kinds, command.kind)(command)
  }

  truths(): string[] {
    return this.#sent().map(({ truth }) => truth)
  }

  snapshot(): PackageSnapshot {
    const all = this.#sent()
    const truths = new Set(all.map(({ truth }) => truth))
    return { all, has: (truth) => truths.has(truth) }
  }

  /**
   * Excused where the package is no longer reported as it was in its manifest and the other one is reported for the
   * first time, with the same package and advisory: a version bump or a manifest that moved says just that.
   */
  isExcused({ decided, on, last, previous, current, closed }: Landing<PackageSnapshot>): boolean {
    const before = last.all.find(({ truth }) => truth === decided)
    const after = current.all.find(({ truth }) => truth === on)
    const itself = current.all.find(({ truth }) => truth === decided)
    if (!before || !after || previous.has(on)) return false
    if (!closed && itself?.manifest === before.manifest && itself.version === before.version) return false
    return before.name === after.name && before.advisory === after.advisory
  }

  describe({ decided, on, last, current }: Landing<PackageSnapshot>): string {
    const told = (all: readonly SentOfPackage[]) =>
      all.map((each) => `  ${Object.values(each).join(' ')}`).join('\n')
    return `the decision on ${decided} is on ${on}\nbefore:\n${told(last.all)}\nnow:\n${told(current.all)}`
  }

  readonly #kinds: readonly (readonly [number, (command: Command) => void])[] = [
    [20, (command) => this.#bump(command)],
    [6, (command) => this.#add(command)],
    [6, (command) => this.#remove(command)],
    [1, (command) => this.#move(command)],
    [1, (command) => this.#copy(command)],
    [4, () => this.#changeIds()],
    [2, () => this.#changeAliases()],
  ]

  #sent(): SentOfPackage[] {
    return this.state.flatMap((each) =>
      each.advisories.map((advisory) => ({
        truth: truthOf(each, advisory),
        name: each.name,
        version: each.version,
        manifest: each.manifest,
        advisory: advisory.name,
      })),
    )
  }

  #name(kind: string): string {
    this.#made += 1
    return `${kind} ${this.#made}`
  }

  #package(number: number): Package | undefined {
    return this.state[number % Math.max(1, this.state.length)]
  }

  /** A version that no package has or had. */
  #version(number: number): string {
    this.#made += 1
    return `${1 + (number % 4)}.${number % 10}.${this.#made}`
  }

  #bump({ a, n }: Command): void {
    const truth = this.#package(a)?.truth
    if (truth !== undefined) this.state = bump(truth, this.#version(n))(this.state)
  }

  #add({ a, b, n }: Command): void {
    const known = [...new Set([...manifests, ...this.state.map((each) => each.manifest)])]
    const manifest = known[b % known.length] ?? ''
    // Few packages are there in several versions.
    const used = this.state.flatMap((each) => (each.manifest === manifest ? [each.name] : []))
    const free = names.filter((each) => !used.includes(each))
    const from = n % 8 === 0 || free.length === 0 ? names : free
    const name = from[a % from.length] ?? ''
    const added = {
      truth: this.#name('package'),
      name,
      version: this.#version(n),
      manifest,
      advisories: advisoriesOf(name, n),
    }
    this.state = addPackage(added)(this.state)
  }

  #remove({ a }: Command): void {
    const truth = this.#package(a)?.truth
    if (truth !== undefined && this.state.length > 2) this.state = removePackage(truth)(this.state)
  }

  #move({ a }: Command): void {
    const from = this.#package(a)?.manifest
    if (from === undefined) return
    this.state = moveManifest(from, `${this.#name('part').replace(' ', '_')}/package-lock.json`)(this.state)
  }

  #copy({ a }: Command): void {
    const from = this.#package(a)?.manifest
    if (from === undefined || this.state.length > 20) return
    const copy = this.#name('copy')
    this.state = copyManifest(
      from,
      `${copy.replace(' ', '_')}/package-lock.json`,
    )(this.state).map((each) => ({
      ...each,
      truth: each.truth.replace(/^copy of (?!.* in )/, `${copy} of `),
    }))
  }

  #changeIds(): void {
    this.run = { ...this.run, advisoryIds: this.run.advisoryIds === 'cve' ? 'ghsa' : 'cve', upgraded: true }
  }

  #changeAliases(): void {
    this.run = { ...this.run, withoutAliases: !this.run.withoutAliases }
  }
}
