import { existsSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { syncFolder } from '#server/base/sync-folder.ts'
import { inThread, keepAlive, threadEntry } from '#server/base/thread.ts'
import { DatabaseFault } from '../../database.ts'

/** The progress of a database update, for users. */
export interface RebuildProgress {
  /** The completed share of the work, from 0 to 1. */
  share: number
  /** The size of the file, which is also the space that the update needs. */
  bytes: number
}

/**
 * Replaces a database that has all earlier migrations with a copy in the current form. The copy is written to a
 * separate file, so the database is unchanged until the copy replaces it; an interrupted copy is restarted at the next
 * start.
 * @throws DatabaseFault if there is not enough space for the copy.
 */
export async function rebuild(file: string, onProgress: (progress: RebuildProgress) => void): Promise<void> {
  const copy = `${file}.copy`
  rmSync(copy, { force: true })
  const bytes = statSync(file).size
  demandSpace(file, bytes)
  onProgress({ share: 0, bytes })
  const entry = threadEntry(import.meta.url, './worker.ts', './rebuild-worker.js')
  try {
    await keepAlive(
      inThread<null, number>(entry, { file, copy }, new AbortController().signal, (share) =>
        onProgress({ share, bytes }),
      ),
    )
    closeLog(file)
    renameSync(copy, file)
    // Without it a power loss could restore the earlier file, without later writes.
    syncFolder(dirname(file))
  } catch (error) {
    rmSync(copy, { force: true })
    throw error
  }
}

function demandSpace(file: string, bytes: number) {
  const { bavail, bsize } = statfsSync(dirname(file))
  const free = bavail * bsize
  if (free >= bytes) return
  throw new DatabaseFault(
    `Updating the database ${file} needs ${megabytes(bytes)} MB free beside it, and ${megabytes(free)} MB are. Make room and start again; nothing was changed.`,
  )
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000)

/** Removes the log of the earlier file, which must not be applied to the copy. */
function closeLog(file: string) {
  const connection = new DatabaseSync(file)
  connection.exec('pragma journal_mode = delete')
  connection.close()
  if (existsSync(`${file}-wal`)) throw new DatabaseFault(`The database ${file} is in use by another program.`)
}
