import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { formatNumber, plural } from '#lib/text/format.ts'
import { type Config, readConfig } from '#server/base/config/config.ts'
import type { DatabaseConfig } from '#server/base/config/database.ts'
import { restoreBackup } from '#server/operations/backup/restore-backup.ts'
import { restoreToPostgres } from '#server/operations/backup/restore-postgres.ts'
import { summaryOf } from '#server/operations/backup/summary.ts'
import { type Command, escapeLine, printError, printLine, WrongUse } from '#server/operations/command.ts'
import { replacedText } from '#server/operations/migrate/report.ts'
import { createProgress } from '#server/operations/progress.ts'

export const restore: Command = {
  help: `Restores a backup into GATEHOUSE_DATA, which must not exist or be empty; with DATABASE_URL into that PostgreSQL database,
which must be empty. A backup of either engine can be restored into either one. Everything is verified before anything is put
in place. The files of SBOM exports are put where EXPORT_STORAGE says. Tokens, sessions and settings are those of the
moment of the backup.

With DATABASE_URL, the backup is unpacked into a temporary folder first; TMPDIR sets where.`,
  async run(words) {
    const { positionals } = parseArgs({ args: words, allowPositionals: true })
    const [name, ...more] = positionals
    if (name === undefined || name === '' || more.length > 0)
      throw new WrongUse('Usage: gatehouse restore FILE')
    const config = readConfig(process.env)
    if (config.database !== null) return intoPostgres(resolve(name), config, config.database)
    const manifest = await restoreBackup(resolve(name), config)
    printLine(
      escapeLine(
        `Restored the backup of ${manifest.createdAt} into ${config.dataFolder}: ${summaryOf(manifest)}.`,
      ),
    )
    return 0
  },
}

async function intoPostgres(file: string, config: Config, urls: DatabaseConfig): Promise<number> {
  const progress = createProgress(process.stderr)
  const started = performance.now()
  const { manifest, copied } = await restoreToPostgres(file, config, urls, (share) =>
    progress.show(`Restoring: ${Math.floor(share * 100)} %`),
  ).finally(progress.clear)
  const seconds = (performance.now() - started) / 1000
  if (copied.replacedTexts > 0) printError(replacedText(copied.replacedTexts))
  printLine(
    escapeLine(
      `Restored the backup of ${manifest.createdAt} into PostgreSQL: ${summaryOf(manifest)}. ${plural(copied.rows, 'row')} in ${seconds.toFixed(1)} s (${formatNumber(Math.round(copied.rows / seconds))} rows/s); all tables are equal.`,
    ),
  )
  return 0
}
