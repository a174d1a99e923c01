import type { Database, Reader } from '#server/db/database.ts'
import { readLong } from '#server/db/long-read.ts'
import { valuesOf } from '#server/db/sql.ts'
import { PathMatching, type PathOwners } from './match-paths.ts'
import { noOwner, readCodeowners } from './rules.ts'

/** Findings whose paths are matched at a time: for fewer, threads would start too often. */
const findingsPerMatch = 10_000
const idsPerRead = 2000

/** What a job that runs here needs: which findings it looks at, and their owners by `CODEOWNERS` files. */
export class JobOwners {
  readonly #deploymentId: number
  readonly #project: number | null
  readonly #stopping: AbortSignal
  /** How often the job had begun when this was read: it begins again when a file changes. */
  readonly round: number
  /** The findings of a project, ascending; null for a job of all findings, which needs no list. */
  #ids: Int32Array | null = null
  readonly #matchings = new Map<number, PathMatching>()
  /** Projects whose file takes too much to match. */
  readonly refused = new Set<number>()
  /** The owners of paths, by project; null for a project without a file. */
  #owners = new Map<number, Map<string, string | null> | null>()
  /** The findings whose paths are matched: those above the first, up to the second. */
  #matched: [number, number] = [0, 0]

  constructor(
    { deploymentId, project, round }: { deploymentId: number; project: number | null; round: number },
    stopping: AbortSignal,
  ) {
    this.#deploymentId = deploymentId
    this.#project = project
    this.round = round
    this.#stopping = stopping
  }

  /** Reads what the findings after one need. */
  async load(database: Database, after: number): Promise<void> {
    if (this.#project !== null) this.#ids ??= await this.#readIds(database, this.#project)
    const [from, until] = this.#matched
    if (after >= from && after < until) return
    const batch = this.batch(after, findingsPerMatch)
    const rows = await this.#readPaths(database.read, after, batch)
    const ids = batch ?? rows.map(({ id }) => id)
    const last = ids.length < findingsPerMatch ? undefined : ids.at(-1)
    const byProject = Map.groupBy(rows, (row) => row.project_id)
    const withFile = await this.#projectsWithFile(database.read, [...byProject.keys()])
    this.#owners = new Map()
    for (const [project, some] of byProject)
      this.#owners.set(
        project,
        withFile.has(project) ? await this.#match(database.read, project, some) : null,
      )
    this.#matched = [after, last ?? Number.POSITIVE_INFINITY]
  }

  /** The next findings of a project's job; null for a job of all findings. */
  batch(after: number, size: number): number[] | null {
    return this.#ids && [...this.#ids.subarray(firstAbove(this.#ids, after)).subarray(0, size)]
  }

  /** Returns the owners by the file of a project; not known of what has come or moved since the paths were read. */
  fileOf = (project: number): PathOwners => {
    const owners = this.#owners.get(project)
    return owners === null ? noOwner : (path) => owners?.get(path)
  }

  async #match(reader: Reader, project: number, rows: readonly { path: string | null }[]) {
    const none = new Map<string, string | null>()
    if (this.refused.has(project)) return none
    const matching = this.#matchings.get(project) ?? (await this.#matchingOf(reader, project))
    if (matching === null) return null
    this.#matchings.set(project, matching)
    const paths = new Set(rows.flatMap(({ path }) => (path === null ? [] : [path])))
    const owners = await matching.match([...paths])
    if (owners === null) this.refused.add(project)
    return owners ?? none
  }

  async #matchingOf(reader: Reader, project: number): Promise<PathMatching | null> {
    const content = await readCodeowners(reader, this.#deploymentId, project)
    return content === null ? null : new PathMatching(content, this.#stopping)
  }

  async #projectsWithFile(reader: Reader, projects: readonly number[]): Promise<ReadonlySet<number>> {
    const files = await reader
      .selectFrom('project_codeowners')
      .select('project_id')
      .where('deployment_id', '=', this.#deploymentId)
      .where('project_id', 'in', valuesOf(projects))
      .execute()
    return new Set(files.map((file) => file.project_id))
  }

  #readPaths(reader: Reader, after: number, batch: readonly number[] | null) {
    return reader
      .selectFrom('finding')
      .select(['id', 'project_id', 'path'])
      .where('deployment_id', '=', this.#deploymentId)
      .$if(batch === null, (query) => query.where('id', '>', after).limit(findingsPerMatch))
      .$if(batch !== null, (query) => query.where('id', 'in', valuesOf(batch ?? [])))
      .orderBy('id')
      .execute()
  }

  #readIds(database: Database, project: number): Promise<Int32Array> {
    return readLong(database, async (snapshot) => {
      const { read } = snapshot
      const query = read
        .selectFrom('finding')
        .select('id')
        .where('deployment_id', '=', this.#deploymentId)
        .where('ref_id', 'in', (refs) =>
          refs
            .selectFrom('ref')
            .select('ref.id')
            .where('ref.deployment_id', '=', this.#deploymentId)
            .where('ref.project_id', '=', project),
        )
      const found: number[] = []
      for await (const rows of snapshot.chunks(query.compile(), idsPerRead))
        for (const [id] of rows) found.push(Number(id))
      return Int32Array.from(found).sort()
    })
  }
}

/** The place of the first id above a number. */
function firstAbove(ids: Int32Array, after: number): number {
  let [low, high] = [0, ids.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ids[middle] ?? 0) > after) high = middle
    else low = middle + 1
  }
  return low
}
