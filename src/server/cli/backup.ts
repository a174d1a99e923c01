import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { dataFolderOf } from '../config.ts'
import { createBackup } from './backup/create-backup.ts'
import { demandEmbedded } from './backup/embedded-only.ts'
import { recordBackup } from './backup/record-backup.ts'
import { summaryOf } from './backup/summary.ts'
import { verifyBackup } from './backup/verify-backup.ts'
import { type Command, escapeLine, printError, printLine, WrongUse } from './command.ts'
import { createProgress } from './import/progress.ts'

export const backup: Command = {
  help: `Writes a backup of the data folder to one file: the database, the files of SBOM exports, and a manifest with checksums.
Works whether or not the service is running, without interrupting it. The file is complete once it has its name.

  --force    replaces FILE if it exists
  --verify   restores FILE, an existing backup, into a temporary folder, opens it, and compares it with its manifest;
             TMPDIR sets where

While it runs, a backup needs as much free space in the data folder as the database has, and so does FILE.
The file contains everything that the data folder does, and only its owner can read it.`,
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
    demandEmbedded('backup', process.env)
    const file = resolve(name)
    return values.verify ? verify(file) : create(file, values.force ?? false)
  },
}

async function create(file: string, isForced: boolean): Promise<number> {
  const dataFolder = dataFolderOf(process.env)
  const progress = createProgress(process.stderr)
  const onProgress = (share: number) => progress.show(`Copying the database: ${Math.floor(share * 100)} %`)
  const manifest = await createBackup({ dataFolder, file, isForced, onProgress }).finally(progress.clear)
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
  return 0
}
