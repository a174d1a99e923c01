import type { RowReader } from '#server/db/database.ts'
import { Tables } from './tables.ts'

/** How many rows are read at once: some milliseconds. */
const rowsPerChunk = 2000

/**
 * Reads all findings, each statement as the database stands by then.
 * @param turn called between statements; what it throws ends the reading.
 */
export async function loadTables(reader: RowReader, turn: () => Promise<void>): Promise<Tables> {
  const tables = new Tables()
  let last: number | undefined = 0
  while (last !== undefined) {
    last = await tables.load(reader, last, rowsPerChunk)
    await turn()
  }
  return tables
}
