import { statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Config, readConfig } from '#server/base/config/config.ts'
import type { DatabaseConfig } from '#server/base/config/database.ts'
import { version } from '#server/base/version.ts'
import { inspectDatabaseIn, inspectPostgres } from '#server/db/engine.ts'
import { readRunningService } from '../client/running-service.ts'
import { type Command, printLine, WrongUse } from '../command.ts'
import { backupCheck } from './backup.ts'
import type { Check, Context } from './check.ts'
import { clockCheck } from './clock.ts'
import { databaseCheck } from './database.ts'
import { exportsCheck } from './exports.ts'
import { diskCheck, folderCheck } from './folder.ts'
import { memoryCheck, openFilesCheck } from './limits.ts'
import { metricsCheck } from './metrics.ts'
import { connectionsCheck, encryptionCheck, notificationsCheck } from './postgres/connections.ts'
import { permissionsCheck, postgresCheck } from './postgres/database.ts'
import { databaseClockCheck, maintenanceCheck, replicaCheck } from './postgres/maintenance.ts'
import { proxyCheck, publicUrlCheck } from './public-url.ts'
import { asJson, asLines, type CheckResult, runChecks } from './report.ts'
import { serviceCheck } from './service.ts'
import { singleSignOnCheck } from './single-sign-on.ts'

const embeddedChecks: readonly Check[] = [databaseCheck]

const postgresChecks: readonly Check[] = [
  postgresCheck,
  permissionsCheck,
  connectionsCheck,
  notificationsCheck,
  encryptionCheck,
  databaseClockCheck,
  maintenanceCheck,
  replicaCheck,
]

const checksOf = ({ database }: Config): readonly Check[] => [
  serviceCheck,
  folderCheck,
  diskCheck,
  ...(database === null ? embeddedChecks : postgresChecks),
  exportsCheck,
  backupCheck,
  clockCheck,
  publicUrlCheck,
  proxyCheck,
  openFilesCheck,
  memoryCheck,
  metricsCheck,
  singleSignOnCheck,
]

export const doctor: Command = {
  help: `Checks the installation, and says what to do about each problem. Changes no data. Works whether or not the
service is running; some checks need it to run. Use the environment variables and the user of the service.

  --full              check all pages of the database for damage, also of one above 64 MB; about 10 seconds for each gigabyte;
                      only the embedded database
  --backup-age HOURS  warn if the last backup is older; default: 48
  --json              print the results for programs

The exit status is 1 if a check failed. Warnings do not change it.`,
  async run(words) {
    const { values } = parseArgs({
      args: words,
      options: {
        full: { type: 'boolean', default: false },
        'backup-age': { type: 'string', default: '48' },
        json: { type: 'boolean', default: false },
      },
    })
    const hours = values['backup-age']
    if (!/^[1-9]\d{0,4}$/.test(hours))
      throw new WrongUse(`--backup-age is "${hours}", but must be a number of hours from 1 to 99999.`)
    const config = readConfig(process.env)
    const context = await readContext(config, { isFull: values.full, maxBackupAge: Number(hours) })
    const results = await runChecks(checksOf(config), context)
    if (values.json) printLine(asJson(context, results))
    else for (const line of asLines(context, results)) printLine(line)
    return hasFailed(results) ? 1 : 0
  },
}

const hasFailed = (results: readonly CheckResult[]) => results.some(({ status }) => status === 'failed')

async function readContext(
  config: Config,
  { isFull, maxBackupAge }: { isFull: boolean; maxBackupAge: number },
): Promise<Context> {
  const service = await readRunningService(config.dataFolder)
  return {
    config,
    version: version(),
    now: Date.now(),
    service,
    database: config.database === null ? readDatabase(config.dataFolder, isFull) : null,
    postgres: config.database === null ? null : await readPostgres(config.database),
    maxBackupAge,
  }
}

async function readPostgres(urls: DatabaseConfig): Promise<Context['postgres']> {
  try {
    return await inspectPostgres(urls)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** Reading a database creates files beside it, which its owner could not use if they belonged to another user. */
function readDatabase(folder: string, isFull: boolean): Context['database'] {
  const user = process.getuid?.()
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid
  if (user !== undefined && owner !== undefined && user !== owner) return 'foreign'
  try {
    return inspectDatabaseIn(folder, isFull)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
