import type { RowReader } from '../database.ts'
import type { Tables } from '../tables.ts'

/** A value of any column; bytes are those of binary columns. */
export type CopiedValue = number | string | Uint8Array | null

/**
 * An empty database that is filled with the rows of another. It can be used by others only when it is complete: after an
 * error there is none, or an empty one as before.
 */
export interface CopyTarget {
  /** Reads what was written. */
  readonly reader: RowReader
  /** Returns a text of a column as this engine can store it. */
  storable(column: string, text: string): string
  /** Writes rows, whose values are in the order of the columns. */
  insert(table: keyof Tables, columns: readonly string[], rows: readonly CopiedValue[][]): Promise<void>
  /** Continues the ids of tables that count for all deployments, as `lastIds` returns them. */
  continueIds(lastIds: LastIds): Promise<void>
  /** Creates the indexes, which takes less time than updating them with each row. */
  createIndexes(): Promise<void>
}

/** The last ids of tables that count for all deployments together. Ids of deleted rows are not used again. */
export type LastIds = Readonly<Record<string, number>>
