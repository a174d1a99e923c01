import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lostChanges } from '#server/db/database-content.ts'
import { databaseFile, openDatabase, readContent } from '#server/db/engine.ts'
import { createUpdateReporter } from '../update-progress.ts'
import { BackupFault, placeFault } from './backup-fault.ts'
import type { Manifest } from './manifest.ts'
import { withTemporary } from './temporary.ts'
import { demandArchive, unpackBackup } from './unpack-backup.ts'

/**
 * Restores a backup into a temporary folder, opens it as the service does, and compares it with its manifest: the
 * checksums, the rows of each table, and the last change number of each deployment.
 * @throws BackupFault or DatabaseFault if it could not be restored.
 */
export async function verifyBackup(file: string): Promise<Manifest> {
  demandArchive(file)
  const folder = temporaryFolder()
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

function temporaryFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'gatehouse-verify-'))
  } catch (error) {
    throw placeFault(error, `The folder ${tmpdir()}`)
  }
}
