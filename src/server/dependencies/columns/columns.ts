import { sql } from 'kysely'
import { getOrCreate } from '#lib/get-or-create.ts'
import type { Turn } from '#server/columns/public.ts'
import type { ArrayRow, RowReader } from '#server/db/database.ts'
import { unindexed, valuesOf } from '#server/db/sql.ts'
import { allocateBuffer } from '#server/thread.ts'
import { LicenseSets } from './license-sets.ts'
import { addName, emptyFilter, type NameBloomFilters, wordsPerFilter } from './name-bloom-filters.ts'
import { Packages, type PackagesData } from './packages.ts'

/** The dependencies of one lockfile of a primary branch. */
export interface LockfileRows {
  readonly id: number
  readonly path: string
  /** Of each row its id, its package and its marks, one after the other; ids ascend. */
  readonly rows: Uint32Array
  /** Which package names they may have. */
  readonly names: NameBloomFilters
}

/** How many numbers a row takes in `rows`. */
export const rowWidth = 3

/** What a row's marks say: two bits of transitivity, what is known of it, and above them the number of its licenses. */
export const flagBits = {
  transitivity: 0b11,
  hash: 0b100,
  relationship: 0b1000,
  purl: 0b10000,
  licenses: 5,
} as const

/** What the columns consist of, for a file or another thread: rows and names of all lockfiles, one after the other. */
export interface DependencyColumnsData {
  packages: PackagesData
  licenses: string[]
  lockfiles: { project: number; id: number; path: string; length: number }[]
  rows: Uint32Array
  names: Uint32Array
}

const maxRememberedSelections = 30
/** Read at once. */
const rowsPerChunk = 20_000
const lockfilesPerChunk = 200

/** What is read of a dependency. */
const selectedColumns = `lockfile_id, project_id, id, ecosystem, name, version,
  transitivity + case when hashes_json <> '[]' then 4 else 0 end + case when requires_json is not null then 8 else 0 end
  + case when purl is not null then 16 else 0 end, licenses_json`

/**
 * The dependencies of a deployment's primary branches as numbers in memory, 12 bytes each and 128 a lockfile, by project
 * and lockfile: a filter looks at each of five million in some 30 ms, which no index does for all filters. Names, versions
 * and licenses stand once.
 */
export class DependencyColumns {
  readonly packages: Packages
  readonly licenses = new LicenseSets()
  #selectionCache = new Map<string, Promise<unknown>>()
  readonly #projects = new Map<number, Map<number, LockfileRows>>()
  /** Where a lockfile stands. */
  #lockfileLocations = new Map<number, Map<number, LockfileRows>>()

  /** @param parts of columns that another thread filled. */
  constructor(parts?: DependencyColumnsData) {
    this.packages = new Packages(parts?.packages)
    if (!parts) return
    for (const json of parts.licenses) this.licenses.intern(json)
    let from = 0
    for (const [at, { project, id, path, length }] of parts.lockfiles.entries()) {
      const rows = parts.rows.subarray(from, from + length)
      const names = parts.names.subarray(at * wordsPerFilter, (at + 1) * wordsPerFilter)
      const home = this.#locationOf(project)
      home.set(id, { id, path, rows, names })
      this.#lockfileLocations.set(id, home)
      from += length
    }
  }

  toData(): DependencyColumnsData {
    const homes = [...this.#projects].flatMap(([project, home]) =>
      [...home.values()].map((lockfile) => ({ project, lockfile })),
    )
    return {
      packages: this.packages.parts(),
      licenses: this.licenses.jsons(),
      lockfiles: homes.map(({ project, lockfile: { id, path, rows } }) => {
        return { project, id, path, length: rows.length }
      }),
      rows: concatenate(homes.map(({ lockfile }) => lockfile.rows)),
      names: concatenate(homes.map(({ lockfile }) => lockfile.names)),
    }
  }

  /** The lockfiles by project; those without dependencies are missing. */
  get projects(): ReadonlyMap<number, ReadonlyMap<number, LockfileRows>> {
    return this.#projects
  }

