import type { CountedDependencyValue, DependencyFacets } from '#contract/answers/dependencies.ts'
import { type DependencyFacetName, dependencyFacetNames, missingParts } from '#contract/dependencies.ts'
import type { Database, Reader } from '#server/db/database.ts'
import { view } from './memory/memory.ts'
import { type Asked, namesOf } from './queries.ts'
import { bound } from './rows.ts'
import { bits, lackedParts, scan, selectionOf, transitivityWords } from './selection.ts'

/** Values of one facet in an answer; the others are counted together. */
const valuesAtMost = 100

type Counts = Map<string | null, number>

const add = (counts: Counts, value: string | null, count: number) =>
  counts.set(value, (counts.get(value) ?? 0) + count)

/**
 * Counts the values of each filter with every filter but its own, most frequent first, and what matches in all: rows,
 * different package names, projects. One look at each row.
 * @param search a facet, and a text that its values are to hold, in any case.
 */
export function dependencyFacetsOf(
  database: Database,
  { deploymentId, filter }: Asked,
  search?: { facet: DependencyFacetName; text: string },
): Promise<DependencyFacets> {
  return view(database, async (reader, columns) => {
    const selection = selectionOf(columns, deploymentId, filter)
    const { packages, licences } = columns
    const byPackage = new Uint32Array(packages.size)
    const bySet = new Uint32Array(licences.sets.length)
    const byTransitivity = new Uint32Array(transitivityWords.length)
    const byLack = new Uint32Array(1 << missingParts.length)
    const byProject = new Map<number, number>()
    const byPath = new Map<string, number>()
    const hasName = new Uint8Array(packages.names.length)
    const projects = new Set<number>()
    let total = 0
    // Rows come lockfile by lockfile, so that what is counted by project and path is put down once for each.
    const file = { lockfile: 0, project: 0, path: '', ofProject: 0, ofPath: 0, matching: 0 }
    const putDown = () => {
      if (file.ofProject > 0) byProject.set(file.project, (byProject.get(file.project) ?? 0) + file.ofProject)
      if (file.ofPath > 0) byPath.set(file.path, (byPath.get(file.path) ?? 0) + file.ofPath)
      if (file.matching > 0) projects.add(file.project)
      total += file.matching
      file.ofProject = file.ofPath = file.matching = 0
    }
    scan(
      selection,
      (row) => {
        const { fails } = row
        if (row.lockfile !== file.lockfile) {
          putDown()
          file.lockfile = row.lockfile
          file.project = row.project
          file.path = row.path
        }
        // Nothing but the facet's own filter may fail.
        if ((fails & ~bits.ecosystem) === 0) byPackage[row.package] = (byPackage[row.package] ?? 0) + 1
        if ((fails & ~bits.license) === 0) bySet[row.licences] = (bySet[row.licences] ?? 0) + 1
        if ((fails & ~bits.transitivity) === 0) {
          byTransitivity[row.transitivity] = (byTransitivity[row.transitivity] ?? 0) + 1
        }
        if ((fails & ~bits.missing) === 0) byLack[row.lacks] = (byLack[row.lacks] ?? 0) + 1
        if ((fails & ~bits.repositoryId) === 0) file.ofProject++
        if ((fails & ~bits.lockfilePath) === 0) file.ofPath++
        if (fails !== 0) return
        file.matching++
        hasName[packages.nameOf[row.package] ?? 0] = 1
      },
      true,
    )
    putDown()
    const found: Record<DependencyFacetName, Counts> = {
      ecosystem: new Map(),
      transitivity: new Map(),
      license: new Map(),
      repositoryId: new Map([...byProject].map(([id, count]) => [String(id), count])),
      lockfilePath: new Map(byPath),
      missing: new Map(),
    }
    for (const [id, count] of byPackage.entries()) {
      if (count > 0) add(found.ecosystem, packages.nameAt(id).ecosystem, count)
    }
    for (const [code, count] of byTransitivity.entries()) {
      if (count > 0) add(found.transitivity, transitivityWords[code] ?? null, count)
    }
    for (const [set, count] of bySet.entries()) {
      if (count === 0) continue
      if (set === 0) add(found.license, null, count)
      else for (const licence of licences.sets[set] ?? []) add(found.license, licence, count)
    }
    for (const [lacks, count] of byLack.entries()) {
      if (count > 0) for (const part of lackedParts(lacks)) add(found.missing, part, count)
    }
    return {
      total,
      packages: hasName.reduce((sum, has) => sum + has, 0),
      projects: projects.size,
      ...(await told(reader, found, search)),
    }
  })
}

/** The most frequent values of each facet, projects with their names, and what the others come to. */
async function told(
  reader: Reader,
  found: Record<DependencyFacetName, Counts>,
  search: { facet: DependencyFacetName; text: string } | undefined,
): Promise<Pick<DependencyFacets, 'facets' | 'rest'>> {
  const facets: DependencyFacets['facets'] = {}
  const rest: DependencyFacets['rest'] = {}
  for (const name of dependencyFacetNames) {
    const searched = search?.facet === name ? search.text : undefined
    const held = searched === undefined ? null : await holding(reader, name, found[name], searched)
    const values = [...found[name]]
      .filter(([value]) => held === null || held.has(value))
      .sort((one, other) => other[1] - one[1] || String(one[0]).localeCompare(String(other[0])))
    facets[name] = values
      .slice(0, valuesAtMost)
      .map(([value, count]): CountedDependencyValue => ({ value, count }))
    const others = values.slice(valuesAtMost)
    if (others.length > 0) {
      rest[name] = { values: others.length, count: others.reduce((sum, [, count]) => sum + count, 0) }
    }
  }
  const shown = facets['repositoryId'] ?? []
  const names = await namesOf(
    reader,
    shown.map(({ value }) => Number(value)),
  )
  facets['repositoryId'] = shown.map((one) => ({ ...one, name: names.get(Number(one.value)) ?? null }))
  return { facets, rest }
}

/** The values of a facet that hold a text, in any case; of projects it is their name that does. */
async function holding(
  reader: Reader,
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
    .where('id', 'in', bound([...counts.keys()].map(Number)))
    .execute()
  return new Set(rows.filter((row) => row.name.toLowerCase().includes(lower)).map((row) => String(row.id)))
}
