import type { CountedDependencyValue, DependencyFacets } from '#contract/responses/dependencies.ts'
import {
  type DependencyFacetName,
  dependencyFacetNames,
  dependencyTransitivities,
  missingFields,
} from '#contract/vocabulary.ts'
import type { ColumnStores } from '#server/columns/column-stores.ts'
import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import { flagBits } from './columns/columns.ts'
import { withColumns } from './columns/dependencies-kind.ts'
import { type DependencyRequest, namesOf } from './queries.ts'
import { lacksBy, lacksOfPackage, scanInSlices } from './scan-rows.ts'
import { lackedFieldBits, notComparable, type Selection, selectionOf, testBits } from './selection.ts'

/** The maximum number of values of a facet in a response; the others are summed. */
const maxValues = 100

type Counts = Map<string | null, number>

/** Adds to a count. */
function increment(counts: Uint32Array, at: number, count = 1) {
  counts[at] = (counts[at] ?? 0) + count
}

const addCount = (counts: Counts, value: string | null, count: number) =>
  counts.set(value, (counts.get(value) ?? 0) + count)

/**
 * Counts the values of each facet with all other filters applied, most frequent first, and the totals: rows, package
 * names, projects. Reads each row once.
 * @param search a facet, and a text that its values must contain, ignoring case.
 */
export async function dependencyFacetsOf(
  stores: ColumnStores,
  { deploymentId, filter }: DependencyRequest,
  search?: { facet: DependencyFacetName; text: string },
): Promise<DependencyFacets> {
  const pending = withColumns(stores, deploymentId, async (_, columns) => ({
    result: columns.remember(['facets', filter], async () => countFacets(await selectionOf(columns, filter))),
  }))
  const { counts, ...sizes } = await (await pending).result
  return { ...sizes, ...(await facetValues(stores.database.read, deploymentId, counts, search)) }
}

/** Counts all facets in one pass over the rows. */
async function countFacets(selection: Selection) {
  const { packages, licenses } = selection.columns
  const byPackage = new Uint32Array(packages.size)
  const byLicenseSet = new Uint32Array(licenses.sets.length)
  const byTransitivity = new Uint32Array(dependencyTransitivities.length)
  const byMissing = new Uint32Array(1 << missingFields.length)
  const byProject = new Map<number, number>()
  const byPath = new Map<string, number>()
  // Most rows pass all filters: these are counted only by package and flags.
  const matchingByPackage = new Uint32Array(packages.size)
  const incompletePackagesByCode = new Uint32Array(licenses.sets.length << flagBits.licenses)
  const matchingByCode = new Uint32Array(licenses.sets.length << flagBits.licenses)
  const { packageLacks } = selection
  const projects = new Set<number>()
  let total = 0
  let apart = 0
  await scanInSlices(
    selection,
    (batch) => {
      const { project, path, rows, count, at, fails } = batch
      let [ofProject, ofPath, matching] = [0, 0, 0]
      for (let index = 0; index < count; index++) {
        const row = at[index] ?? 0
        const failed = fails[index] ?? 0
        const id = rows[row + 1] ?? 0
        const flags = rows[row + 2] ?? 0
        if (failed === 0) {
          matching++
          matchingByPackage[id] = (matchingByPackage[id] ?? 0) + 1
          matchingByCode[flags] = (matchingByCode[flags] ?? 0) + 1
          // The flags do not include the missing fields of the package itself.
          if (packageLacks[id] !== 0) {
            increment(byMissing, lacksOfPackage(selection, id, flags))
            incompletePackagesByCode[flags] = (incompletePackagesByCode[flags] ?? 0) + 1
          }
          continue
        }
        if (failed === notComparable) apart++
        // A row counts for a facet if it fails no filter but the facet's own.
        if ((failed & ~testBits.ecosystem) === 0) increment(byPackage, id)
        if ((failed & ~testBits.license) === 0) increment(byLicenseSet, flags >>> flagBits.licenses)
        if ((failed & ~testBits.transitivity) === 0) increment(byTransitivity, flags & flagBits.transitivity)
        if ((failed & ~testBits.missing) === 0) increment(byMissing, lacksOfPackage(selection, id, flags))
        if ((failed & ~testBits.repositoryId) === 0) ofProject++
        if ((failed & ~testBits.lockfilePath) === 0) ofPath++
      }
      ofProject += matching
      ofPath += matching
      if (ofProject > 0) byProject.set(project, (byProject.get(project) ?? 0) + ofProject)
      if (ofPath > 0) byPath.set(path, (byPath.get(path) ?? 0) + ofPath)
      if (matching > 0) projects.add(project)
      total += matching
    },
    true,
  )
  const names = new Set<number>()
  for (const [id, count] of matchingByPackage.entries()) {
    if (count === 0) continue
    names.add(packages.nameOf[id] ?? -1)
    byPackage[id] = (byPackage[id] ?? 0) + count
  }
  for (const [flags, count] of matchingByCode.entries()) {
    if (count === 0) continue
    increment(byLicenseSet, flags >>> flagBits.licenses, count)
    increment(byTransitivity, flags & flagBits.transitivity, count)
    increment(byMissing, lacksBy(0, flags), count - (incompletePackagesByCode[flags] ?? 0))
  }
  const counts: Record<DependencyFacetName, Counts> = {
    ecosystem: new Map(),
    transitivity: new Map(),
    license: new Map(),
    repositoryId: new Map([...byProject].map(([id, count]) => [String(id), count])),
    lockfilePath: new Map(byPath),
    missing: new Map(),
  }
  for (const [id, count] of byPackage.entries()) {
    if (count > 0) addCount(counts.ecosystem, packages.nameAt(id).ecosystem, count)
  }
  for (const [code, count] of byTransitivity.entries()) {
    if (count > 0) addCount(counts.transitivity, dependencyTransitivities[code] ?? null, count)
  }
  for (const [set, count] of byLicenseSet.entries()) {
    if (count === 0) continue
    if (set === 0) addCount(counts.license, null, count)
    else for (const license of licenses.sets[set] ?? []) addCount(counts.license, license, count)
  }
  for (const [lacks, count] of byMissing.entries()) {
    if (count > 0) for (const part of lackedFieldBits(lacks)) addCount(counts.missing, part, count)
  }
  return { total, packages: names.size, projects: projects.size, notComparable: apart, counts }
}

