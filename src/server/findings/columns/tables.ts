import { sql } from 'kysely'
import type { FindingType } from '#contract/vocabulary.ts'
import { findingTypes, toCode } from '#server/db/codes.ts'
import type { ArrayRow, RowReader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import { selectColumns } from './column-sources.ts'
import { Table, type TableData } from './table.ts'

/** What tables consist of, as another thread takes them. */
export type TablesData = [key: number, table: TableData][]

/** The tables of all deployments, and how rows of the database get into them. */
export class Tables {
  #tables: Map<number, Table>

  constructor(parts: TablesData = []) {
    this.#tables = new Map(parts.map(([key, table]) => [key, new Table(table)]))
  }

  /** In order, and what is filled of them, which are not to be used any more. */
  parts(): TablesData {
    return [...this.#tables].map(([key, table]) => [key, table.parts()])
  }

  /** The findings of one type of one deployment; an empty table where there are none. */
  of(deploymentId: number, type: FindingType): Table {
    return this.#at(deploymentId, toCode(findingTypes, type))
  }

  /**
   * Puts in findings by id, `size` of them after the id `last`.
   * @returns the last id; undefined where there are no more.
   */
  async load(reader: RowReader, last: number, size: number): Promise<number | undefined> {
    const page = sql`select ${selectColumns} from finding where id > ${last} order by id limit ${size}`
    const rows = await reader.arrays(page.compile(reader.read))
    for (const row of rows) this.#tableOf(row).put(row)
    const end = rows.at(-1)?.[0]
    if (end === undefined) return undefined
    this.#makeRoom(Number(end) / (await newestId(reader)), size)
    return Number(end)
  }

  /** Takes findings as they now stand in the database, or are no longer there. One statement for all of them. */
  async reload(reader: RowReader, ids: readonly number[]): Promise<void> {
    const changed = sql`select ${selectColumns} from finding where id in ${valuesOf(ids)} order by id`
    const homes = new Map<number, Table>()
    for (const row of await reader.arrays(changed.compile(reader.read))) {
      const table = this.#tableOf(row)
      const id = Number(row[0])
      homes.set(id, table)
      table.put(row)
    }
    for (const table of this.#tables.values()) {
      for (const id of ids) if (homes.get(id) !== table) table.drop(id)
    }
  }

  /** Makes room for all at once where little is left, as if the others came as those did that are here. */
  #makeRoom(share: number, size: number) {
    for (const table of this.#tables.values()) {
      if (table.room < size) table.reserve(Math.ceil((table.length / share) * 1.05) + size)
    }
  }

  #tableOf(row: ArrayRow): Table {
    return this.#at(Number(row[1]), Number(row[2]))
  }

  #at(deploymentId: number, type: number): Table {
    const key = deploymentId * findingTypes.length + type
    const table = this.#tables.get(key) ?? new Table()
    this.#tables.set(key, table)
    return table
  }
}

async function newestId({ read }: RowReader): Promise<number> {
  const row = await read
    .selectFrom('finding')
    .select((of) => of.fn.max('id').as('id'))
    .executeTakeFirst()
  return row?.id ?? 1
}
