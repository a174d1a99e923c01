import type { Services } from '#server/http/services.ts'
import { DatabaseStorage } from './database-storage.ts'
import { FolderStorage } from './folder-storage.ts'
import type { ExportStorage } from './storage.ts'

/** The storage that the configuration names. */
export function exportStorage({ config, database, record }: Services): ExportStorage {
  const folder = new FolderStorage(config.dataFolder)
  return config.exportStorage === 'database' ? new DatabaseStorage(folder, database, record) : folder
}
