import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseConfig } from '#server/base/config/database.ts'
import { copyAllRows } from '#server/db/copy/copy-rows.ts'
import { DatabaseFault, type Writer } from '#server/db/database.ts'
import {
  columnsByTable,
  fillPostgres,
  migratePostgres,
  openSource,
  openTrialDatabase,
  type PostgresSource,
  type TrialDatabase,
} from '#server/db/engine.ts'
import { readChangeNumbers } from '#server/db/rehearsal/change-numbers.ts'
import { temporaryFolder, withTemporary } from '../backup/temporary.ts'
import type { Progress } from '../progress.ts'
import type { Copies, RehearsalRequest } from './copies.ts'
import { startOldProgram } from './old-program.ts'

/**
 * Copies a PostgreSQL database to a trial database, updates the copy, and removes it after `work`.
 * @throws DatabaseFault if that is not possible.
 */
export async function withPostgresCopies<T>(
  { config, progress }: RehearsalRequest,
  urls: DatabaseConfig,
  work: (copies: Copies) => Promise<T>,
): Promise<T> {
  const folder = temporaryFolder('rehearse')
  let source: PostgresSource | null = null
  let trial: TrialDatabase | null = null
  const release = async () => {
    source?.close()
    await trial?.remove()
  }
  return withTemporary(
    [folder],
    async () => {
      for (const name of ['old', 'new']) mkdirSync(join(folder, name), { mode: 0o700 })
      const before = await openSource(urls)
      source = before
      const copied = await openTrialDatabase(urls, urls.trialUrl)
      trial = copied
      await fill(copied, before, progress)
      await update(copied)
      const after = await openSource(copied)
      const database = { ...urls, url: copied.url, directUrl: copied.directUrl, readUrl: null }
      try {
        return await work({
          before,
          after,
          // A copy must not touch the files of the original.
          updated: { ...config, dataFolder: join(folder, 'new'), database, exportStorage: 'folder' },
          async startOld(program) {
            after.close()
            await copied.empty()
            await fill(copied, before, progress, removeWebhooks)
            return startOldProgram(program, join(folder, 'old'), copied.url)
          },
          readNumbers: () => numbersOf(urls),
        })
      } finally {
        after.close()
      }
    },
    release,
  )
}

async function update(trial: TrialDatabase) {
  try {
    await migratePostgres(trial)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new DatabaseFault(
      `The update fails on the copy, so do not start this version on the data. ${reason}`,
      { cause: error },
    )
  }
}

/** The copy has the tables of the version that wrote the source. */
async function fill(
  trial: TrialDatabase,
  source: PostgresSource,
  progress: Progress,
  change?: (copy: Writer) => Promise<void>,
) {
  const report = {
    onProgress: (table: string, share: number) =>
      progress.show(`Copying the database: ${Math.floor(share * 100)} % (${table})`),
    onCompared: () => undefined,
  }
  await fillPostgres(
    trial,
    async (target, transaction) => {
      await copyAllRows(source, target, report)
      await change?.(transaction)
    },
    source.migrations,
  )
  progress.clear()
}

/** A service on the copy would send messages of the original to real receivers. The copy may be of a version without them. */
async function removeWebhooks(copy: Writer) {
  const tables = await columnsByTable(copy)
  if (tables.has('webhook')) await copy.deleteFrom('webhook').execute()
  if (tables.has('notification_position')) await copy.deleteFrom('notification_position').execute()
  if (tables.has('notification_event')) await copy.deleteFrom('notification_event').execute()
}

async function numbersOf(urls: DatabaseConfig): Promise<string> {
  const now = await openSource(urls)
  try {
    return await readChangeNumbers(now)
  } finally {
    now.close()
  }
}
