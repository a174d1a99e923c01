import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '#server/base/config/config.ts'
import { BackupFault } from '#server/operations/backup/backup-fault.ts'
import { createBackup, type NewBackup } from '#server/operations/backup/create-backup.ts'
import { embeddedSource } from '#server/operations/backup/embedded-source.ts'
import { postgresSource } from '#server/operations/backup/postgres-source.ts'
import { recordBackup } from '#server/operations/backup/record-backup.ts'
import { summaryOf } from '#server/operations/backup/summary.ts'
import { verifyBackup, verifyOnPostgres } from '#server/operations/backup/verify-backup.ts'
import { otherDatabase, readRunningService } from '#server/operations/client/running-service.ts'
import { type Command, escapeLine, printError, printLine, WrongUse } from '#server/operations/command.ts'
import { createProgress } from '#server/operations/progress.ts'
import { openSource } from '../db/engine.ts'

export const backup: Command = {
  help: `Writes a backup to one file: the database, the files of SBOM exports from where EXPORT_STORAGE says, and a manifest with
checksums. The database is the embedded one of the data folder, or with DATABASE_URL that PostgreSQL database. Works whether
or not the service is running, without interrupting it. The file is complete once it has its name, and can be restored into
either engine.

  --force    replaces FILE if it exists
  --verify   restores FILE, an existing backup, into a temporary folder, opens it, and compares it with its manifest;
             TMPDIR sets where. With REHEARSE_DATABASE_URL, an empty PostgreSQL database, it is also restored into that

While it runs, a backup needs as much free space in the data folder as the database has, and so does FILE.
The file contains everything that the database does, and only its owner can read it.`,
  async run(words) {
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: { force: { type: 'boolean' }, verify: { type: 'boolean' } },
    })
    const [name, ...more] = positionals
    if (name === undefined || name === '' || more.length > 0)
      throw new WrongUse('Usage: gatehouse backup FILE')
    if (values.verify && values.force) throw new WrongUse('--verify reads FILE, so --force has no meaning.')
    const file = resolve(name)
    return values.verify ? verify(file) : create(file, values.force ?? false)
  },
}

async function create(file: string, isForced: boolean): Promise<number> {
  const config = readConfig(process.env)
  const { database, dataFolder } = config
  if (database === null) {
    // After a move to PostgreSQL the folder may still have the old database, of which no backup is wanted.
    const service = await readRunningService(dataFolder)
    await service?.connection.close()
    if (service?.status.usesPostgres)
      throw new BackupFault(`${otherDatabase} Run it with the environment variables of the service.`)
    return write({ source: embeddedSource(config), dataFolder, file, isForced })
  }
  const snapshot = await openSource(database)
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
    return await write({ source: postgresSource(config, snapshot), dataFolder, file, isForced })
  } finally {
    snapshot.close()
  }
}

async function write(backup: Omit<NewBackup, 'onProgress'>): Promise<number> {
  const { dataFolder, file } = backup
  const progress = createProgress(process.stderr)
  const onProgress = (share: number) => progress.show(`Copying the database: ${Math.floor(share * 100)} %`)
  const manifest = await createBackup({ ...backup, onProgress }).finally(progress.clear)
  try {
    recordBackup(dataFolder, file, new Date())
  } catch (error) {
    // The backup itself is complete.
    const reason = error instanceof Error ? error.message : String(error)
    printError(escapeLine(`The backup is complete, but could not be recorded in ${dataFolder} (${reason}).`))
  }
  printLine(escapeLine(`Backed up to ${file}: ${summaryOf(manifest)}.`))
  return 0
}

async function verify(file: string): Promise<number> {
  const manifest = await verifyBackup(file)
  printLine(
    escapeLine(`The backup ${file} of ${manifest.createdAt} can be restored: ${summaryOf(manifest)}.`),
  )
  if (!process.env['DATABASE_URL']) return 0
  const config = readConfig(process.env)
  if (config.database?.trialUrl == null) {
    printLine(
      'It was restored into a temporary embedded database. To also restore it into PostgreSQL, set REHEARSE_DATABASE_URL to an empty database.',
    )
    return 0
  }
  await verifyOnPostgres(file, config, config.database)
  printLine(
    'It was also restored into the PostgreSQL database of REHEARSE_DATABASE_URL, which was emptied again.',
  )
  return 0
}
