import { statSync } from 'node:fs'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { DatabaseFault } from '../../database.ts'
import { failureOf } from '../failures.ts'

/** The name of the embedded database in a data folder and in a backup. */
export const databaseFile = 'gatehouse.db'

/** Pages of 4 kB that are copied between two reports of the progress. */
const pagesPerStep = 2_500

/** How long a lock of another program is waited for, in milliseconds. */
const lockTimeout = 5_000

/** The size of a data folder's database in bytes, with the changes that are only in its log. */
export function databaseSize(dataFolder: string): number {
  return ['', '-wal'].reduce(
    (sum, end) =>
      sum + (statSync(join(dataFolder, databaseFile + end), { throwIfNoEntry: false })?.size ?? 0),
    0,
  )
}

/**
 * Copies the database of a data folder to a new file, as it is now, also while a service uses it. Writers do not wait
 * for the copy, and what they write meanwhile is not in it.
 * @param onProgress called with the completed share, from 0 to 1.
 * @throws DatabaseFault if there is no database, or if it cannot be read.
 */
export async function copyDatabase(
  dataFolder: string,
  copy: string,
  onProgress: (share: number) => void = () => undefined,
): Promise<void> {
  const file = join(dataFolder, databaseFile)
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
    throw new DatabaseFault(`There is no database in ${dataFolder}. Set GATEHOUSE_DATA to the folder of one.`)
  }
  let source: DatabaseSync | null = null
  try {
    source = new DatabaseSync(file, { readOnly: true, timeout: lockTimeout })
    // The copy stays in this snapshot. Without it, each write of the service would restart the copy.
    source.exec('begin')
    source.prepare('select count(*) from sqlite_schema').get()
    await backup(source, copy, {
      rate: pagesPerStep,
      progress: ({ totalPages, remainingPages }) =>
        onProgress(totalPages === 0 ? 1 : 1 - remainingPages / totalPages),
    })
  } catch (error) {
    throw copyFault(error, file)
  } finally {
    source?.close()
  }
}

/** A full disk is reported by the caller, who knows where the copy is. */
function copyFault(error: unknown, file: string): unknown {
  const failure = failureOf(error)
  if (failure === null || failure === 'disk_full') return error
  const reason = error instanceof Error ? error.message : String(error)
  const state = failure === 'damaged' ? 'is damaged' : failure === 'busy' ? 'is locked' : 'cannot be copied'
  return new DatabaseFault(`The database ${file} ${state} (${reason}).`, { cause: error })
}
