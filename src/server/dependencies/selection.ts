import { type DependencyFilter, type MissingPart, missingParts } from '#contract/dependencies.ts'
import { none } from '#contract/query.ts'
import { transitivities } from '#server/db/codes.ts'
import { badRequest, type Fault } from '#server/http/errors.ts'
import { purlOf } from '#server/purl.ts'
import { type Columns, marks, width } from './memory/columns.ts'
import type { Packages } from './memory/packages.ts'
import { boundsOf } from './versions/bounds.ts'

type PackageFilter = NonNullable<DependencyFilter['packageFilters']>[number]

/** How transitivities are written in answers. Source: API decisions, "Dependencies". */
export const transitivityWords = ['DIRECT', 'TRANSITIVE', 'UNKNOWN_TRANSITIVITY'] as const

/** The filters that are counted, each a bit: a facet counts with every filter but its own. */
export const bits = {
  ecosystem: 1,
  transitivity: 2,
  license: 4,
  repositoryId: 8,
  lockfilePath: 16,
  missing: 32,
} as const

/** A row that fails what has no facet: its name or its version. */
const never = 64

/** What a row can lack, by the position in `missingParts`. */
const lacking = { version: 1, identifier: 2, license: 4, hash: 8, relationship: 16 } satisfies Record<
  MissingPart,
  number
>

/** A filter made ready to look at rows. */
export interface Selection {
  readonly columns: Columns
  readonly deploymentId: number
  /** Whether anything is narrowed at all. */
  readonly narrows: boolean
  /** By package: the bits of the filters that it fails. */
  readonly packageFails: Uint8Array
  /** By package: what it lacks. */
  readonly packageLacks: Uint8Array
  readonly licenceFails: Uint8Array
  readonly transitivityFails: readonly number[]
  readonly projects: ReadonlySet<number> | null
  readonly paths: ReadonlySet<string> | null
  readonly missing: number
}

/**
 * Makes a `dependencyFilter` ready: fields AND, values inside a field OR, package filters OR. What is empty narrows
 * nothing. Each package is looked at once, however many rows it has.
 * @throws Refusal 400 for an unknown transitivity or a bound without a version, 422 for bounds that exclude each other.
 * Source: API description, "Dependency filter"; API decisions, "Dependencies".
 */
export function selectionOf(
  columns: Columns,
  deploymentId: number,
  filter: DependencyFilter = {},
): Selection {
  const { packages, licences } = columns
  const test = packageTest(packages, filter)
  const ecosystems = listed(filter.ecosystem).map((word) => word.toLowerCase())
  const transitivity = transitivityCodes(listed(filter.transitivity))
  const wanted = new Set((filter.license ?? []).map((word) => (word === none ? none : word.toLowerCase())))
  const paths = listed(filter.lockfilePath)
  const { repositoryId = [], missing = [] } = filter
  const packageFails = new Uint8Array(packages.size)
  const packageLacks = new Uint8Array(packages.size)
  for (let id = 0; id < packages.size; id++) {
    const { ecosystem, name } = packages.nameAt(id)
    const version = packages.versions[id] ?? ''
    if (test && !test(id)) packageFails[id] = never
    else if (ecosystems.length > 0 && !ecosystems.includes(ecosystem)) packageFails[id] = bits.ecosystem
    packageLacks[id] = packages.lacks(
      id,
      () =>
        (version === '' ? lacking.version : 0) |
        (purlOf(ecosystem, name, version) === undefined ? lacking.identifier : 0),
    )
  }
  const isWanted = (set: readonly string[]) =>
    set.length === 0 ? wanted.has(none) : set.some((licence) => wanted.has(licence.toLowerCase()))
  return {
    columns,
    deploymentId,
    narrows:
      test !== null ||
      [ecosystems, transitivity, [...wanted], paths, repositoryId, missing].some((one) => one.length > 0),
    packageFails,
    packageLacks,
    licenceFails: Uint8Array.from(licences.sets, (set) =>
      wanted.size === 0 || isWanted(set) ? 0 : bits.license,
    ),
    transitivityFails: transitivityWords.map((_, code) =>
      transitivity.length === 0 || transitivity.includes(code) ? 0 : bits.transitivity,
    ),
    projects: repositoryId.length === 0 ? null : new Set(repositoryId),
    paths: paths.length === 0 ? null : new Set(paths),
    missing: missing.reduce((sum, part) => sum | lacking[part], 0),
  }
}

/** Rows of a selection without a filter: all of a deployment. */
export function sizeOf({ columns, deploymentId }: Selection): number {
  let rows = 0
  for (const lockfiles of columns.projects(deploymentId).values()) {
    for (const lockfile of lockfiles.values()) rows += lockfile.rows.length / width
  }
  return rows
}

/** The rows of one lockfile that fail no filter, or one at most where that is asked for. */
export interface Batch {
  project: number
  lockfile: number
  path: string
  /** How many rows there are; only so much of the lists below is of them. */
  count: number
  ids: Uint32Array
  packages: Uint32Array
  licences: Uint32Array
  transitivities: Uint8Array
  /** What each lacks, a bit for each of `missingParts` in their order. */
  lacks: Uint8Array
  /** The bits of the filters that each fails. */
  fails: Uint8Array
}

const room = (size: number) => ({
  ids: new Uint32Array(size),
  packages: new Uint32Array(size),
  licences: new Uint32Array(size),
  transitivities: new Uint8Array(size),
  lacks: new Uint8Array(size),
  fails: new Uint8Array(size),
})

