import { sql } from 'kysely'
import { getOrCreate } from '#lib/get-or-create.ts'
import { comparedVersion } from '#server/base/purl.ts'
import { allocateBuffer } from '#server/base/thread.ts'
import type { Turn } from '#server/columns/column-kind.ts'
import type { ArrayRow, RowReader } from '#server/db/database.ts'
import { unindexed, valuesOf } from '#server/db/sql.ts'
import { LicenseSets } from './license-sets.ts'
import { addName, emptyFilter, type NameBloomFilters, wordsPerFilter } from './name-bloom-filters.ts'
import { Packages, type PackagesData } from './packages.ts'

/** The dependencies of one lockfile of a primary branch. */
export interface LockfileRows {
  readonly id: number
  readonly path: string
  /** For each row its id, package and flags in sequence; ids ascend. */
  readonly rows: Uint32Array
  /** A filter of the package names that the rows may have. */
  readonly names: NameBloomFilters
}

/** The number of elements of a row in `rows`. */
export const rowWidth = 3

/**
 * The flags of a row: two bits of transitivity, bits for the fields that are known, and above them the number of its
 * license set.
 */
export const flagBits = {
  transitivity: 0b11,
  hash: 0b100,
  relationship: 0b1000,
  purl: 0b10000,
  licenses: 5,
} as const

/** The content of the columns, for a file or another thread: rows and names of all lockfiles in sequence. */
export interface DependencyColumnsData {
  packages: PackagesData
  licenses: string[]
  lockfiles: { project: number; id: number; path: string; length: number }[]
  rows: Uint32Array
  names: Uint32Array
}

const maxRememberedSelections = 30
/** Rows per read. */
const rowsPerChunk = 20_000
const lockfilesPerChunk = 200

/** The selected columns of a dependency. */
const selectedColumns = `lockfile_id, project_id, id, ecosystem, name, version,
  transitivity + case when hashes_json <> '[]' then 4 else 0 end + case when requires_json is not null then 8 else 0 end
  + case when purl is not null then 16 else 0 end, licenses_json,
  case when purl like '%epoch=%' then purl end`

/**
 * The dependencies of a deployment's primary branches as numbers in memory, 12 bytes each and 128 per lockfile, by
 * project and lockfile: a filter tests five million of them in some 30 ms, which no index does for all filters. Names,
 * versions and licenses are stored once.
 */
export class DependencyColumns {
  readonly packages: Packages
  readonly licenses = new LicenseSets()
  #selectionCache = new Map<string, Promise<unknown>>()
  readonly #projects = new Map<number, Map<number, LockfileRows>>()
  /** The location of each lockfile. */
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

  /** The lockfiles by project; those without dependencies are left out. */
  get projects(): ReadonlyMap<number, ReadonlyMap<number, LockfileRows>> {
    return this.#projects
  }

  /**
   * Returns a result that is computed once for the same rows, since a page is opened more often than a scan changes it.
   * @param question the cache key, which must be unique among all computations and include the filter.
   */
  remember<T>(question: unknown, workOut: () => Promise<T>): Promise<T> {
    const key = JSON.stringify(question)
    // parse: each key has one type of value.
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
      const onPrimary = rows.filter((row) => row[9] === 1)
      this.#put(onPrimary, await pathsOf(reader, deploymentId, onPrimary))
      const lastId = rows.at(-1)?.[2]
      if (lastId === undefined) return
      last = Number(lastId)
    }
  }

  /** Reloads lockfiles that are new, changed or deleted. */
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

  /** Appends rows to their lockfiles. Consecutive rows of one lockfile are appended together. */
  #put(rows: readonly ArrayRow[], paths: ReadonlyMap<number, string>) {
    this.#selectionCache.clear()
    // One array for all lockfiles: a small one for each of ten thousands of lockfiles would take twice the memory.
    const slab = new Uint32Array(allocateBuffer(rows.length * rowWidth * 4))
    for (let from = 0; from < rows.length; ) {
      const [lockfile, project] = (rows[from] ?? []).map(Number)
      let to = from + 1
      while (to < rows.length && rows[to]?.[0] === lockfile) to++
      const home = this.#locationOf(project ?? 0)
      const id = lockfile ?? 0
      const known = home.get(id)
      const before = known?.rows ?? new Uint32Array()
      // Readers may still use the flags of the existing rows.
      const names = known?.names.slice() ?? emptyFilter()
      const added = slab.subarray(from * rowWidth, to * rowWidth)
      for (let at = 0; from < to; from++) {
        const row = rows[from] ?? []
        added[at++] = Number(row[2])
        const sent = String(row[5])
        const version = row[8] === null ? sent : comparedVersion(sent, String(row[8]))
        const packageId = this.packages.intern(String(row[3]), String(row[4]), version, sent)
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

/** The paths of the lockfiles that the rows belong to. */
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
