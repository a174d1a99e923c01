import { join } from 'node:path'
import { plural } from '#lib/text/format.ts'
import type { Reader } from '#server/db/database.ts'
import { databaseFile } from '#server/db/engine.ts'
import { openSnapshot } from '#server/db/readers.ts'
import { copyExportFiles, storeExportFiles } from '#server/sbom/export/backup-files.ts'
import type { StorageConfig } from '#server/sbom/export/storage/storage.ts'
import { printError } from '../command.ts'
import { BackupFault } from './backup-fault.ts'
import { exportFolder } from './manifest.ts'

/**
 * Copies the files of exports from where they are stored, and reports how many are missing there.
 * @param read has the rows of the exports. @param copies the folder of the backup's files.
 * @returns the names of the files, in that folder.
 */
export async function copyStoredFiles(
  config: StorageConfig,
  read: Reader,
  copies: string,
): Promise<string[]> {
  const { names, missing } = await copyExportFiles(config, read, join(copies, exportFolder))
  if (missing > 0)
    printError(
      `${plural(missing, 'file')} of SBOM exports ${missing === 1 ? 'is' : 'are'} not where this process stores them, and not in the backup. See docs/operating.md.`,
    )
  return names.map((name) => `${exportFolder}/${name}`)
}

/** Runs `work` with the rows of an embedded database in a folder, whose schema may be that of an earlier version. */
export async function withRowsIn<T>(folder: string, work: (read: Reader) => Promise<T>): Promise<T> {
  const snapshot = await openSnapshot({ engine: 'sqlite', file: join(folder, databaseFile) })
  try {
    return await work(snapshot.read)
  } finally {
    snapshot.close()
  }
}

/**
 * Moves the files of exports of an unpacked backup to the bucket of the configuration, if it names one.
 * @throws BackupFault if the bucket does not take them.
 */
export async function storeInBucket({ exportStorage }: StorageConfig, folder: string): Promise<void> {
  if (typeof exportStorage === 'string') return
  try {
    await withRowsIn(folder, (read) =>
      storeExportFiles(
        { exportStorage, dataFolder: folder },
        { read, transaction: null },
        join(folder, exportFolder),
      ),
    )
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new BackupFault(
      `Nothing was restored, since the bucket of EXPORT_STORAGE does not take the files of exports. ${reason} To restore without the bucket, unset EXPORT_STORAGE.`,
      { cause: error },
    )
  }
}
