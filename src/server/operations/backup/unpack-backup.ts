import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseFault } from '#server/db/database.ts'
import { contentDifferences } from '#server/db/database-content.ts'
import { databaseFile, readContent } from '#server/db/engine.ts'
import { type ReadEntry, readArchive } from './archive.ts'
import { ArchiveFault, BackupFault, placeFault } from './backup-fault.ts'
import {
  type BackupEntry,
  exportFolder,
  type Manifest,
  manifestFile,
  maxManifestBytes,
  parseManifest,
} from './manifest.ts'
import { demandSpace } from './space.ts'

/**
 * Unpacks a backup into an empty folder and verifies it: the checksum of each file, and that the database contains
 * what the manifest says. Nothing outside of the folder is written, whatever the file contains.
 * @param file one that `demandArchive` accepted.
 * @param check how thoroughly the database is checked.
 * @throws BackupFault if anything differs; the folder then contains a part of the files.
 */
export async function unpackBackup(file: string, folder: string, check: 'quick' | 'full'): Promise<Manifest> {
  try {
    const manifest = await unpackFiles(file, folder)
    const differences = contentDifferences(manifest.content, readContent(join(folder, databaseFile), check))
    if (differences.length > 0)
      throw new ArchiveFault(`its database differs from its manifest: ${differences.join('; ')}`)
    return manifest
  } catch (error) {
    throw unpackFault(error, file, folder)
  }
}

/**
 * Refuses a file that is something else, by its first bytes.
 * @throws BackupFault also if it cannot be read.
 */
export function demandArchive(file: string) {
  const head = headOf(file)
  const isTar = head.toString('latin1', 257, 262) === 'ustar'
  if (isTar && head.toString('latin1', 0, manifestFile.length + 1) === `${manifestFile}\0`) return
  const isCompressed = ['1f8b', '28b5', 'fd37', '425a'].includes(head.toString('hex', 0, 2))
  throw new BackupFault(
    isCompressed ? `${file} is compressed. Decompress it first.` : `${file} is not a backup of Gatehouse.`,
  )
}

function headOf(file: string): Buffer {
  const head = Buffer.alloc(512)
  try {
    if (!statSync(file).isFile()) throw new BackupFault(`${file} is not a file.`)
    const opened = openSync(file, 'r')
    try {
      readSync(opened, head)
    } finally {
      closeSync(opened)
    }
  } catch (error) {
    throw placeFault(error, `The file ${file}`)
  }
  return head
}

async function unpackFiles(file: string, folder: string): Promise<Manifest> {
  mkdirSync(join(folder, exportFolder), { mode: 0o700 })
  let manifest: Manifest | null = null
  let unpacked = 0
  for await (const entry of readArchive(file)) {
    if (manifest === null) {
      manifest = parseManifest(await readText(entry))
      demandSpaceFor(manifest, file, folder)
      continue
    }
    const expected = manifest.files[unpacked++]
    await unpackEntry(entry, expected, folder)
  }
  if (manifest === null) throw new ArchiveFault('it is empty')
  const missing = manifest.files[unpacked]
  if (missing) throw new ArchiveFault(`${missing.name} is missing`)
  return manifest
}

/** An archive that is not compressed cannot be larger when it is unpacked. */
function demandSpaceFor({ files }: Manifest, file: string, folder: string) {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  if (bytes > statSync(file).size) throw new ArchiveFault('it is incomplete')
  demandSpace(folder, bytes, 'Unpacking the backup')
}

async function readText({ header, chunks }: ReadEntry): Promise<string> {
  if (header.type !== 'file' || header.name !== manifestFile || header.size > maxManifestBytes)
    throw new ArchiveFault('it does not begin with a manifest')
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return Buffer.concat(parts).toString()
}

/** Writes an entry that is the expected one, to the name in the manifest and not to the one in the archive. */
async function unpackEntry({ header, chunks }: ReadEntry, expected: BackupEntry | undefined, folder: string) {
  if (header.type !== 'file' || header.name !== expected?.name)
    throw new ArchiveFault(
      `it contains ${header.type} "${header.name}", which its manifest does not list there`,
    )
  if (header.size !== expected.size)
    throw new ArchiveFault(`${expected.name} has another size than its manifest says`)
  const hash = createHash('sha256')
  const opened = openSync(join(folder, expected.name), 'wx', 0o600)
  try {
    for await (const chunk of chunks) {
      hash.update(chunk)
      for (let at = 0; at < chunk.length; ) at += writeSync(opened, chunk, at)
    }
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
  if (hash.digest('hex') !== expected.sha256)
    throw new ArchiveFault(`the checksum of ${expected.name} is wrong`)
}

/** In characters. */
const maxReasonLength = 500

function unpackFault(error: unknown, file: string, folder: string): unknown {
  if (!(error instanceof Error) || error instanceof BackupFault) return error
  // A crafted file may contain names of any length.
  const message = error.message.slice(0, maxReasonLength)
  const known = placeFault(error, `The folder ${folder}`)
  if (known !== error) return known
  const hasReason = error instanceof ArchiveFault || error instanceof DatabaseFault
  // An error of the system that is not about the content of the file.
  if (!hasReason && 'code' in error) return error
  const reason = hasReason ? message : `it is damaged (${message})`
  return new BackupFault(`The backup ${file} cannot be used: ${reason.replace(/\.$/, '')}.`, { cause: error })
}
