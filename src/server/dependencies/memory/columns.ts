import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { held } from '#lib/held.ts'
import { LicenceSets } from './licence-sets.ts'
import { Packages } from './packages.ts'

/** The dependencies of one lockfile of a primary branch. */
export interface LockfileRows {
  readonly id: number
  readonly path: string
  /** Of each row its id, its package and its marks, one after the other; ids ascend. */
  readonly rows: Uint32Array
}

/** How many numbers a row takes in `rows`. */
export const width = 3

/** What a row's marks say: two bits of transitivity, what is known of it, and above them the number of its licences. */
export const marks = {
  transitivity: 0b11,
  hash: 0b100,
  relationship: 0b1000,
  purl: 0b10000,
  licences: 5,
} as const

type Projects = Map<number, Map<number, LockfileRows>>

const columns = `dependency.lockfile_id, dependency.deployment_id, dependency.project_id, lockfile.path, dependency.id,
  dependency.ecosystem, dependency.name, dependency.version,
  dependency.transitivity + 4 * (dependency.hashes_json <> '[]') + 8 * (dependency.requires_json is not null)
    + 16 * (dependency.purl is not null),
  dependency.licenses_json`

/**
 * The dependencies of all primary branches as numbers in memory, 12 bytes each, by deployment, project and lockfile: a
 * filter looks at each of five million in some 30 ms, which no index does for all filters. Names, versions and licences
 * stand once.
 */
export class Columns {
  readonly packages = new Packages()
  readonly licences = new LicenceSets()
  #deployments = new Map<number, Projects>()
  /** Where a lockfile stands. */
  #homes = new Map<number, Map<number, LockfileRows>>()

  /** The lockfiles of a deployment by project; those without dependencies are missing. */
  projects(deploymentId: number): ReadonlyMap<number, ReadonlyMap<number, LockfileRows>> {
    return this.#deployments.get(deploymentId) ?? new Map()
  }

  /** Takes lockfiles as they now stand in the database, or are no longer there. One statement for all of them. */
  take(connection: DatabaseSync, lockfiles: readonly number[]) {
    for (const id of lockfiles) this.#homes.get(id)?.delete(id)
    const statement = connection.prepare(
      `select ${columns} from dependency join lockfile on lockfile.id = dependency.lockfile_id
       where dependency.lockfile_id in (select value from json_each(?)) and dependency.on_primary = 1
       order by dependency.lockfile_id, dependency.id`,
    )
    statement.setReturnArrays(true)
    let current:
      | { place: readonly [deployment: number, project: number, path: string]; id: number }
      | undefined
    let numbers: number[] = []
    const finish = () => {
      if (!current) return
      const [deployment, project, path] = current.place
      const home = this.#homeOf(deployment, project)
      home.set(current.id, { id: current.id, path, rows: Uint32Array.from(numbers) })
      this.#homes.set(current.id, home)
      numbers = []
    }
    // parse: `setReturnArrays` gives each row as a list, which the types do not know.
    for (const row of statement.iterate(JSON.stringify(lockfiles)) as Iterable<unknown> as Iterable<
      SQLOutputValue[]
    >) {
      const id = Number(row[0])
      if (current?.id !== id) {
        finish()
        current = { id, place: [Number(row[1]), Number(row[2]), String(row[3])] }
      }
      const found = this.packages.intern(String(row[5]), String(row[6]), String(row[7]))
      const said = Number(row[8]) | (this.licences.intern(String(row[9])) << marks.licences)
      numbers.push(Number(row[4]), found, said)
    }
    finish()
  }

  #homeOf(deployment: number, project: number): Map<number, LockfileRows> {
    const projects = held(this.#deployments, deployment, () => new Map())
    return held(projects, project, () => new Map())
  }
}
