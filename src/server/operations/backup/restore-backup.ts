import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { syncFolder } from '#server/base/sync-folder.ts'
import { databaseFile } from '#server/db/engine.ts'
import type { StorageConfig } from '#server/sbom/export/storage/storage.ts'
import { takeLock } from '../folder/lock.ts'
import { BackupFault, placeFault } from './backup-fault.ts'
import { exportFolder, type Manifest } from './manifest.ts'
import { demandKnownSchema } from './restore-postgres.ts'
import { storeInBucket } from './stored-files.ts'
import { withTemporary } from './temporary.ts'
import { demandArchive, unpackBackup } from './unpack-backup.ts'

/** The folder in the data folder into which a backup is unpacked, so that it is on the same disk. */
const partialFolder = 'restore.partial'

/** What an empty data folder may contain: the lock of an earlier process, and what a file system or a stopped restore leaves. */
const ignored = new Set(['lock.db', 'lock.holder', 'lost+found', partialFolder])

/**
 * Restores a backup into an empty data folder. Everything is verified before anything is put in place, and the database
 * comes last: until then the folder has none. The files of exports are put where the configuration keeps them.
 * @throws BackupFault if the folder is not empty, or the backup or the bucket cannot be used; LockFault or FolderFault if the folder
 * cannot be used.
 */
export async function restoreBackup(file: string, config: StorageConfig): Promise<Manifest> {
  const { dataFolder } = config
  demandArchive(file)
  const isNew = demandEmpty(dataFolder)
  const lock = await takeLock(dataFolder, 0)
  const partial = join(dataFolder, partialFolder)
  let isRestored = false
  try {
    removeInterrupted(dataFolder)
    // Another process may have filled the folder before it was locked.
    demandEmpty(dataFolder)
    return await withTemporary([partial], async () => {
      mkdirSync(partial, { mode: 0o700 })
      const manifest = await unpackBackup(file, partial, 'quick')
      demandKnownSchema(manifest, file)
      await storeInBucket(config, partial)
      putInPlace(partial, dataFolder)
      isRestored = true
      return manifest
    })
  } finally {
    lock.release()
    if (isNew && !isRestored) rmSync(dataFolder, { recursive: true, force: true })
  }
}

/**
 * Removes what a restore that was killed has left: unpacked files, and export files that were put in place before the
 * database.
 */
function removeInterrupted(dataFolder: string) {
  const partial = join(dataFolder, partialFolder)
  if (!existsSync(partial)) return
  if (!existsSync(join(dataFolder, databaseFile)))
    rmSync(join(dataFolder, exportFolder), { recursive: true, force: true })
  rmSync(partial, { recursive: true, force: true })
}

/** @returns whether the folder does not exist. */
function demandEmpty(dataFolder: string): boolean {
  const names = namesIn(dataFolder)
  if (names === null) return true
  const isInterrupted = names.includes(partialFolder) && !names.includes(databaseFile)
  const other = names.find((name) => !ignored.has(name) && !(isInterrupted && name === exportFolder))
  if (other === undefined) return false
  throw new BackupFault(
    `${dataFolder} is not empty: it contains ${other}. A backup is restored only into an empty folder; set GATEHOUSE_DATA to one.`,
  )
}

/** @returns null if the folder does not exist. */
function namesIn(dataFolder: string): string[] | null {
  try {
    return existsSync(dataFolder) ? readdirSync(dataFolder) : null
  } catch (error) {
    throw placeFault(error, `The folder ${dataFolder}`)
  }
}

/** Each step is on the disk before the next one. */
function putInPlace(partial: string, dataFolder: string) {
  for (const name of [exportFolder, databaseFile]) {
    syncFolder(partial)
    renameSync(join(partial, name), join(dataFolder, name))
    syncFolder(dataFolder)
  }
}
