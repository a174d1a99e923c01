import spdx from 'spdx-license-list'
import type { LicenceCount } from '#contract/answers/dependencies.ts'
import type { Database } from '#server/db/database.ts'
import { familyOf } from './licence-families.ts'
import { view } from './memory/memory.ts'
import type { Asked } from './queries.ts'
import { scan, selectionOf } from './selection.ts'

interface Tally {
  dependencies: number
  packages: Set<number>
  projects: Set<number>
  /** The project that was put in last: rows come project by project. */
  lastProject: number
}

const emptyTally = (): Tally => ({
  dependencies: 0,
  packages: new Set(),
  projects: new Set(),
  lastProject: -1,
})

/** Each licence with the packages, dependencies and projects that name it; those with most packages first. */
export function licencesOf(database: Database, { deploymentId, filter }: Asked): Promise<LicenceCount[]> {
  return view(database, async (_, columns) => {
    const { licences, packages } = columns
    const bySet: (Tally | undefined)[] = []
    // By package the list that it was last put under: nearly always the only one it has.
    const putUnder = new Int32Array(packages.size).fill(-1)
    scan(selectionOf(columns, deploymentId, filter), (row) => {
      let tally = bySet[row.licences]
      if (!tally) {
        tally = emptyTally()
        bySet[row.licences] = tally
      }
      tally.dependencies++
      if (putUnder[row.package] !== row.licences) {
        putUnder[row.package] = row.licences
        tally.packages.add(row.package)
      }
      if (tally.lastProject === row.project) return
      tally.lastProject = row.project
      tally.projects.add(row.project)
    })
    const found = new Map<string | null, Tally>()
    for (const [set, tally] of bySet.entries()) {
      if (!tally) continue
      for (const licence of set === 0 ? [null] : (licences.sets[set] ?? [])) {
        const known = found.get(licence)
        found.set(licence, known ? together(known, tally) : tally)
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
  })
}

const together = (one: Tally, other: Tally): Tally => ({
  ...emptyTally(),
  dependencies: one.dependencies + other.dependencies,
  packages: new Set([...one.packages, ...other.packages]),
  projects: new Set([...one.projects, ...other.projects]),
})

function counted([value, tally]: [string | null, Tally]): LicenceCount {
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
