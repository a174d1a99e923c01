import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { copyDatabase, databaseFile, databaseSize, openDatabase, removeWebhooks } from '#server/db/engine.ts'
import { openSnapshot } from '#server/db/readers.ts'
import { readChangeNumbers } from '#server/db/rehearsal/change-numbers.ts'
import { placeFault } from '../backup/backup-fault.ts'
import { demandSpace } from '../backup/space.ts'
import { temporaryFolder, withTemporary } from '../backup/temporary.ts'
import { createUpdateReporter } from '../update-progress.ts'
import type { Copies, RehearsalRequest } from './copies.ts'
import { startOldProgram } from './old-program.ts'

/** Copies of the database with a new rebuilt one, and room for what a replay writes. */
const copies = 3.2

/**
 * Copies the embedded database of a data folder twice, updates one copy, and removes both after `work`.
 * @throws BackupFault or DatabaseFault if that is not possible.
 */
export async function withEmbeddedCopies<T>(
  request: RehearsalRequest,
  work: (copies: Copies) => Promise<T>,
): Promise<T> {
  const { config } = request
  const folder = temporaryFolder('rehearse')
  return withTemporary([folder], async () => {
    demandSpace(folder, copies * databaseSize(config.dataFolder), 'The rehearsal')
    const [before, after] = [join(folder, 'before'), join(folder, 'after')]
    for (const each of [before, after]) mkdirSync(each, { mode: 0o700 })
    await prepareCopies(request, before, after)
    const readers = [await openIn(before), await openIn(after)] as const
    try {
      return await work({
        before: readers[0],
        after: readers[1],
        // A copy must not touch the files of the original.
        updated: { ...config, dataFolder: after, exportStorage: 'folder' },
        startOld(program) {
          removeWebhooks(join(before, databaseFile))
          return startOldProgram(program, before, null)
        },
        readNumbers: () => numbersIn(config.dataFolder),
      })
    } finally {
      for (const reader of readers) reader.close()
    }
  })
}

const openIn = (folder: string) => openSnapshot({ engine: 'sqlite', file: join(folder, databaseFile) })

async function numbersIn(folder: string): Promise<string> {
  const reader = await openIn(folder)
  try {
    return await readChangeNumbers(reader)
  } finally {
    reader.close()
  }
}

async function prepareCopies({ config, progress }: RehearsalRequest, before: string, after: string) {
  try {
    await copyDatabase(config.dataFolder, join(before, databaseFile), (share) =>
      progress.show(`Copying the database: ${Math.floor(share * 100)} %`),
    )
    copyFileSync(join(before, databaseFile), join(after, databaseFile))
    progress.clear()
    const database = await openDatabase(join(after, databaseFile), createUpdateReporter())
    await database.close()
  } catch (error) {
    throw placeFault(error, `The folder ${before}`)
  }
}
