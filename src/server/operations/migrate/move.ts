import { existsSync, readdirSync, rmSync } from 'node:fs'
import { plural } from '#lib/text/format.ts'
import type { DatabaseConfig } from '#server/base/config/database.ts'
import { type CopiedRows, copyAllRows } from '#server/db/copy/copy-rows.ts'
import type { CopyTarget } from '#server/db/copy/copy-target.ts'
import { type Database, DatabaseFault, type OpenSnapshot } from '#server/db/database.ts'
import {
  databaseSize,
  fillEmbedded,
  fillPostgres,
  holdStill,
  openDatabaseIn,
  openPostgres,
} from '#server/db/engine.ts'
import { printError } from '../command.ts'
import { takeLock } from '../folder/lock.ts'
import { createUpdateReporter } from '../update-progress.ts'
import { reportMove } from './report.ts'

/**
 * Moves the embedded database of a data folder to PostgreSQL.
 * @returns the exit status.
 * @throws DatabaseFault if a database cannot be used or a table differs, LockFault if the folder is in use.
 */
export async function moveFrom(folder: string, urls: DatabaseConfig): Promise<number> {
  if (databaseSize(folder) === 0) throw new DatabaseFault(`There is no database in ${folder}.`)
  const lock = await takeLock(folder, 0)
  try {
    const database = await openDatabaseIn(folder, createUpdateReporter())
    await withDatabase(database, () => move(database, (copy) => fillPostgres(urls, copy)))
  } finally {
    lock.release()
  }
  return 0
}

/**
 * Moves a PostgreSQL database to a new embedded one in an empty folder.
 * @returns the exit status.
 * @throws DatabaseFault if a database cannot be used, the folder is not empty, or a table differs; LockFault if the folder
 * is in use.
 */
export async function moveTo(folder: string, urls: DatabaseConfig): Promise<number> {
  const isNew = demandEmpty(folder)
  let isMoved = false
  const lock = await takeLock(folder, 0)
  try {
    demandEmpty(folder)
    // A replica may lack what was committed last.
    const primary = { ...urls, readUrl: null }
    // Updates the database, if that is necessary, before other processes are kept from it.
    const database = await openPostgres(primary)
    await withDatabase(database, async () => {
      const release = await holdStill(urls)
      await move(database, (copy) => fillEmbedded(folder, copy)).finally(release)
    })
    isMoved = true
  } finally {
    lock.release()
    if (isNew && !isMoved) rmSync(folder, { recursive: true, force: true })
  }
  return 0
}

/** @returns whether the folder does not exist. */
function demandEmpty(folder: string): boolean {
  if (!existsSync(folder)) return true
  const other = readdirSync(folder).find((name) => !ignored.has(name))
  if (other === undefined) return false
  throw new DatabaseFault(
    `${folder} is not empty: it contains ${other}. A database is moved only to an empty folder; name another one.`,
  )
}

/** What an empty data folder may contain: the lock of an earlier process, and what a file system or a killed move leaves. */
const ignored = new Set(['lock.db', 'lock.holder', 'lost+found', 'gatehouse.db.partial'])

/** Moves all rows, prints what was moved, and how many files of exports were not. */
async function move(
  database: Database,
  fill: (copy: (target: CopyTarget) => Promise<CopiedRows>) => Promise<CopiedRows>,
) {
  const source = await database.openSnapshot()
  try {
    await reportMove((report) => fill((target) => copyAllRows(source, target, report)))
    await reportExports(source)
  } finally {
    source.close()
  }
}

/** Files are where exports are stored, which need not be the database. */
async function reportExports({ read }: OpenSnapshot) {
  const { files } = await read
    .selectFrom('sbom_export')
    .select((table) => table.fn.countAll<number>().as('files'))
    .where('download_token', 'is not', null)
    .where('expires_at', '>', Date.now())
    .executeTakeFirstOrThrow()
  if (files > 0)
    printError(
      `${plural(files, 'file')} of SBOM exports can be downloaded and ${files === 1 ? 'was' : 'were'} not moved. See docs/operating.md.`,
    )
}

async function withDatabase(database: Database, work: () => Promise<void>) {
  try {
    await work()
  } finally {
    await database.close()
  }
}
