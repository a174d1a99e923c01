import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { FindingType } from '#contract/vocabulary.ts'
import { code, findingTypes } from '#server/db/codes.ts'
import { type Row, selected } from './sources.ts'
import { Table, type TableParts } from './table.ts'

/** What tables consist of, as another thread takes them. */
export type TablesParts = [key: number, table: TableParts][]

/** The tables of all deployments, and how rows of the database get into them. */
export class Tables {
  #tables: Map<number, Table>

  constructor(parts: TablesParts = []) {
    this.#tables = new Map(parts.map(([key, table]) => [key, new Table(table)]))
  }

  /** In order, and what is filled of them, which are not to be used any more. */
  parts(): TablesParts {
    return [...this.#tables].map(([key, table]) => [key, table.parts()])
  }

  /** The findings of one type of one deployment; an empty table where there are none. */
  of(deploymentId: number, type: FindingType): Table {
    return this.#at(deploymentId, code(findingTypes, type))
  }

  /**
   * Puts in findings by id, `size` of them after the id `last`.
   * @returns the last id; undefined where there are no more.
   */
  load(connection: DatabaseSync, last: number, size: number): number | undefined {
    const statement = arrays(connection, `select ${selected} from finding where id > ? order by id limit ?`)
    let end: number | undefined
    for (const row of rowsOf(statement.all(last, size))) {
      this.#tableOf(row).put(row)
      end = Number(row[0])
    }
    if (end !== undefined) this.#makeRoom(end / this.#newest(connection), size)
    return end
  }

  /** Takes findings as they now stand in the database, or are no longer there. One statement for all of them. */
  take(connection: DatabaseSync, ids: readonly number[]) {
    const json = JSON.stringify(ids)
    const statement = arrays(
      connection,
      `select ${selected} from finding where id in (select value from json_each(?)) order by id`,
    )
    const homes = new Map<number, Table>()
    for (const row of rowsOf(statement.all(json))) {
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

  #newest(connection: DatabaseSync): number {
    return Number(connection.prepare('select max(id) as id from finding').get()?.['id'] ?? 1)
  }

  #tableOf(row: Row): Table {
    return this.#at(Number(row[1]), Number(row[2]))
  }

  #at(deploymentId: number, type: number): Table {
    const key = deploymentId * findingTypes.length + type
    const table = this.#tables.get(key) ?? new Table()
    this.#tables.set(key, table)
    return table
  }
}

function arrays(connection: DatabaseSync, text: string): StatementSync {
  const statement = connection.prepare(text)
  statement.setReturnArrays(true)
  return statement
}

// parse: the types of `node:sqlite` do not know that the statement gives arrays.
const rowsOf = (rows: unknown) => rows as readonly Row[]
