import type { DependencyGroup } from '#contract/responses/dependencies.ts'
import { getOrCreate } from '#lib/get-or-create.ts'
import type { ColumnStores } from '#server/columns/column-stores.ts'
import { flagBits } from './columns/columns.ts'
import { withColumns } from './columns/dependencies-kind.ts'
import type { Packages } from './columns/packages.ts'
import type { DependencyRequest } from './queries.ts'
import { scanInSlices } from './scan-rows.ts'
import { type Selection, selectionOf } from './selection.ts'

/** The number of open findings by package name, and per name by version; an empty version represents no version. */
export type OpenByPackage = ReadonlyMap<string, ReadonlyMap<string, number>>

/** Counts them in some projects; in all if undefined. */
export type CountOpen = (
  stores: ColumnStores,
  deploymentId: number,
  projects: readonly number[] | undefined,
) => Promise<OpenByPackage>

/** The maximum number of versions of a package in a response. */
const maxVersions = 100

export interface GroupPage {
  /** The number of preceding groups. */
  after: number
  size: number
  sort: 'name' | '-count' | '-projects' | '-openFindings'
}

/** Counts matching rows, as arrays indexed by package or by name. */
class PackageCounts {
  readonly count: Uint32Array
  readonly direct: Uint32Array
  readonly projects: Uint32Array
  #last: Int32Array

  constructor(size: number) {
    this.count = new Uint32Array(size)
    this.direct = new Uint32Array(size)
    this.projects = new Uint32Array(size)
    this.#last = new Int32Array(size).fill(-1)
  }

  add(at: number, count: number, direct: number) {
    this.count[at] = (this.count[at] ?? 0) + count
    this.direct[at] = (this.direct[at] ?? 0) + direct
  }

