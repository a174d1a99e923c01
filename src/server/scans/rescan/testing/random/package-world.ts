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
import { main } from '../test-project.ts'
import {
  type Asked,
  type Command,
  chosen,
  type Landing,
  type Pair,
  type Snapshot,
  type World,
} from './world.ts'

interface SentOfPackage {
  truth: string
  name: string
  version: string
  manifest: string
  advisory: string
  /** The kinds of ids by which the report names it. */
  ids: string
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

interface Branch {
  state: Inventory
  /** What it was made from, or merged with last. */
  base: Inventory
}

/** The packages of a project on several refs, which change at random. */
export class PackageWorld implements World<Inventory, PackageSnapshot> {
  run: Run = {}
  readonly #branches = new Map<string, Branch>([[main, { state: [], base: [] }]])
  readonly #hasVersions: boolean
  #ref = main
  #made = 0

  /** @param hasVersions whether a manifest may have two versions of a package, which some formats cannot say. */
  constructor(packages: readonly Command[], hasVersions: boolean) {
    this.#hasVersions = hasVersions
    for (const each of packages) this.#add(each)
  }

  get state(): Inventory {
    return this.#branch.state
  }

  get scanned(): Inventory {
    return this.state
  }

  get #branch(): Branch {
    const branch = this.#branches.get(this.#ref)
    if (!branch) throw new Error(`there is no ${this.#ref}`)
    return branch
  }

  checkout(ref: string): void {
    this.#ref = ref
  }

  make(ref: string, from: string): void {
    const { state } = this.#branches.get(from) ?? this.#branch
    this.#branches.set(ref, { state, base: state })
  }

  merge(from: string): void {
    const theirs = this.#branches.get(from)
    if (!theirs) return
    const { base } = from === main ? this.#branch : theirs
    const state = this.#sayable(mergePackages(base, this.state, theirs.state))
    this.#branches.set(this.#ref, { state, base: from === main ? theirs.state : this.#branch.base })
    if (from !== main) this.#branches.set(from, { ...theirs, base: state })
  }

