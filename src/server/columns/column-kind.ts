import type { ChangesSince } from '#server/changes/log.ts'
import type { Reader, RowReader } from '#server/db/database.ts'

/** A kind of column store: its data of one deployment in memory, and how it is updated from the change log. */
export interface ColumnKind<C> {
  readonly name: string
  /** Identifies the file format, so that files of another version are not read. */
  readonly format: string
  /**
   * The module of the loader thread, which calls `runLoader`; null for kinds that are too small for a thread and a
   * file.
   */
  readonly loader: (() => URL) | null
  /** Whether a deployment has so few rows that reading them takes less time than starting a thread. */
  isSmall(reader: Reader, deploymentId: number): Promise<boolean>
  /** Reads all rows of a deployment. `turn` is called between statements; an error that it throws aborts the load. */
  load(reader: RowReader, deploymentId: number, turn: Turn): Promise<C>
  /** The number of rows that `apply` would read. */
  countRows(changes: ChangesSince): number
  /** Updates the columns to the snapshot of `reader`, by the changes from the log. */
  apply(columns: C, reader: RowReader, deploymentId: number, changes: ChangesSince, turn: Turn): Promise<void>
  /** The content of the columns, for a file or another thread: plain values and typed arrays. */
  toData(columns: C): unknown
  /** Creates columns from the result of `toData`. */
  fromData(data: unknown): C
}

export type Turn = () => Promise<void>
