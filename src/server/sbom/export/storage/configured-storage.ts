import { readInstallationId } from '#server/db/installation.ts'
import { DatabaseStorage } from './database-storage.ts'
import { FolderStorage } from './folder-storage.ts'
import { S3Storage } from './s3/s3-storage.ts'
import type { ExportStorage, StorageServices } from './storage.ts'

/** The storage that the configuration names. */
export function exportStorage({ config, database, record }: StorageServices): ExportStorage {
  const folder = new FolderStorage(config.dataFolder)
  if (config.exportStorage === 'folder') return folder
  if (config.exportStorage === 'database') return new DatabaseStorage(folder, database, record)
  return new S3Storage(folder, config.exportStorage, () => readInstallationId(database.read))
}