  /** Rows are sorted by project, so a project is new if it differs from the last one. */
  addProject(at: number, project: number) {
    if (this.#last[at] === project) return
    this.#last[at] = project
    this.projects[at] = (this.projects[at] ?? 0) + 1
  }

  at(index: number) {
    return {
      count: this.count[index] ?? 0,
      projects: this.projects[index] ?? 0,
      direct: this.direct[index] ?? 0,
    }
  }
}

/**
 * Returns the matching packages in the requested order, each with its matching versions, newest first. One pass over
 * the rows.
 */
export async function groupsOf(
  stores: ColumnStores,
  { deploymentId, filter }: DependencyRequest,
  page: GroupPage,
  countOpen: CountOpen,
) {
  const { columns, counts } = await withColumns(stores, deploymentId, async (_, columns) => ({
    columns,
    counts: columns.remember(['groups', filter], async () =>
      countPackages(await selectionOf(columns, filter)),
    ),
  }))
  const { packages } = columns
  const { versions, names, licenses, matching } = await counts
  const projects = filter?.repositoryId?.length ? filter.repositoryId : undefined
  const open = await countOpen(stores, deploymentId, projects)
  const order = orderOf(packages, names, open, page.sort)
  const visible = matching.toSorted(order).slice(page.after, page.after + page.size)
  const byName = new Map<number, number[]>(visible.map((at) => [at, []]))
  for (const [id, count] of versions.count.entries()) {
    if (count > 0) byName.get(packages.nameOf[id] ?? -1)?.push(id)
  }
  for (const [at, ids] of byName) {
    byName.set(
      at,
      ids.sort((one, other) => packages.newestFirst(one, other)),
    )
  }
  const groups = visible.map((at): DependencyGroup => {
    const ids = byName.get(at) ?? []
    const { ecosystem = '', name = '' } = packages.names[at] ?? {}
    // Findings do not reliably have an ecosystem, so packages with the same name share their findings.
    const openVersions = open.get(name)
    return {
      ...{ ecosystem, name },
      ...names.at(at),
      openFindings: sumOf(openVersions),
      versionCount: ids.length,
      versions: ids.slice(0, maxVersions).map((id) => ({
        version: packages.versions[id] ?? '',
        ...versions.at(id),
        licenses: licenses.licensesOf(id, columns.licenses.sets),
        openFindings: packages
          .versionsOf(id)
          .reduce((sum, version) => sum + (openVersions?.get(version) ?? 0), 0),
      })),
    }
  })
  const end = page.after + groups.length
  return {
    groups,
    total: matching.length,
    cursor: String(end),
    hasMore: end < matching.length,
  }
}

/** Counts matching rows by package and by name, in one pass over the rows. */
async function countPackages(selection: Selection) {
  const { packages } = selection.columns
  const nameOf = Uint32Array.from(packages.nameOf)
  const versions = new PackageCounts(packages.size)
  const names = new PackageCounts(packages.names.length)
  const licenses = new LicensesOfPackages(packages.size)
  // By package, the counts of indirect and of direct dependencies.
  const counts = new Uint32Array(packages.size * 2)
  await scanInSlices(selection, ({ project, rows, count, at }) => {
    for (let index = 0; index < count; index++) {
      const row = at[index] ?? 0
      const id = rows[row + 1] ?? 0
      const lacksCode = rows[row + 2] ?? 0
      const isDirect = (lacksCode & flagBits.transitivity) === 0
      const countIndex = id * 2 + (isDirect ? 1 : 0)
      counts[countIndex] = (counts[countIndex] ?? 0) + 1
      licenses.add(id, lacksCode >>> flagBits.licenses)
      versions.addProject(id, project)
      names.addProject(nameOf[id] ?? 0, project)
    }
  })
  for (let id = 0; id < packages.size; id++) {
    const direct = counts[id * 2 + 1] ?? 0
    const count = (counts[id * 2] ?? 0) + direct
    versions.add(id, count, direct)
    names.add(nameOf[id] ?? 0, count, direct)
  }
  const matching: number[] = []
  for (const [at, count] of names.count.entries()) if (count > 0) matching.push(at)
  return { versions, names, licenses, matching }
}

const sumOf = (versions: ReadonlyMap<string, number> | undefined) =>
  [...(versions?.values() ?? [])].reduce((sum, count) => sum + count, 0)

function orderOf(packages: Packages, counted: PackageCounts, open: OpenByPackage, sort: GroupPage['sort']) {
  const name = (at: number) => packages.names[at]
  const byName = (one: number, other: number) =>
    compareText(name(one)?.lower ?? '', name(other)?.lower ?? '') ||
    compareText(name(one)?.ecosystem ?? '', name(other)?.ecosystem ?? '') ||
    compareText(name(one)?.name ?? '', name(other)?.name ?? '')
  if (sort === 'name') return byName
  if (sort === '-openFindings') {
    const counts = new Map([...open].map(([packageName, versions]) => [packageName, sumOf(versions)]))
    const count = (at: number) => counts.get(name(at)?.name ?? '') ?? 0
    return (one: number, other: number) => count(other) - count(one) || byName(one, other)
  }
  const counts = sort === '-count' ? counted.count : counted.projects
  return (one: number, other: number) => (counts[other] ?? 0) - (counts[one] ?? 0) || byName(one, other)
}

const compareText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** The licenses of each package's rows: nearly always one list, so only others are stored separately. */
class LicensesOfPackages {
  #first: Int32Array
  #others = new Map<number, Set<number>>()

  constructor(size: number) {
    this.#first = new Int32Array(size).fill(-1)
  }

  add(id: number, set: number) {
    const first = this.#first[id]
    if (first === set) return
    if (first === -1) this.#first[id] = set
    else getOrCreate(this.#others, id, () => new Set<number>()).add(set)
  }

  licensesOf(id: number, sets: readonly (readonly string[])[]): string[] {
    const all = [this.#first[id] ?? 0, ...(this.#others.get(id) ?? [])].flatMap((set) => sets[set] ?? [])
    return [...new Set(all)].sort()
  }
}
