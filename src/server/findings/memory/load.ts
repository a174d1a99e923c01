import type { DatabaseSync } from 'node:sqlite'
import { Tables } from './tables.ts'

/** How many rows are read at once: some milliseconds. */
const chunk = 2000

/**
 * Reads all findings, each statement as the database stands by then.
 * @param turn called between statements; what it throws ends the reading.
 */
export async function loadTables(connection: DatabaseSync, turn: () => Promise<void>): Promise<Tables> {
  const tables = new Tables()
  let last: number | undefined = 0
  while (last !== undefined) {
    last = tables.load(connection, last, chunk)
    await turn()
  }
  return tables
}
