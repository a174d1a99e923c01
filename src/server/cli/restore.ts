import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { dataFolderOf } from '../config.ts'
import { demandEmbedded } from './backup/embedded-only.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { summaryOf } from './backup/summary.ts'
import { type Command, escapeLine, printLine, WrongUse } from './command.ts'

export const restore: Command = {
  help: `Restores a backup into GATEHOUSE_DATA, which must not exist or be empty. Everything is verified before anything is put
in place. Tokens, sessions and settings are those of the moment of the backup.`,
  async run(words) {
    const { positionals } = parseArgs({ args: words, allowPositionals: true })
    const [name, ...more] = positionals
    if (name === undefined || name === '' || more.length > 0)
      throw new WrongUse('Usage: gatehouse restore FILE')
    demandEmbedded('restore', process.env)
    const dataFolder = dataFolderOf(process.env)
    const manifest = await restoreBackup(resolve(name), dataFolder)
    printLine(
      escapeLine(`Restored the backup of ${manifest.createdAt} into ${dataFolder}: ${summaryOf(manifest)}.`),
    )
    return 0
  },
}
