import type { ChangesSince } from '#server/changes/public.ts'
import type { Reader, RowReader } from '#server/db/database.ts'

/** A kind of column store: what is kept in memory of one deployment, and how it follows the change log. */
export interface ColumnKind<C> {
  readonly name: string
  /** Tells what this version reads from what another version wrote. */
  readonly format: string
  /** The module of the thread that loads it, which calls `runLoader`; null for what is not worth a thread and a file. */
  readonly loader: (() => URL) | null
  /** Whether a deployment has so little that a thread would take longer to begin than all of it takes to be read. */
  isSmall(reader: Reader, deploymentId: number): Promise<boolean>
  /** Reads everything of a deployment. `turn` is called between statements; what it throws ends the reading. */
  load(reader: RowReader, deploymentId: number, turn: Turn): Promise<C>
  /** How many rows `apply` would read. */
  countRows(changes: ChangesSince): number
  /** Brings the columns to where `reader` stands, by what the log says has changed. */
  apply(columns: C, reader: RowReader, deploymentId: number, changes: ChangesSince, turn: Turn): Promise<void>
  /** What the columns consist of, for a file or another thread: plain values and typed arrays. */
  toData(columns: C): unknown
  /** Columns made of what `toData` returned. */
  fromData(data: unknown): C
}

export type Turn = () => Promise<void>