/**
 * Looks at every row of a deployment, project by project. `visit` is called for each lockfile with the same lists, filled
 * anew, since calling it for each of millions of rows would cost more than looking at them. Rows that fail a filter are
 * left out, with `orOne` only those that fail several.
 */
export function scan(selection: Selection, visit: (batch: Batch) => void, orOne = false) {
  const { columns, packageFails, packageLacks, licenceFails, missing } = selection
  const transitivityFails = Uint8Array.from(selection.transitivityFails)
  const batch: Batch = { project: 0, lockfile: 0, path: '', count: 0, ...room(1024) }
  const passes = (fails: number) => fails === 0 || (orOne && (fails & (fails - 1)) === 0)
  for (const [project, lockfiles] of columns.projects(selection.deploymentId)) {
    const ofProject = selection.projects === null || selection.projects.has(project) ? 0 : bits.repositoryId
    if (!passes(ofProject)) continue
    for (const { id: lockfile, path, rows } of lockfiles.values()) {
      const ofPath = selection.paths === null || selection.paths.has(path) ? 0 : bits.lockfilePath
      const ofFile = ofProject | ofPath
      if (!passes(ofFile)) continue
      if (rows.length / width > batch.ids.length) Object.assign(batch, room(rows.length / width))
      const { ids, packages, licences, transitivities, lacks, fails } = batch
      let count = 0
      for (let at = 0; at < rows.length; at += width) {
        const one = rows[at + 1] ?? 0
        const ofPackage = packageFails[one] ?? never
        if (ofPackage === never) continue
        const said = rows[at + 2] ?? 0
        const licence = said >>> marks.licences
        const transitivity = said & marks.transitivity
        const lacked =
          ((packageLacks[one] ?? 0) & (said & marks.purl ? ~lacking.identifier : ~0)) |
          (licence === 0 ? lacking.license : 0) |
          (said & marks.hash ? 0 : lacking.hash) |
          (said & marks.relationship ? 0 : lacking.relationship)
        const failed =
          ofFile |
          ofPackage |
          (licenceFails[licence] ?? 0) |
          (transitivityFails[transitivity] ?? 0) |
          (missing !== 0 && (lacked & missing) === 0 ? bits.missing : 0)
        if (failed !== 0 && !(orOne && (failed & (failed - 1)) === 0)) continue
        ids[count] = rows[at] ?? 0
        packages[count] = one
        licences[count] = licence
        transitivities[count] = transitivity
        lacks[count] = lacked
        fails[count] = failed
        count++
      }
      if (count === 0) continue
      batch.project = project
      batch.lockfile = lockfile
      batch.path = path
      batch.count = count
      visit(batch)
    }
  }
}

/** What tells whether a package has the name and version that are asked for; null where every one has. */
function packageTest(packages: Packages, filter: DependencyFilter): ((id: number) => boolean) | null {
  const tests: ((id: number) => boolean)[] = []
  const { name, version, packageFilters = [] } = filter
  if (name) tests.push(containing(packages, name))
  if (version) tests.push((id) => packages.versions[id] === version)
  if (packageFilters.length > 0) {
    const some = packageFilters.map((one, at) =>
      onePackageTest(packages, one, `/dependencyFilter/packageFilters/${at}`),
    )
    tests.push((id) => some.some((test) => test(id)))
  }
  return tests.length === 0 ? null : (id) => tests.every((test) => test(id))
}

/** In a package filter all fields that are given must hold; `exactVersion` wins over bounds. */
function onePackageTest(packages: Packages, filter: PackageFilter, pointer: string): (id: number) => boolean {
  const { name, exactNameMatch, exactVersion } = filter
  const ecosystem = filter.ecosystem?.toLowerCase()
  const within = boundsOf(filter, pointer)
  const tests: ((id: number) => boolean)[] = []
  if (ecosystem) tests.push((id) => packages.nameAt(id).ecosystem === ecosystem)
  if (name)
    tests.push(exactNameMatch ? (id) => packages.nameAt(id).name === name : containing(packages, name))
  if (exactVersion) tests.push((id) => packages.versions[id] === exactVersion)
  if (within) tests.push((id) => within(packages.nameAt(id).ecosystem, packages.versionAt(id)))
  return (id) => tests.every((test) => test(id))
}

function containing(packages: Packages, part: string) {
  const lower = part.toLowerCase()
  return (id: number) => packages.nameAt(id).lower.includes(lower)
}

function transitivityCodes(words: readonly string[]): number[] {
  const faults: Fault[] = []
  const codes = words.map((word) => {
    const upper = word.toUpperCase()
    const index = transitivityWords.findIndex(
      (known, position) => known === upper || transitivities[position]?.toUpperCase() === upper,
    )
    if (index < 0) {
      const detail = `"${word.slice(0, 80)}" is not one of ${transitivityWords.join(', ')}`
      faults.push({ pointer: '/dependencyFilter/transitivity', detail })
    }
    return index
  })
  if (faults.length > 0) throw badRequest(faults)
  return codes
}

const listed = (value: string | readonly string[] | undefined): readonly string[] =>
  (typeof value === 'string' ? [value] : (value ?? [])).filter((word) => word !== '')

/** The parts that a row lacks, by its bits. */
export const lackedParts = (lacks: number) => missingParts.filter((part) => lacks & lacking[part])
