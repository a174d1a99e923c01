import { buffersIn } from '#server/base/thread.ts'
import { changesBetween } from '#server/changes/log.ts'
import type { DatabaseAddress, RowReader } from '#server/db/database.ts'
import { readChangeNumber } from './change-number.ts'
import { readColumnFile } from './column-file.ts'
import type { ColumnKind, Turn } from './column-kind.ts'

/** Columns as of a change number. */
export interface Loaded<C> {
  columns: C
  changeNumber: number
  /** Their memory when they were loaded. */
  bytes: number
}

/** The request to a loader thread. */
export interface LoaderRequest {
  address: DatabaseAddress
  deploymentId: number
  /** The file to write the result to; null to write nothing. */
  file: string | null
  format: string
  /** Whether the data is sent back. */
  isAnswerWanted: boolean
}

export interface LoaderResult {
  changeNumber: number
  /** The result of `ColumnKind.toData`; null if no answer was requested. */
  data: unknown
}

/** Reads the columns of a file; null if there is none that this version can read. */
export async function loadFromFile<C>(
  kind: ColumnKind<C>,
  file: string,
  format: string,
): Promise<Loaded<C> | null> {
  const content = await readColumnFile(file, format)
  return content && toLoaded(kind, content)
}

/** Creates columns from the data of a file or of another thread. */
export function toLoaded<C>(
  kind: ColumnKind<C>,
  { data, changeNumber }: { data: unknown; changeNumber: number },
): Loaded<C> {
  const bytes = buffersIn(data).reduce((sum, { byteLength }) => sum + byteLength, 0)
  return { columns: kind.fromData(data), changeNumber, bytes }
}

/**
 * Returns the columns of a deployment as of a snapshot: older columns updated from the change log, or all rows.
 * @param options.previous older columns; they are modified.
 */
export async function loadColumns<C>(
  kind: ColumnKind<C>,
  snapshot: RowReader,
  deploymentId: number,
  { previous, turn }: { previous: Loaded<C> | null; turn: Turn },
): Promise<Loaded<C>> {
  const changeNumber = await readChangeNumber(snapshot.read, deploymentId)
  if (previous && previous.changeNumber <= changeNumber) {
    const changes = await changesBetween(snapshot.read, deploymentId, previous.changeNumber, changeNumber)
    if (changes) {
      await kind.apply(previous.columns, snapshot, deploymentId, changes, turn)
      return { ...previous, changeNumber }
    }
  }
  return { columns: await kind.load(snapshot, deploymentId, turn), changeNumber, bytes: 0 }
}
