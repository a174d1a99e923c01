import spdx from 'spdx-license-list'
import type { LicenseCount } from '#contract/answers/dependencies.ts'
import type { Database } from '#server/db/database.ts'
import { familyOf } from './license-families.ts'
import { marks } from './memory/columns.ts'
import { view } from './memory/memory.ts'
import type { Asked } from './queries.ts'
import { scanInTurns } from './scan.ts'
import { type Selection, selectionOf } from './selection.ts'

interface Tally {
  dependencies: number
  /** By name, as the list of packages has them. */
  packages: Set<number>
  projects: Set<number>
}

/** Each license with the packages, dependencies and projects that name it; those with most packages first. */
export async function licensesOf(
  database: Database,
  { deploymentId, filter }: Asked,
): Promise<LicenseCount[]> {
  const counted = view(database, async (_, columns) => ({
    counts: columns.remember(['licenses', deploymentId, filter], () =>
      countLicenses(selectionOf(columns, deploymentId, filter)),
    ),
  }))
  return (await counted).counts
}

/** Counts everything in one look at each row. */
async function countLicenses(selection: Selection): Promise<LicenseCount[]> {
  const { licenses, packages } = selection.columns
  const dependencies = new Uint32Array(licenses.sets.length)
  const bySet = licenses.sets.map(() => ({ packages: new Set<number>(), projects: new Set<number>() }))
  // By list the project that was put in last: rows come project by project.
  const lastProject = new Int32Array(licenses.sets.length).fill(-1)
  // By package the list that it was last put under: nearly always the only one it has.
  const putUnder = new Int32Array(packages.size).fill(-1)
  await scanInTurns(selection, ({ project, rows, count, at }) => {
    for (let index = 0; index < count; index++) {
      const row = at[index] ?? 0
      const id = rows[row + 1] ?? 0
      const set = (rows[row + 2] ?? 0) >>> marks.licenses
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
  const found = new Map<string | null, Tally>()
  for (const [set, sets] of bySet.entries()) {
    const tally: Tally = { dependencies: dependencies[set] ?? 0, ...sets }
    if (tally.dependencies === 0) continue
    for (const license of set === 0 ? [null] : (licenses.sets[set] ?? [])) {
      const known = found.get(license)
      found.set(license, known ? together(known, tally) : tally)
    }
  }
  return [...found]
    .map(counted)
    .sort(
      (one, other) =>
        other.packages - one.packages ||
        other.dependencies - one.dependencies ||
        String(one.value).localeCompare(String(other.value)),
    )
}

const together = (one: Tally, other: Tally): Tally => ({
  dependencies: one.dependencies + other.dependencies,
  packages: new Set([...one.packages, ...other.packages]),
  projects: new Set([...one.projects, ...other.projects]),
})

function counted([value, tally]: [string | null, Tally]): LicenseCount {
  const listed = value !== null && Object.hasOwn(spdx, value) ? spdx[value] : undefined
  return {
    value,
    name: listed?.name ?? null,
    url: listed ? `https://spdx.org/licenses/${value}.html` : null,
    family: value === null ? null : familyOf(value),
    dependencies: tally.dependencies,
    packages: tally.packages.size,
    projects: tally.projects.size,
  }
}
