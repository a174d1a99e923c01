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
   * Puts in findings by id, `size` of them after the id `last`, without their fingerprints.
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

  /** Gives fingerprints to loaded findings, `size` of them after `from`; where to go on, undefined at the end. */
  loadFingerprints(connection: DatabaseSync, from: Place, size: number): Place | undefined {
    const statement = arrays(
      connection,
      `select id, project_id, match_based_id from finding
       where (project_id, match_based_id, id) > (?, ?, ?) order by project_id, match_based_id, id limit ?`,
    )
    let { project, key, id } = from
    let given = from.given
    const rows = rowsOf(statement.all(project, key, id, size))
    for (const row of rows) {
      if (row[1] !== project || row[2] !== key) given = new Map()
      id = Number(row[0])
      project = Number(row[1])
      key = String(row[2])
      for (const table of this.#tables.values()) {
        const at = table.rowOf(id)
        if (at < 0) continue
        const fingerprint = given.get(table) ?? table.fingerprintsEnd
        given.set(table, fingerprint)
        table.setFingerprint(at, fingerprint)
      }
    }
    return rows.length < size ? undefined : { project, key, id, given }
  }

  /** Takes findings as they now stand in the database, or are no longer there. Two statements for all of them. */
  take(connection: DatabaseSync, ids: readonly number[]) {
    const json = JSON.stringify(ids)
    const statement = arrays(
      connection,
      `select ${selected} from finding where id in (select value from json_each(?)) order by id`,
    )
    const homes = new Map<number, Table>()
    const fresh = new Map<number, { table: Table; at: number }>()
    for (const row of rowsOf(statement.all(json))) {
      const table = this.#tableOf(row)
      const id = Number(row[0])
      homes.set(id, table)
      const { at, isNew } = table.put(row)
      if (isNew) fresh.set(id, { table, at })
    }
    for (const table of this.#tables.values()) {
      for (const id of ids) if (homes.get(id) !== table) table.drop(id)
    }
    if (fresh.size > 0) recognise(connection, fresh)
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

/** Where giving fingerprints stopped: the last finding in their order, and what its fingerprint is in each table. */
export interface Place {
  project: number
  key: string
  id: number
  given: Map<Table, number>
}

export const beginning: Place = { project: 0, key: '', id: 0, given: new Map() }

/** Gives new findings the fingerprint that others of their kind have. A finding never changes its own. */
function recognise(connection: DatabaseSync, fresh: ReadonlyMap<number, { table: Table; at: number }>) {
  const statement = arrays(
    connection,
    `select new.id, other.id from finding as new
     join finding as other on other.project_id = new.project_id and other.match_based_id = new.match_based_id
     where new.id in (select value from json_each(?)) order by new.id`,
  )
  for (const row of rowsOf(statement.all(JSON.stringify([...fresh.keys()])))) {
    const found = fresh.get(Number(row[0]))
    if (!found) continue
    const other = found.table.fingerprints[found.table.rowOf(Number(row[1]))] ?? 0
    if (other > 0) found.table.setFingerprint(found.at, other)
    // Its own row comes too, so that it has one when the rows of the next finding are looked at.
    else if (row[0] === row[1]) found.table.setFingerprint(found.at, found.table.fingerprintsEnd)
  }
}

function arrays(connection: DatabaseSync, text: string): StatementSync {
  const statement = connection.prepare(text)
  statement.setReturnArrays(true)
  return statement
}

// parse: the types of `node:sqlite` do not know that the statement gives arrays.
const rowsOf = (rows: unknown) => rows as readonly Row[]
