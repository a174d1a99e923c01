import { sql } from 'kysely'
import type { FindingType } from '#contract/vocabulary.ts'
import type { Turn } from '#server/columns/column-kind.ts'
import { findingTypes, toCode } from '#server/db/codes.ts'
import type { ArrayRow, RowReader } from '#server/db/database.ts'
import { removedFromLists } from '#server/db/merge-queue.ts'
import { valuesOf } from '#server/db/sql.ts'
import { defaultTimeZone, readTimeZone, type TimeZone, timeZone } from '#server/db/time-zone.ts'
import type { StatusHistory } from '../history/status-history.ts'
import { selectColumns } from './column-sources.ts'
import { Table, type TableData } from './table.ts'

/** The columns of a deployment, as written to a file or sent to another thread. */
export interface FindingColumnsData {
  /** The name of the time zone. */
  zone: string
  /** Indexed by type. */
  tables: TableData[]
}

/** Rows per read; one read takes some milliseconds. */
const rowsPerChunk = 2000
/** Up to this id, counting the rows of each type takes some milliseconds. */
const maxCounted = 50_000

/** The findings of a deployment as columns, one table per type, and the values derived from them. */
export class FindingColumns {
  readonly #tables: readonly Table[]
  /** Values derived from the columns and names; cleared when either changes. */
  readonly derived = new Map<string, unknown>()
  /**
   * The status history at the same change number, for filters that need it; set by whoever reads both.
   */
  history: StatusHistory | null = null
  /** The time of the request, for filters that depend on it: milliseconds since 1970; set by whoever reads. */
  now = 0
  /** Values derived from names, tags and modes only; cleared when one of them changes. */
  readonly nameCache = new Map<string, unknown>()
  /** The time zone of the deployment, whose days the columns have. Another zone requires another load. */
  #zone: TimeZone

  constructor({ zone, tables }: FindingColumnsData = { zone: defaultTimeZone, tables: [] }) {
    this.#zone = timeZone(zone)
    this.#tables = findingTypes.map((_, type) => new Table(tables[type]))
  }

  get zone(): TimeZone {
    return this.#zone
  }

  /** Returns the content for a file or another thread. The columns must not be used afterwards. */
  toData(): FindingColumnsData {
    return { zone: this.#zone.name, tables: this.#tables.map((table) => table.parts()) }
  }

  table(type: FindingType): Table {
    return this.#at(toCode(findingTypes, type))
  }

  /** Reads all findings of a deployment, except those on branches of merge queues. */
  async load(reader: RowReader, deploymentId: number, turn: Turn): Promise<void> {
    this.#zone = await readTimeZone(reader.read, deploymentId)
    const end = await newestId(reader, deploymentId)
    const isCounted = end <= maxCounted
    if (isCounted) await this.#reserveCounted(reader, deploymentId)
    for (let last = 0; last < end; await turn()) {
      const page = sql`select ${selectColumns(this.#zone)} from finding
        where deployment_id = ${deploymentId} and id > ${last} and removed < ${removedFromLists} order by id limit ${rowsPerChunk}`
      const rows = await reader.arrays(page.compile(reader.read))
      for (const row of rows) this.#put(row)
      const lastId = rows.at(-1)?.[0]
      if (lastId === undefined) return
      last = Number(lastId)
      if (!isCounted) this.#reserve(last / end, rowsPerChunk)
    }
  }

  /**
   * Reserves space for exactly the rows of each type. Arrays that grow row by row leave unused memory between those of
   * other deployments, as much as the columns themselves.
   */
  async #reserveCounted({ read }: RowReader, deploymentId: number) {
    const counts = await read
      .selectFrom('finding')
      .select((of) => ['type', of.fn.countAll<number>().as('count')])
      .where('deployment_id', '=', deploymentId)
      .where('removed', '<', removedFromLists)
      .groupBy('type')
      .execute()
    for (const { type, count } of counts) this.#at(type).reserve(count)
  }

  /** Reloads findings that are new, changed or deleted: one statement per several thousand. */
  async reload(reader: RowReader, deploymentId: number, ids: readonly number[], turn: Turn): Promise<void> {
    for (let from = 0; from < ids.length; from += rowsPerChunk) {
      if (from > 0) await turn()
      await this.#reloadSome(reader, deploymentId, ids.slice(from, from + rowsPerChunk))
    }
  }

  async #reloadSome(reader: RowReader, deploymentId: number, ids: readonly number[]) {
    const changed = sql`select ${selectColumns(this.#zone)} from finding
      where deployment_id = ${deploymentId} and id in ${valuesOf(ids)} and removed < ${removedFromLists} order by id`
    const typeOf = new Map<number, number>()
    for (const row of await reader.arrays(changed.compile(reader.read))) {
      typeOf.set(Number(row[0]), Number(row[1]))
      this.#put(row)
    }
    for (const [type, table] of this.#tables.entries()) {
      for (const id of ids) if (typeOf.get(id) !== type) table.drop(id)
    }
  }

  #put(row: ArrayRow) {
    this.#at(Number(row[1])).put(row)
  }

  /**
   * Reserves space for all rows at once when little is left, assuming the remaining rows are distributed like the
   * loaded ones.
   */
  #reserve(share: number, size: number) {
    for (const table of this.#tables) {
      if (table.length > 0 && table.room < size)
        table.reserve(Math.ceil((table.length / share) * 1.05) + size)
    }
  }

  #at(type: number): Table {
    const table = this.#tables[type]
    if (!table) throw new RangeError(`There is no finding type ${type}.`)
    return table
  }
}

async function newestId({ read }: RowReader, deploymentId: number): Promise<number> {
  const row = await read
    .selectFrom('finding')
    .select((of) => of.fn.max('id').as('id'))
    .where('deployment_id', '=', deploymentId)
    .executeTakeFirst()
  return row?.id ?? 0
}