  edit(command: Command): string {
    const [name, edit] = chosen(this.#kinds, command.kind)
    edit(command)
    return name
  }

  /** Of a package nothing but its version changes. */
  predecessorOf(): undefined {}

  asksOfSuccessor(): null {
    return null
  }

  snapshot(): PackageSnapshot {
    const all = this.#sent()
    const truths = new Set(all.map(({ truth }) => truth))
    return { all, truths, has: (truth) => truths.has(truth) }
  }

  asks(truth: string, pair: Pair<PackageSnapshot>): Asked {
    return askedOfPackage(truth, pair)
  }

  /**
   * Excused where the package is no longer reported as it was in its manifest and the other one is reported for the
   * first time, with the same package and advisory: a version bump or a manifest that moved says just that.
   */
  isExcused({ decided, on, last, previous, current, closed }: Landing<PackageSnapshot>): boolean {
    const before = sentFor(last, decided)
    const after = sentFor(current, on)
    const itself = sentFor(current, decided)
    if (!before || !after || previous.has(on)) return false
    if (!closed && itself?.manifest === before.manifest && itself.version === before.version) return false
    return isSame(before, after)
  }

  /**
   * The same package and advisory in the same manifest, in another version on a first scan alone, on which the manifest may
   * also be the moved one.
   */
  isLinkedByRule(decided: string, on: string, { before, now, across }: Pair<PackageSnapshot>): boolean {
    const old = sentFor(before, decided)
    const found = sentFor(now, on)
    if (!old || !found || !isSame(old, found)) return false
    const isOfBase = !!across?.isFirstScan && across.isFromPrimary
    if (old.manifest === found.manifest) return isOfBase || old.version === found.version
    return isOfBase && !hasManifest(now, old.manifest)
  }

  isCountedInBase(truth: string, base: PackageSnapshot, head: PackageSnapshot): boolean {
    const found = sentFor(head, truth)
    return found === undefined || sameAs(base, found).length >= sameAs(head, found).length
  }

  canTell(_: string, truth: string, base: PackageSnapshot, head: PackageSnapshot): boolean {
    const [old, found] = [sentFor(base, truth), sentFor(head, truth)]
    return !old || !found || isNamedAlike(old, found)
  }

  equalTo(truth: string, of: PackageSnapshot, among: PackageSnapshot, inFile = false): string[] {
    const found = sentFor(of, truth)
    return found ? sameAs(among, found, inFile ? found.manifest : undefined).map((each) => each.truth) : []
  }

  renamedFiles(): ReadonlyMap<string, string> {
    return new Map()
  }

  split(): null {
    return null
  }

  elsewhere(): null {
    return null
  }

  prefixRules(): boolean {
    return false
  }

  describe({ all }: PackageSnapshot, truths?: ReadonlySet<string>): string[] {
    return all.filter(({ truth }) => truths?.has(truth) ?? true).map((each) => Object.values(each).join(' '))
  }

  readonly #kinds = (
    [
      [20, 'a version bumped', (command) => this.#bump(command)],
      [6, 'a package added', (command) => this.#add(command)],
      [4, 'a manifest added from a template', (command) => this.#addTemplate(command)],
      [6, 'a package removed', (command) => this.#remove(command)],
      [2, 'a manifest moved', (command) => this.#move(command)],
      [2, 'a manifest moved, and a version in it bumped', (command) => this.#moveAndBump(command)],
      [1, 'a manifest copied', (command) => this.#copy(command)],
      [4, 'advisories go by other ids', () => this.#changeIds()],
      [2, 'advisories come with or without their other ids', () => this.#changeAliases()],
    ] satisfies [number, string, (command: Command) => void][]
  ).map(([share, ...edit]) => [share, edit] as const)

  #sent(): SentOfPackage[] {
    const { withoutAliases, advisoryIds = 'ghsa' } = this.run
    const ids = withoutAliases ? advisoryIds : 'ghsa, cve'
    return this.state.flatMap((each) =>
      each.advisories.map((advisory) => ({
        truth: truthOf(each, advisory),
        name: each.name,
        version: each.version,
        manifest: each.manifest,
        advisory: advisory.name,
        ids,
      })),
    )
  }

  set #state(state: Inventory) {
    this.#branches.set(this.#ref, { ...this.#branch, state: this.#sayable(state) })
  }

  #sayable(state: Inventory): Inventory {
    if (this.#hasVersions) return state
    const names = Map.groupBy(state, ({ manifest, name }) => `${manifest} ${name}`)
    return [...names.values()].flatMap((some) => some.slice(0, 1))
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
    if (truth !== undefined) this.#state = bump(truth, this.#version(n))(this.state)
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
    this.#state = addPackage(added)(this.state)
  }

  #remove({ a }: Command): void {
    const truth = this.#package(a)?.truth
    if (truth !== undefined && this.state.length > 2) this.#state = removePackage(truth)(this.state)
  }

  #move({ a }: Command): void {
    const from = this.#package(a)?.manifest
    if (from === undefined) return
    this.#state = moveManifest(from, `${this.#name('part').replace(' ', '_')}/package-lock.json`)(this.state)
  }

  #moveAndBump(command: Command): void {
    const from = this.#package(command.a)?.manifest
    this.#move(command)
    const moved = this.state.find(({ manifest }) => manifest !== from && manifest.startsWith('part_'))
    if (moved) this.#state = bump(moved.truth, this.#version(command.n))(this.state)
  }

  /** Two packages in a manifest of its own, the same two in each. */
  #addTemplate({ n }: Command): void {
    if (this.state.length > 24) return
    const manifest = `${this.#name('service').replace(' ', '_')}/package-lock.json`
    const version = `1.${n % 3}.0`
    this.#state = [
      ...this.state,
      ...names.slice(0, 2).map((name) => ({
        truth: this.#name('from template'),
        name,
        version,
        manifest,
        advisories: advisoriesOf(name, 1),
      })),
    ]
  }

  #copy({ a }: Command): void {
    const from = this.#package(a)?.manifest
    if (from === undefined || this.state.length > 20) return
    const copy = this.#name('copy')
    this.#state = copyManifest(
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

const sentFor = ({ all }: PackageSnapshot, truth: string) => all.find((each) => each.truth === truth)
const isSame = (one: SentOfPackage, other: SentOfPackage) =>
  one.name === other.name && one.advisory === other.advisory
/** Whether an id tells that both are of one advisory. */
const isNamedAlike = (one: SentOfPackage, other: SentOfPackage) =>
  one.ids.includes(other.ids) || other.ids.includes(one.ids)
const sameAs = ({ all }: PackageSnapshot, found: SentOfPackage, manifest?: string) =>
  all.filter((each) => isSame(each, found) && (manifest === undefined || each.manifest === manifest))
const hasManifest = ({ all }: PackageSnapshot, manifest: string) =>
  all.some((each) => each.manifest === manifest)
const contentOf = ({ all }: PackageSnapshot, manifest: string) =>
  JSON.stringify(
    all.flatMap((each) => (each.manifest === manifest ? [`${each.name} ${each.advisory}`] : [])).toSorted(),
  )

/** What the rules ask for a package that two reports have, as far as it is clear from them. */
function askedOfPackage(truth: string, { before, now, across }: Pair<PackageSnapshot>): Asked {
  const old = sentFor(before, truth)
  const found = sentFor(now, truth)
  if (!old || !found) return null
  if (!isNamedAlike(old, found)) return null
  const isAlone = (manifest?: string) =>
    sameAs(before, old, manifest && old.manifest).length === 1 &&
    sameAs(now, found, manifest && found.manifest).length === 1
  const isOther = across !== null && !across.isFirstScan && old.version !== found.version
  if (old.manifest === found.manifest) return isAlone(old.manifest) ? (isOther ? 'offer' : 'keep') : null
  if (hasManifest(now, old.manifest) || !isAlone()) return null
  if (!across) return 'keep'
  if (!across.isFirstScan || !across.isFromPrimary) return null
  const content = contentOf(before, old.manifest)
  const isWhole = content === contentOf(now, found.manifest) && content.includes('","')
  return isWhole ? 'keep' : 'offer'
}

/** What two refs have together; of a package that changed on both, what `theirs` has. */
function mergePackages(base: Inventory, ours: Inventory, theirs: Inventory): Inventory {
  const of = (inventory: Inventory, truth: string) => inventory.find((each) => each.truth === truth)
  const truths = new Set([...ours, ...theirs].map(({ truth }) => truth))
  return [...truths].flatMap((truth) => {
    const [old, own, other] = [of(base, truth), of(ours, truth), of(theirs, truth)]
    return (other === old ? own : own === old ? other : (other ?? own)) ?? []
  })
}
