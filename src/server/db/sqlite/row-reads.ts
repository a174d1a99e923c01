import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { CompiledQuery } from 'kysely'
import type { ArrayRow, Reader, RowReader } from '../database.ts'

type ToRow = (values: ArrayRow) => object

interface Prepared {
  statement: StatementSync
  /** Converts an array of values to a row with properties. */
  toRow: ToRow
}

const maxStatements = 200

/** The row-reading statements of a connection, prepared once. */
export class RowStatements {
  readonly #raw: DatabaseSync
  readonly #byText = new Map<string, Prepared>()

  constructor(raw: DatabaseSync) {
    this.#raw = raw
  }

  /**
   * Reads rows directly with the driver, as arrays: for many rows of many columns this takes half the time of the
   * driver's objects.
   * @param read the query builder on the same connection
   */
  reader(read: Reader): RowReader {
    const prepare = (text: string) => this.#prepare(text)
    return {
      read,
      async rows<T>({ sql, parameters }: CompiledQuery<T>) {
        const { statement, toRow } = prepare(sql)
        // parse: the type of the query's result, as declared by Kysely.
        return arraysOf(statement.all(...bound(parameters))).map(toRow) as T[]
      },
      async arrays({ sql, parameters }) {
        return arraysOf(prepare(sql).statement.all(...bound(parameters)))
      },
      async *chunks({ sql, parameters }, size) {
        let chunk: ArrayRow[] = []
        for (const row of prepare(sql).statement.iterate(...bound(parameters))) {
          chunk.push(arrayOf(row))
          if (chunk.length < size) continue
          yield chunk
          chunk = []
        }
        if (chunk.length > 0) yield chunk
      },
    }
  }

  #prepare(text: string): Prepared {
    const known = this.#byText.get(text)
    if (known) return known
    const statement = this.#raw.prepare(text)
    statement.setReturnArrays(true)
    const prepared = { statement, toRow: rowsOf(statement.columns().map(({ name }) => name)) }
    if (this.#byText.size >= maxStatements) this.#byText.clear()
    this.#byText.set(text, prepared)
    return prepared
  }
}

// parse: Kysely passes the builder's parameters.
const bound = (parameters: readonly unknown[]) => parameters as string[]
// parse: the types of `node:sqlite` do not express that the statements return arrays.
const arraysOf = (rows: unknown) => rows as ArrayRow[]
// parse: see `arraysOf`, for one row.
const arrayOf = (row: unknown) => row as ArrayRow

function rowsOf(names: readonly string[]): ToRow {
  class Row {
    readonly #values: ArrayRow
    constructor(values: ArrayRow) {
      this.#values = values
    }
    static value(row: Row, at: number) {
      return row.#values[at]
    }
  }
  for (const [at, name] of names.entries()) {
    Object.defineProperty(Row.prototype, name, {
      get(this: Row) {
        return Row.value(this, at)
      },
    })
  }
  return (values) => new Row(values)
}
