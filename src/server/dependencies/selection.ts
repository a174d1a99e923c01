import type { DependencyFilter } from '#contract/operations/dependencies.ts'
import { none } from '#contract/parameters/query.ts'
import { dependencyTransitivities, type MissingField, missingFields } from '#contract/vocabulary.ts'
import { purlOf } from '#server/base/purl.ts'
import { TimeSlice } from '#server/base/time-slice.ts'
import { transitivities } from '#server/db/codes.ts'
import { badRequest, type Fault } from '#server/http/errors.ts'
import { boundsOf } from './bounds.ts'
import type { DependencyColumns, LockfileRows } from './columns/columns.ts'
import { addName, emptyFilter, type NameBloomFilters } from './columns/name-bloom-filters.ts'
import type { Packages } from './columns/packages.ts'

type PackageFilter = NonNullable<DependencyFilter['packageFilters']>[number]

/** The filters with a facet, one bit each: a facet is counted with every filter but its own. */
export const testBits = {
  ecosystem: 1,
  transitivity: 2,
  license: 4,
  repositoryId: 8,
  lockfilePath: 16,
  missing: 32,
} as const

/** The bit of filters without a facet: name and version. */
export const neverMatches = 64

/** The bit of a version that cannot be compared with the bounds of a package filter, if that is all that it fails. */
export const notComparable = 128

/** The bits of missing fields, by the position in `missingFields`. */
export const lackingBits = {
  version: 1,
  identifier: 2,
  license: 4,
  hash: 8,
  relationship: 16,
} satisfies Record<MissingField, number>

/** A filter prepared for testing rows. */
export interface Selection {
  readonly columns: DependencyColumns
  /** The lockfiles at the time of preparation. */
  readonly lockfiles: readonly (readonly [project: number, lockfiles: readonly LockfileRows[]])[]
  /** Whether there is any filter. */
  readonly narrows: boolean
  /** By package: the bits of the filters that it fails. */
  readonly packageFails: Uint8Array
  /** The names of the packages that can match the filter. */
  readonly names: NameBloomFilters
  /** By package: its missing fields. */
  readonly packageLacks: Uint8Array
  readonly licenseFails: Uint8Array
  readonly transitivityFails: Uint8Array
  readonly projects: ReadonlySet<number> | null
  readonly paths: ReadonlySet<string> | null
  readonly missing: number
}

/** Packages between two looks at the clock. */
const packagesPerCheck = 64

/**
 * Prepares a `dependencyFilter`: fields are joined by AND, values of a field by OR, package filters by OR. Empty fields
 * have no effect. Each package is tested once, regardless of its number of rows, yielding to other work: there may be a
 * hundred package filters, and as many packages as hostile reports name.
 * @throws HttpError 400 for an unknown transitivity or a bound without a version, 422 for bounds that exclude each
 * other.
 * Source: docs/api.md#dependencies.
 */
export async function selectionOf(
  columns: DependencyColumns,
  filter: DependencyFilter = {},
): Promise<Selection> {
  const { packages, licenses } = columns
  const ecosystems = asList(filter.ecosystem).map((word) => word.toLowerCase())
  const test = packageTest(packages, filter, ecosystems.length === 1 ? ecosystems[0] : undefined)
  const transitivity = transitivityCodes(asList(filter.transitivity))
  const requestedLicenses = new Set(
    (filter.license ?? []).map((word) => (word === none ? none : word.toLowerCase())),
  )
  const paths = asList(filter.lockfilePath)
  const { repositoryId = [], missing = [] } = filter
  // What comes while this yields is not selected.
  const lockfiles = [...columns.projects].map(([project, all]) => [project, [...all.values()]] as const)
  const licenseSets = [...licenses.sets]
  const ofPackages = await testPackages(packages, ecosystems, test)
  const isWanted = (set: readonly string[]) =>
    set.length === 0
      ? requestedLicenses.has(none)
      : set.some((license) => requestedLicenses.has(license.toLowerCase()))
  return {
    columns,
    lockfiles,
    narrows:
      test !== null ||
      [ecosystems, transitivity, [...requestedLicenses], paths, repositoryId, missing].some(
        (one) => one.length > 0,
      ),
    ...ofPackages,
    licenseFails: Uint8Array.from(licenseSets, (set) =>
      requestedLicenses.size === 0 || isWanted(set) ? 0 : testBits.license,
    ),
    transitivityFails: Uint8Array.from(dependencyTransitivities, (_, code) =>
      transitivity.length === 0 || transitivity.includes(code) ? 0 : testBits.transitivity,
    ),
    projects: repositoryId.length === 0 ? null : new Set(repositoryId),
    paths: paths.length === 0 ? null : new Set(paths),
    missing: missing.reduce((sum, part) => sum | lackingBits[part], 0),
  }
}

