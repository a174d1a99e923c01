import spdx from 'spdx-license-list'
import type { LicenseCount } from '#contract/responses/dependencies.ts'
import type { ColumnStores } from '#server/columns/column-stores.ts'
import { flagBits } from './columns/columns.ts'
import { withColumns } from './columns/dependencies-kind.ts'
import { familyOf } from './license-families.ts'
import type { DependencyRequest } from './queries.ts'
import { scanInSlices } from './scan-rows.ts'
import { type Selection, selectionOf } from './selection.ts'

interface Tally {
  dependencies: number
  /** By name, as in the list of packages. */
  packages: Set<number>
  projects: Set<number>
}

/** Returns each license with the packages, dependencies and projects that have it, sorted by packages, descending. */
export async function licensesOf(
  stores: ColumnStores,
  { deploymentId, filter }: DependencyRequest,
): Promise<LicenseCount[]> {
  const licenseCountOf = withColumns(stores, deploymentId, async (_, columns) => ({
    counts: columns.remember(['licenses', filter], async () =>
      countLicenses(await selectionOf(columns, filter)),
    ),
  }))
  return (await licenseCountOf).counts
}

/** Counts everything in one pass over the rows. */
async function countLicenses(selection: Selection): Promise<LicenseCount[]> {
  const { licenses, packages } = selection.columns
  const dependencies = new Uint32Array(licenses.sets.length)
  const bySet = licenses.sets.map(() => ({ packages: new Set<number>(), projects: new Set<number>() }))
  // By license list the last counted project: rows are sorted by project.
  const lastProject = new Int32Array(licenses.sets.length).fill(-1)
  // By package the license list that it was last added to: nearly always its only one.
  const putUnder = new Int32Array(packages.size).fill(-1)
  await scanInSlices(selection, ({ project, rows, count, at }) => {
    for (let index = 0; index < count; index++) {
      const row = at[index] ?? 0
      const id = rows[row + 1] ?? 0
      const set = (rows[row + 2] ?? 0) >>> flagBits.licenses
      dependencies[set] = (dependencies[set] ?? 0) + 1
      if (putUnder[id] !== set) {
        putUnder[id] = set
        bySet[set]?.packages.add(packages.nameOf[id] ?? -1)
      }
      if (lastProject[set] === project) continue
      lastProject[set] = project
      bySet[set]?.projects.add(project)
    }
  })
  const tallies = new Map<string | null, Tally>()
  for (const [set, sets] of bySet.entries()) {
    const tally: Tally = { dependencies: dependencies[set] ?? 0, ...sets }
    if (tally.dependencies === 0) continue
    for (const license of set === 0 ? [null] : (licenses.sets[set] ?? [])) {
      const known = tallies.get(license)
      tallies.set(license, known ? addTallies(known, tally) : tally)
    }
  }
  return [...tallies]
    .map(licenseCountOf)
    .sort(
      (one, other) =>
        other.packages - one.packages ||
        other.dependencies - one.dependencies ||
        String(one.value).localeCompare(String(other.value)),
    )
}

const addTallies = (one: Tally, other: Tally): Tally => ({
  dependencies: one.dependencies + other.dependencies,
  packages: new Set([...one.packages, ...other.packages]),
  projects: new Set([...one.projects, ...other.projects]),
})

function licenseCountOf([value, tally]: [string | null, Tally]): LicenseCount {
  const knownLicense = value !== null && Object.hasOwn(spdx, value) ? spdx[value] : undefined
  return {
    value,
    name: knownLicense?.name ?? null,
    url: knownLicense ? `https://spdx.org/licenses/${value}.html` : null,
    family: value === null ? null : familyOf(value),
    dependencies: tally.dependencies,
    packages: tally.packages.size,
    projects: tally.projects.size,
  }
}