  /**
   * What was worked out before from the same rows, is being worked out, or is from now on: a page is opened more often
   * than a scan changes it.
   * @param question what tells it from every other one, its filter included.
   */
  remember<T>(question: unknown, workOut: () => Promise<T>): Promise<T> {
    const key = JSON.stringify(question)
    // parse: the question names what is worked out.
    const known = this.#selectionCache.get(key) as Promise<T> | undefined
    if (known) return known
    const projects = workOut()
    if (this.#selectionCache.size >= maxRememberedSelections) this.#selectionCache.clear()
    this.#selectionCache.set(key, projects)
    projects.catch(() => this.#selectionCache.delete(key))
    return projects
  }

  /** Reads all dependencies of a deployment. */
  async load(reader: RowReader, deploymentId: number, turn: Turn): Promise<void> {
    for (let last = 0; ; await turn()) {
      const page = sql`select ${sql.raw(selectedColumns)}, on_primary from dependency
        where deployment_id = ${deploymentId} and id > ${last} order by id limit ${rowsPerChunk}`
      const rows = await reader.arrays(page.compile(reader.read))
      const onPrimary = rows.filter((row) => row[8] === 1)
      this.#put(onPrimary, await pathsOf(reader, deploymentId, onPrimary))
      const lastId = rows.at(-1)?.[2]
      if (lastId === undefined) return
      last = Number(lastId)
    }
  }

  /** Reads some lockfiles again, which are new, changed or gone. */
  async reload(
    reader: RowReader,
    deploymentId: number,
    lockfiles: readonly number[],
    turn: Turn,
  ): Promise<void> {
    for (let from = 0; from < lockfiles.length; from += lockfilesPerChunk) {
      if (from > 0) await turn()
      await this.#reloadSome(reader, deploymentId, lockfiles.slice(from, from + lockfilesPerChunk))
    }
  }

  async #reloadSome(reader: RowReader, deploymentId: number, lockfiles: readonly number[]) {
    const changed = sql`select ${sql.raw(selectedColumns)} from dependency
      where deployment_id = ${deploymentId} and lockfile_id in ${valuesOf(lockfiles)}
        and ${unindexed('on_primary')} = 1
      order by lockfile_id, id`
    const rows = await reader.arrays(changed.compile(reader.read))
    const paths = await pathsOf(reader, deploymentId, rows)
    this.#selectionCache.clear()
    for (const id of lockfiles) {
      this.#lockfileLocations.get(id)?.delete(id)
      this.#lockfileLocations.delete(id)
    }
    this.#put(rows, paths)
  }

  /** Puts rows behind those that their lockfiles have. Rows of one lockfile that follow each other are put at once. */
  #put(rows: readonly ArrayRow[], paths: ReadonlyMap<number, string>) {
    this.#selectionCache.clear()
    // One array for all: a small one for each of ten thousands of lockfiles would take twice the room.
    const slab = new Uint32Array(allocateBuffer(rows.length * rowWidth * 4))
    for (let from = 0; from < rows.length; ) {
      const [lockfile, project] = (rows[from] ?? []).map(Number)
      let to = from + 1
      while (to < rows.length && rows[to]?.[0] === lockfile) to++
      const home = this.#locationOf(project ?? 0)
      const id = lockfile ?? 0
      const known = home.get(id)
      const before = known?.rows ?? new Uint32Array()
      // Others may still read the marks of the rows that are here already.
      const names = known?.names.slice() ?? emptyFilter()
      const added = slab.subarray(from * rowWidth, to * rowWidth)
      for (let at = 0; from < to; from++) {
        const row = rows[from] ?? []
        added[at++] = Number(row[2])
        const packageId = this.packages.intern(String(row[3]), String(row[4]), String(row[5]))
        addName(names, this.packages.nameOf[packageId] ?? 0)
        added[at++] = packageId
        added[at++] = Number(row[6]) | (this.licenses.intern(String(row[7])) << flagBits.licenses)
      }
      home.set(id, {
        id,
        path: paths.get(id) ?? '',
        rows: before.length === 0 ? added : concatenate([before, added]),
        names,
      })
      this.#lockfileLocations.set(id, home)
    }
  }

  #locationOf(project: number): Map<number, LockfileRows> {
    return getOrCreate(this.#projects, project, () => new Map())
  }
}

function concatenate(allRows: readonly Uint32Array[]): Uint32Array {
  const ids = new Uint32Array(allocateBuffer(4 * allRows.reduce((sum, one) => sum + one.length, 0)))
  let at = 0
  for (const one of allRows) {
    ids.set(one, at)
    at += one.length
  }
  return ids
}

/** The paths of the lockfiles that rows belong to. */
async function pathsOf(
  reader: RowReader,
  deploymentId: number,
  rows: readonly ArrayRow[],
): Promise<Map<number, string>> {
  const projects = await reader.read
    .selectFrom('lockfile')
    .select(['id', 'path'])
    .where('deployment_id', '=', deploymentId)
    .where('id', 'in', valuesOf(new Set(rows.map((row) => Number(row[0])))))
    .execute()
  return new Map(projects.map(({ id, path }) => [id, path]))
}