/** Tests each package once, yielding to other work. */
async function testPackages(
  packages: Packages,
  ecosystems: readonly string[],
  test: PackageTest | null,
): Promise<Pick<Selection, 'packageFails' | 'names' | 'packageLacks'>> {
  const { size } = packages
  const packageFails = new Uint8Array(size)
  const names = emptyFilter()
  const packageLacks = new Uint8Array(size)
  const slice = new TimeSlice()
  for (let id = 0; id < size; id++) {
    if (id % packagesPerCheck === 0 && slice.isOver) await slice.next()
    const { ecosystem, name } = packages.nameAt(id)
    const version = packages.versions[id] ?? ''
    const failed = test?.(id) ?? 0
    const isOther = ecosystems.length > 0 && !ecosystems.includes(ecosystem)
    packageFails[id] = failed === neverMatches ? failed : failed | (isOther ? testBits.ecosystem : 0)
    if (packageFails[id] !== neverMatches) addName(names, packages.nameOf[id] ?? 0)
    packageLacks[id] = packages.lacks(
      id,
      () =>
        (version === '' ? lackingBits.version : 0) |
        (purlOf(ecosystem, name, version) === undefined ? lackingBits.identifier : 0),
    )
  }
  return { packageFails, names, packageLacks }
}

/** The bit that a package fails; 0 if it fails none. */
type PackageTest = (id: number) => 0 | typeof neverMatches | typeof notComparable

/**
 * Returns a test of whether a package has a requested name and version; null if every package does.
 * @param ecosystem the only requested one, whose rules are used to compare bounds.
 */
function packageTest(
  packages: Packages,
  filter: DependencyFilter,
  ecosystem: string | undefined,
): PackageTest | null {
  const tests: ((id: number) => boolean)[] = []
  const { name, version, packageFilters = [], notComparable: isApart = false } = filter
  if (name) tests.push(packagesContaining(packages, name))
  if (version) tests.push((id) => packages.versionsOf(id).includes(version))
  const some = packageFilters.map((one, at) =>
    onePackageTest(packages, one, ecosystem, `/dependencyFilter/packageFilters/${at}`),
  )
  if (tests.length === 0 && some.length === 0 && !isApart) return null
  return (id) => {
    if (!tests.every((test) => test(id))) return neverMatches
    const found = some.map((test) => test(id))
    const isFound = some.length === 0 || found.includes(true)
    if (isApart) return !isFound && found.includes(null) ? 0 : neverMatches
    if (isFound) return 0
    return found.includes(null) ? notComparable : neverMatches
  }
}

/**
 * All given fields of a package filter must match; `exactVersion` takes precedence over bounds. Null if all match but
 * bounds that are not comparable with the version.
 */
function onePackageTest(
  packages: Packages,
  filter: PackageFilter,
  usual: string | undefined,
  pointer: string,
): (id: number) => boolean | null {
  const { name, exactNameMatch, exactVersion } = filter
  const ecosystem = filter.ecosystem?.toLowerCase()
  const within = boundsOf({ ...filter, ecosystem: ecosystem || usual }, pointer)
  const tests: ((id: number) => boolean)[] = []
  if (ecosystem) tests.push((id) => packages.nameAt(id).ecosystem === ecosystem)
  if (name)
    tests.push(exactNameMatch ? packagesNamed(packages, name, ecosystem) : packagesContaining(packages, name))
  if (exactVersion) tests.push((id) => packages.versionsOf(id).includes(exactVersion))
  return (id) => {
    if (!tests.every((test) => test(id))) return false
    return within ? within(packages.nameAt(id).ecosystem, packages.versionAt(id)) : true
  }
}

function packagesNamed(packages: Packages, name: string, ecosystem: string | undefined) {
  const found = packages.named(name, ecosystem)
  return (id: number) => found.has(packages.nameOf[id] ?? -1)
}

function packagesContaining(packages: Packages, part: string) {
  const lower = part.toLowerCase()
  return (id: number) => packages.nameAt(id).lower.includes(lower)
}

function transitivityCodes(words: readonly string[]): number[] {
  const faults: Fault[] = []
  const codes = words.map((word) => {
    const upper = word.toUpperCase()
    const index = dependencyTransitivities.findIndex(
      (known, position) => known === upper || transitivities[position]?.toUpperCase() === upper,
    )
    if (index < 0) {
      const detail = `"${word.slice(0, 80)}" is not one of ${dependencyTransitivities.join(', ')}`
      faults.push({ pointer: '/dependencyFilter/transitivity', detail })
    }
    return index
  })
  if (faults.length > 0) throw badRequest(faults)
  return codes
}

const asList = (value: string | readonly string[] | undefined): readonly string[] =>
  (typeof value === 'string' ? [value] : (value ?? [])).filter((word) => word !== '')

/** The missing fields of a row, by its bits. */
export const lackedFieldBits = (lacks: number) => missingFields.filter((part) => lacks & lackingBits[part])
