import { constants, copyFileSync, existsSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { copyDatabase, databaseFile, databaseSize } from '#server/db/engine.ts'
import type { StorageConfig } from '#server/sbom/export/storage/storage.ts'
import { BackupFault } from './backup-fault.ts'
import type { BackupSource } from './backup-source.ts'
import { exportFolder, isExportName } from './manifest.ts'
import { copyStoredFiles, withRowsIn } from './stored-files.ts'

/**
 * The embedded database of a data folder, and the files of exports, which may be in a bucket.
 * @throws BackupFault if there is none.
 */
export function embeddedSource(config: StorageConfig): BackupSource {
  const { dataFolder } = config
  const bytes = databaseSize(dataFolder)
  if (bytes === 0)
    throw new BackupFault(`There is no database in ${dataFolder}. Set GATEHOUSE_DATA to the folder of one.`)
  return {
    engine: 'sqlite',
    bytes,
    async copyTo(copies, onProgress) {
      await copyDatabase(dataFolder, join(copies, databaseFile), onProgress)
      if (typeof config.exportStorage === 'string') return copyExports(dataFolder, copies)
      return withRowsIn(copies, (read) => copyStoredFiles(config, read, copies))
    },
  }
}

/** Copies the export files, since the service deletes expired ones at any time. Incomplete ones are written again. */
function copyExports(dataFolder: string, copies: string): string[] {
  const folder = join(dataFolder, exportFolder)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter(isExportName)
    .map((name) => `${exportFolder}/${name}`)
    .filter((name) => {
      const stats = lstatSync(join(dataFolder, name), { throwIfNoEntry: false })
      return stats?.isFile() === true && isCopied(join(dataFolder, name), join(copies, name))
    })
}

/** @returns false if the file was deleted meanwhile. */
function isCopied(file: string, copy: string): boolean {
  try {
    copyFileSync(file, copy, constants.COPYFILE_FICLONE)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}
