import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/base/config/config.ts'
import type { DatabaseConfig } from '#server/base/config/database.ts'
import { type DatabaseContent, lostChanges } from '#server/db/database-content.ts'
import {
  databaseFile,
  openDatabase,
  openPostgres,
  openTrialDatabase,
  readContent,
  type TrialDatabase,
} from '#server/db/engine.ts'
import { createUpdateReporter } from '../update-progress.ts'
import { BackupFault } from './backup-fault.ts'
import type { Manifest } from './manifest.ts'
import { fillFromBackup } from './restore-postgres.ts'
import { temporaryFolder, withTemporary } from './temporary.ts'
import { demandArchive, unpackBackup } from './unpack-backup.ts'

/**
 * Restores a backup into a temporary folder, opens it as the service does, and compares it with its manifest: the
 * checksums, the rows of each table, and the last change number of each deployment.
 * @throws BackupFault or DatabaseFault if it could not be restored.
 */
export async function verifyBackup(file: string): Promise<Manifest> {
  demandArchive(file)
  const folder = temporaryFolder('verify')
  return withTemporary([folder], async () => {
    const manifest = await unpackBackup(file, folder, 'full')
    const database = join(folder, databaseFile)
    // A database of an older version is updated here, as it would be at the start.
    const opened = await openDatabase(database, createUpdateReporter())
    await opened.check()
    await opened.close()
    const differences = lostChanges(manifest.content, readContent(database, 'quick'))
    if (differences.length > 0)
      throw new BackupFault(`The backup ${file} cannot be used: once opened, ${differences.join('; ')}.`)
    return manifest
  })
}

/**
 * Restores a backup into a trial database on a PostgreSQL server, which must be empty and is emptied after it.
 * @throws BackupFault or DatabaseFault if it could not be restored.
 */
export async function verifyOnPostgres(file: string, config: Config, urls: DatabaseConfig): Promise<void> {
  const folder = temporaryFolder('verify')
  const unpacked = join(folder, 'unpacked')
  let opened: TrialDatabase | null = null
  await withTemporary(
    [folder],
    async () => {
      mkdirSync(unpacked, { mode: 0o700 })
      const trial = await openTrialDatabase(urls, urls.trialUrl)
      opened = trial
      // Files of exports are written to the trial database as well.
      const trialConfig: Config = { ...config, dataFolder: folder, exportStorage: 'database' }
      const { manifest } = await fillFromBackup(file, unpacked, {
        config: trialConfig,
        urls: trial,
        onProgress: () => undefined,
      })
      const found = await deploymentsOf(trial)
      const differences = lostChanges(manifest.content, { ...manifest.content, deployments: found })
      if (differences.length > 0)
        throw new BackupFault(
          `The backup ${file} cannot be used on PostgreSQL: once opened, ${differences.join('; ')}.`,
        )
    },
    async () => opened?.remove(),
  )
}

/** Opens a database as the service does, and reads the last change numbers. */
async function deploymentsOf(trial: TrialDatabase): Promise<DatabaseContent['deployments']> {
  const database = await openPostgres({ ...trial, readUrl: null })
  try {
    const rows = await database.read
      .selectFrom('deployment')
      .select(['id', 'slug', 'change_number'])
      .execute()
    return rows.map(({ id, slug, change_number }) => ({ id, slug, changeNumber: change_number }))
  } finally {
    await database.close()
  }
}
