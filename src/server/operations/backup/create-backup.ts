import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, realpathSync, renameSync, statSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { syncFolder } from '#server/base/sync-folder.ts'
import { version } from '#server/base/version.ts'
import { databaseFile, readContent, takeFileLock } from '#server/db/engine.ts'
import { type ArchiveEntry, writeArchive } from './archive.ts'
import { BackupFault, placeFault } from './backup-fault.ts'
import type { BackupSource } from './backup-source.ts'
import { hashFile } from './hash-file.ts'
import { type BackupEntry, exportFolder, type Manifest, manifestFile, manifestText } from './manifest.ts'
import { demandSpace } from './space.ts'
import { remove, withTemporary } from './temporary.ts'

export interface NewBackup {
  source: BackupSource
  /** The folder for copies that the backup is made of. */
  dataFolder: string
  /** The absolute path of the file to write. */
  file: string
  /** Whether an existing file may be replaced. */
  isForced: boolean
  /** Called with the completed share of the copy of the database, from 0 to 1. */
  onProgress(share: number): void
}

/** The folder in the data folder for the copies that a backup is made of. */
const copyFolder = 'backup.partial'

/**
 * Writes a backup of a database and its files, whether or not its service runs. The file appears under its name when it is
 * complete and on the disk; after an error, or if the process is stopped, there is none.
 * @throws BackupFault, or DatabaseFault if the database cannot be read or is damaged.
 */
export async function createBackup(backup: NewBackup): Promise<Manifest> {
  const { dataFolder, file } = backup
  demandTarget(backup)
  const unlock = lock(dataFolder)
  const copies = join(dataFolder, copyFolder)
  const partial = partialFile(backup)
  try {
    // A process that was killed leaves its files behind.
    remove([copies, partial])
    return await withTemporary([copies, partial], async () => {
      demandSpaceFor(backup)
      const manifest = await copyFiles(backup, copies)
      await writeFileOf(manifest, copies, partial)
      refuseExisting(backup)
      renameSync(partial, file)
      syncFolder(dirname(file))
      return manifest
    })
  } finally {
    unlock()
  }
}

/** @throws BackupFault if the file cannot be written where it should be. */
function demandTarget(backup: NewBackup) {
  const { dataFolder, file } = backup
  let folder: string
  try {
    folder = realpathSync(dirname(file))
    if (!statSync(folder).isDirectory()) throw new BackupFault(`${dirname(file)} is not a folder.`)
  } catch (error) {
    throw placeFault(error, `The folder ${dirname(file)}`)
  }
  if (`${folder}${sep}`.startsWith(`${realpathSync(dataFolder)}${sep}`))
    throw new BackupFault(
      `${file} is in the data folder. Choose a place outside of it, on another disk if possible.`,
    )
  refuseExisting(backup)
}

function refuseExisting({ file, isForced }: NewBackup) {
  const existing = lstatSync(file, { throwIfNoEntry: false })
  if (!existing) return
  if (!existing.isFile()) throw new BackupFault(`${file} exists and is not a file.`)
  if (!isForced) throw new BackupFault(`${file} exists. Choose another name, or replace it with --force.`)
}

/** @returns a function that releases the lock, which the system also does when the process ends. */
function lock(dataFolder: string): () => void {
  try {
    const unlock = takeFileLock(join(dataFolder, 'backup.lock'))
    if (unlock) return unlock
  } catch (error) {
    throw placeFault(error, `The folder ${dataFolder}`)
  }
  throw new BackupFault(`Another backup of ${dataFolder} is running.`)
}

/** The file beside the final one while it is written. Its name is the data folder's own, and only one backup of it runs. */
function partialFile({ dataFolder, file }: NewBackup): string {
  const digest = createHash('sha256').update(realpathSync(dataFolder)).digest('hex')
  return join(dirname(file), `.${basename(file)}.${digest.slice(0, 8)}.partial`)
}

/** The copies need as much space as the archive, for as long as the backup runs. */
function demandSpaceFor({ source: { bytes }, dataFolder, file }: NewBackup) {
  const isSameDisk = statSync(dataFolder).dev === statSync(dirname(file)).dev
  demandSpace(dataFolder, isSameDisk ? 2 * bytes : bytes, 'The backup')
  if (!isSameDisk) demandSpace(dirname(file), bytes, 'The backup')
}

async function copyFiles({ source, dataFolder, onProgress }: NewBackup, copies: string): Promise<Manifest> {
  const createdAt = new Date().toISOString()
  try {
    mkdirSync(join(copies, exportFolder), { recursive: true, mode: 0o700 })
    const exported = await source.copyTo(copies, onProgress)
    const content = readContent(join(copies, databaseFile), 'quick')
    const files: BackupEntry[] = []
    for (const name of [databaseFile, ...exported])
      files.push({ name, ...(await hashFile(join(copies, name))) })
    return { createdAt, gatehouse: version(), source: source.engine, content, files }
  } catch (error) {
    throw placeFault(error, `The folder ${dataFolder}`)
  }
}

async function writeFileOf(manifest: Manifest, copies: string, partial: string) {
  const text = Buffer.from(manifestText(manifest))
  const entries: ArchiveEntry[] = [
    { name: manifestFile, size: text.length, content: text },
    ...manifest.files.map(({ name, size }) => ({ name, size, content: { path: join(copies, name) } })),
  ]
  try {
    await writeArchive(partial, entries)
  } catch (error) {
    throw placeFault(error, `The folder ${dirname(partial)}`)
  }
}
