import { join } from 'node:path'
import type { Config } from '#server/base/config/config.ts'
import type { DatabaseConfig } from '#server/base/config/database.ts'
import { type CopiedRows, copyAllRows } from '#server/db/copy/copy-rows.ts'
import type { OpenSnapshot } from '#server/db/database.ts'
import { databaseFile, fillPostgres, isKnownMigration, openDatabase } from '#server/db/engine.ts'
import { storeExportFiles } from '#server/sbom/export/backup-files.ts'
import { createUpdateReporter } from '../update-progress.ts'
import { BackupFault } from './backup-fault.ts'
import { exportFolder, type Manifest } from './manifest.ts'
import { temporaryFolder, withTemporary } from './temporary.ts'
import { demandArchive, unpackBackup } from './unpack-backup.ts'

/** A backup that was restored into PostgreSQL. */
export interface RestoredBackup {
  manifest: Manifest
  copied: CopiedRows
}

/** Called with the completed share of the rows, from 0 to 1. */
type OnProgress = (share: number) => void

/**
 * Restores a backup of any engine into an empty PostgreSQL database, in one transaction: after an error it is as it was.
 * Each table is compared by the number and the checksum of its rows.
 * @throws BackupFault if the backup cannot be used; DatabaseFault if the database is not empty or cannot be used.
 */
export async function restoreToPostgres(
  file: string,
  config: Config,
  urls: DatabaseConfig,
  onProgress: OnProgress,
): Promise<RestoredBackup> {
  demandArchive(file)
  const folder = temporaryFolder('restore')
  return withTemporary([folder], () => fillFromBackup(file, folder, { config, urls, onProgress }))
}

/**
 * Fills an empty PostgreSQL database from a backup that `demandArchive` accepted.
 * @param folder an empty one, for the unpacked backup.
 * @throws as `restoreToPostgres`.
 */
export async function fillFromBackup(
  file: string,
  folder: string,
  target: { config: Config; urls: Pick<DatabaseConfig, 'url' | 'directUrl'>; onProgress: OnProgress },
): Promise<RestoredBackup> {
  let fault: BackupFault | null = null
  try {
    // A database that is not empty is refused before anything is unpacked.
    return await fillPostgres(target.urls, async (copy, transaction) => {
      try {
        const { manifest, source, close } = await openBackup(file, folder)
        const report = {
          onProgress: (_: string, share: number) => target.onProgress(share),
          onCompared: () => undefined,
        }
        try {
          const copied = await copyAllRows(source, copy, report)
          await storeExportFiles(
            target.config,
            { read: transaction, transaction },
            join(folder, exportFolder),
          )
          return { manifest, copied }
        } finally {
          await close()
        }
      } catch (error) {
        if (error instanceof BackupFault) fault = error
        throw error
      }
    })
  } catch (error) {
    throw fault ?? error
  }
}

/** Unpacks a backup and opens its database, which is updated first if it is of an earlier version. */
async function openBackup(
  file: string,
  folder: string,
): Promise<{ manifest: Manifest; source: OpenSnapshot; close(): Promise<void> }> {
  const manifest = await unpackBackup(file, folder, 'quick')
  demandKnownSchema(manifest, file)
  const database = await openDatabase(join(folder, databaseFile), createUpdateReporter())
  const source = await database.openSnapshot()
  return {
    manifest,
    source,
    async close() {
      source.close()
      await database.close()
    },
  }
}

/** @throws BackupFault if a newer version wrote the backup. */
export function demandKnownSchema({ content, gatehouse }: Manifest, file: string): void {
  if (isKnownMigration(content.schema)) return
  throw new BackupFault(
    `The backup ${file} was written by a newer Gatehouse (${gatehouse}). Restore it with that version.`,
  )
}
