import type { RowReader } from '#server/db/database.ts'
import { Columns } from './columns.ts'

/** How many rows are read at once. */
const rowsPerChunk = 20_000

/**
 * Reads all dependencies, each statement as the database stands by then.
 * @param turn called between statements; what it throws ends the reading.
 */
export async function loadColumns(reader: RowReader, turn: () => Promise<void>): Promise<Columns> {
  const columns = new Columns()
  for (let last: number | undefined = 0; last !== undefined; ) {
    last = await columns.load(reader, last, rowsPerChunk)
    await turn()
  }
  return columns
}
