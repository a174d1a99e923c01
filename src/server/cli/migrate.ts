import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { plural } from '#lib/text/format.ts'
import { type Config, readConfig } from '#server/base/config/config.ts'
import type { DatabaseConfig } from '#server/base/config/database.ts'
import { type Command, printLine, WrongUse } from '#server/operations/command.ts'
import { takeLock } from '#server/operations/folder/lock.ts'
import { moveFrom, moveTo } from '#server/operations/migrate/move.ts'
import { createUpdateReporter } from '#server/operations/update-progress.ts'
import { migratePostgres, openDatabaseIn, pendingIn, pendingInPostgres } from '../db/engine.ts'

export const migrate: Command = {
  help: `Updates the database to the tables of this version, which every start also does. The database is the one of DATABASE_URL,
or the embedded one of GATEHOUSE_DATA.

  --dry-run       prints the migrations that would run, and their statements, and changes nothing
  --from FOLDER   moves the embedded database of a data folder to the PostgreSQL database of DATABASE_URL
  --to FOLDER     moves the PostgreSQL database of DATABASE_URL to a new embedded database in an empty data folder

Stop all processes on both databases before a move. A move copies one snapshot, does not change where it copies from,
and compares each table by the number and the SHA-256 of its rows. The other database is complete and equal, or it is as
it was: after an error or an interruption, run the command again. Files of SBOM exports are not moved.`,
  async run(words) {
    const { values } = parseArgs({
      args: words,
      options: { 'dry-run': { type: 'boolean' }, from: { type: 'string' }, to: { type: 'string' } },
    })
    const { 'dry-run': isDryRun = false, from, to } = values
    if ([isDryRun, from !== undefined, to !== undefined].filter(Boolean).length > 1)
      throw new WrongUse('Use only one of --dry-run, --from and --to.')
    if (from === '' || to === '') throw new WrongUse('Usage: gatehouse migrate --from FOLDER, or --to FOLDER')
    const config = readConfig(process.env)
    if (from !== undefined) return moveFrom(resolve(from), demandPostgres(config, '--from'))
    if (to !== undefined) return moveTo(resolve(to), demandPostgres(config, '--to'))
    return isDryRun ? printPending(config) : runPending(config)
  },
}

function demandPostgres({ database }: Config, option: string): DatabaseConfig {
  if (database !== null) return database
  throw new WrongUse(
    `${option} needs DATABASE_URL, the PostgreSQL database, such as postgres://gatehouse@db.example/gatehouse.`,
  )
}

async function printPending({ database, dataFolder }: Config): Promise<number> {
  const pending = database === null ? pendingIn(dataFolder) : await pendingInPostgres(database)
  if (pending.length === 0) printLine('No migration is pending.')
  for (const { name, statements } of pending) {
    printLine(name)
    // An embedded database is updated by copying its rows, so statements alone do not show what happens.
    if (database !== null) for (const statement of statements) printLine(`  ${statement};`)
  }
  return 0
}

async function runPending({ database, dataFolder }: Config): Promise<number> {
  const names = database === null ? await migrateEmbedded(dataFolder) : await migratePostgres(database)
  for (const name of names) printLine(name)
  printLine(
    names.length === 0
      ? 'The database has all migrations of this version.'
      : `Ran ${plural(names.length, 'migration')}.`,
  )
  return 0
}

/** @returns the names of the migrations that ran. */
async function migrateEmbedded(dataFolder: string): Promise<string[]> {
  const lock = await takeLock(dataFolder, 0)
  try {
    const names = pendingIn(dataFolder).map(({ name }) => name)
    const database = await openDatabaseIn(dataFolder, createUpdateReporter())
    await database.close()
    return names
  } finally {
    lock.release()
  }
}
