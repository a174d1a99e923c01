import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { WrongUse } from '../command.ts'

/** A file to upload. */
export interface ReportFile {
  /** The file's name as given, or its folder and name. */
  name: string
  open(): Readable
}

/** The files to upload, and the folders that were searched. */
export interface FoundFiles {
  files: ReportFile[]
  folders: { name: string; files: number }[]
}

const maxFileSize = 1024 ** 3

/** File names of reports in a folder. Hidden files are excluded. */
const reportName = /^[^.].*\.(?:json|sarif)(?:\.gz)?$/i

/**
 * Returns the files to upload, in the given order; those of a folder by name.
 * @param named files, folders, and `-` for standard input.
 * @throws WrongUse if standard input is named twice, Error in one line if a file cannot be read, is too large, or a
 * folder contains no report.
 */
export async function findFiles(named: readonly string[]): Promise<FoundFiles> {
  const files: FoundFiles = { files: [], folders: [] }
  if (named.filter((name) => name === '-').length > 1)
    throw new WrongUse('- is given twice, but standard input can be read only once.')
  for (const name of named) {
    if (name === '-') {
      files.files.push({ name, open: () => process.stdin })
      continue
    }
    const paths = (await fileSize(name)) === null ? await listReports(name) : null
    if (paths !== null) files.folders.push({ name, files: paths.length })
    for (const path of paths ?? [name]) files.files.push({ name: path, open: () => createReadStream(path) })
  }
  return files
}

/** The size of a file in bytes, or null for a folder. */
async function fileSize(path: string): Promise<number | null> {
  const files = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw unreadableFault(path, error)
  })
  if (files.isDirectory()) return null
  if (files.size > maxFileSize) throw new Error(`${path} is larger than 1 GB.`)
  return files.size
}

async function listReports(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw unreadableFault(folder, error)
  })
  const paths: string[] = []
  for (const name of names.filter((one) => reportName.test(one)).toSorted()) {
    const path = join(folder, name)
    if ((await fileSize(path)) !== null) paths.push(path)
  }
  if (paths.length === 0)
    throw new Error(`${folder} contains no reports: no file named *.json, *.sarif, *.json.gz or *.sarif.gz.`)
  return paths
}

const unreadableFault = (path: string, error: NodeJS.ErrnoException) =>
  new Error(`${path} cannot be read: ${error.code === 'ENOENT' ? 'no such file' : error.code}`)
