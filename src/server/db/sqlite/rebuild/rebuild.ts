import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { inThread, keepAlive, threadEntry } from '../../../thread.ts'
import { DatabaseFault } from '../../database.ts'

/** What a person is told of an update of the database. */
export interface RebuildProgress {
  /** Of the work, from 0 to 1. */
  share: number
  /** Of the file, and so the space that the update needs. */
  bytes: number
}

/**
 * Replaces a database that has all earlier migrations by a copy of the present form. It is written beside it, so that the
 * database stays as it was until the copy takes its place; an interrupted copy is begun anew at the next start.
 * @throws DatabaseFault where there is no room for the copy.
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
    syncFolder(dirname(file))
  } catch (error) {
    rmSync(copy, { force: true })
    throw error
  }
}

/** Without it a power loss could bring the earlier file back, without what was written since. Windows has no such call. */
function syncFolder(folder: string) {
  if (process.platform === 'win32') return
  const opened = openSync(folder, 'r')
  fsyncSync(opened)
  closeSync(opened)
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

/** The log of the earlier file must not be taken for one of the copy. */
function closeLog(file: string) {
  const connection = new DatabaseSync(file)
  connection.exec('pragma journal_mode = delete')
  connection.close()
  if (existsSync(`${file}-wal`)) throw new DatabaseFault(`The database ${file} is in use by another program.`)
}