/** The most frequent values of each facet, projects with their names, and the sums of the other values. */
async function facetValues(
  reader: Reader,
  deploymentId: number,
  counts: Record<DependencyFacetName, Counts>,
  search: { facet: DependencyFacetName; text: string } | undefined,
): Promise<Pick<DependencyFacets, 'facets' | 'rest'>> {
  const facets: DependencyFacets['facets'] = {}
  const rest: DependencyFacets['rest'] = {}
  for (const name of dependencyFacetNames) {
    const searched = search?.facet === name ? search.text : undefined
    const matchingValues =
      searched === undefined
        ? null
        : await valuesContaining(reader, deploymentId, name, counts[name], searched)
    const values = [...counts[name]]
      .filter(([value]) => matchingValues === null || matchingValues.has(value))
      .sort((one, other) => other[1] - one[1] || String(one[0]).localeCompare(String(other[0])))
    facets[name] = values
      .slice(0, maxValues)
      .map(([value, count]): CountedDependencyValue => ({ value, count }))
    const others = values.slice(maxValues)
    if (others.length > 0) {
      rest[name] = { values: others.length, count: others.reduce((sum, [, count]) => sum + count, 0) }
    }
  }
  const shown = facets['repositoryId'] ?? []
  const names = await namesOf(
    reader,
    deploymentId,
    shown.map(({ value }) => Number(value)),
  )
  facets['repositoryId'] = shown.map((project) => ({
    ...project,
    name: names.get(Number(project.value)) ?? null,
  }))
  return { facets, rest }
}

/** The values of a facet that contain a text, ignoring case; projects are searched by name. */
async function valuesContaining(
  reader: Reader,
  deploymentId: number,
  name: DependencyFacetName,
  counts: Counts,
  text: string,
): Promise<ReadonlySet<string | null>> {
  const lower = text.toLowerCase()
  if (name !== 'repositoryId') {
    return new Set([...counts.keys()].filter((value) => value?.toLowerCase().includes(lower)))
  }
  const rows = await reader
    .selectFrom('project')
    .select(['id', 'name'])
    .where('deployment_id', '=', deploymentId)
    .where('id', 'in', valuesOf([...counts.keys()].map(Number)))
    .execute()
  return new Set(rows.filter((row) => row.name.toLowerCase().includes(lower)).map((row) => String(row.id)))
}
