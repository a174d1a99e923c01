import { createWriteStream } from 'node:fs'
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Database, Reader, Writer } from '#server/db/database.ts'
import { exportStorage } from './storage/configured-storage.ts'
import type { StorageConfig, StorageServices } from './storage/storage.ts'

/**
 * Copies the files of exports that can be downloaded to a folder, from where they are stored.
 * @param read a snapshot, so that files that the database stores are complete.
 * @returns the names of the files, and how many are missing because another machine or nobody has them.
 */
export async function copyExportFiles(
  config: StorageConfig,
  read: Reader,
  folder: string,
): Promise<{ names: string[]; missing: number }> {
  const storage = exportStorage(storageServices(config, { read }))
  const owners = await read
    .selectFrom('sbom_export')
    .select(['deployment_id', 'task_token'])
    .where('download_token', 'is not', null)
    .where('expires_at', '>', Date.now())
    .orderBy('id')
    .execute()
  const names: string[] = []
  for (const owner of owners) {
    const content = await storage.read(owner)
    if (content !== null && (await isWritten(content, join(folder, owner.task_token))))
      names.push(owner.task_token)
  }
  return { names, missing: owners.length - names.length }
}

/** @returns false if the file was deleted before it could be read, as expired ones are. */
async function isWritten(content: Readable, path: string): Promise<boolean> {
  let readError: unknown = null
  content.once('error', (error) => {
    readError = error
  })
  try {
    await pipeline(content, createWriteStream(path, { mode: 0o600 }))
    return true
  } catch (error) {
    await rm(path, { force: true })
    if (error === readError && error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return false
    throw error
  }
}

/**
 * Stores the files of exports in a folder where the configuration says.
 * @param read has the rows of the exports.
 * @param transaction in which files are written that the database stores; null if it stores none.
 * @throws ExportFault if a file cannot be stored.
 */
export async function storeExportFiles(
  config: StorageConfig,
  { read, transaction }: { read: Reader; transaction: Writer | null },
  folder: string,
): Promise<void> {
  const storage = exportStorage(storageServices(config, { read }, transaction))
  for (const task_token of await readdir(folder)) {
    const owner = await read
      .selectFrom('sbom_export')
      .select(['deployment_id', 'task_token'])
      .where('task_token', '=', task_token)
      .executeTakeFirst()
    if (!owner) continue
    const path = storage.pathOf(owner)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    if (path !== join(folder, task_token)) await copyFile(join(folder, task_token), path)
    await storage.store(owner)
  }
}

function storageServices(
  config: StorageConfig,
  database: Pick<Database, 'read'>,
  transaction: Writer | null = null,
): StorageServices {
  return {
    config,
    database,
    async record(work) {
      if (transaction === null) throw new Error('These files are only read.')
      return work(transaction)
    },
  }
}
