import { createReadStream } from 'node:fs'
import { glob, open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { formatNumber } from '#lib/text/format.ts'
import { WrongUse } from '#server/operations/command.ts'
import { isOtherTable, otherTables } from './other-table.ts'
import { isReportName, maxFileSize, type ReportFile, reportNames } from './report-file.ts'

/** The files to upload, and the folders, patterns and archives that were searched. */
export interface FoundFiles {
  files: ReportFile[]
  searched: { name: string; files: number; skipped: number }[]
}

/** The limit of files that a pattern matches; a scan can have fewer. */
const maxMatches = 10_000

/**
 * Returns the files to upload, in the given order; those of a folder or a pattern by name, and instead of an archive
 * the reports in it.
 * @param named files, zip archives, folders, patterns such as `reports/*.json` (for shells that do not expand them), and
 * `-` for standard input.
 * @throws WrongUse if standard input is named twice, Error in one line if a file cannot be read or is too large, a
 * folder or an archive contains no report, or a pattern matches no file.
 */
export async function findFiles(named: readonly string[]): Promise<FoundFiles> {
  const found: FoundFiles = { files: [], searched: [] }
  if (named.filter((name) => name === '-').length > 1)
    throw new WrongUse('- is given twice, but standard input can be read only once.')
  for (const name of named) {
    if (name === '-') found.files.push({ name, open: () => process.stdin })
    else await addNamed(found, name)
  }
  return found
}

/** The first bytes of a zip archive, and of one without files. */
const archiveSignatures = ['PK\u0003\u0004', 'PK\u0005\u0006']

/** Whether a file is a zip archive, by its content. */
async function isArchive(path: string): Promise<boolean> {
  // What is read from a pipe would be missing from the upload.
  if (!(await stat(path)).isFile()) return false
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw unreadableFault(path, error)
  })
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return archiveSignatures.includes(buffer.toString('latin1', 0, bytesRead))
  } finally {
    await file.close()
  }
}

async function addNamed(found: FoundFiles, name: string): Promise<void> {
  const listed = await listPaths(name)
  if (listed !== null) found.searched.push({ name, files: listed.paths.length, skipped: listed.skipped })
  for (const path of listed?.paths ?? [name]) {
    if (await isArchive(path)) {
      // Loaded on demand: most calls name no archive.
      const { listArchive } = await import('./archive.ts')
      const { files, skipped } = await listArchive(path)
      found.searched.push({ name: path, files: files.length, skipped })
      found.files.push(...files)
    } else found.files.push(fileAt(path))
  }
}

const fileAt = (path: string): ReportFile => ({ name: path, open: () => createReadStream(path) })

/** The paths of reports, and the number of files that are none although they are called like one. */
interface Listed {
  paths: string[]
  skipped: number
}

/** The files of a folder or a pattern; null if the name is that of a file. A file named like a pattern is a file. */
async function listPaths(name: string): Promise<Listed | null> {
  try {
    return (await fileSize(name)) === null ? await listReports(name) : null
  } catch (error) {
    if (!isPattern(name) || !isMissing(error)) throw error
    return { paths: await listMatches(name), skipped: 0 }
  }
}

const isPattern = (name: string) => /[*?[{]/.test(name)

const isMissing = (error: unknown) =>
  error instanceof Error && error.cause instanceof Error && 'code' in error.cause
    ? error.cause.code === 'ENOENT'
    : false

/** The size of a file in bytes, or null for a folder. */
async function fileSize(path: string): Promise<number | null> {
  const files = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw unreadableFault(path, error)
  })
  if (files.isDirectory()) return null
  if (files.size > maxFileSize) throw new Error(`${path} is larger than 1 GB.`)
  return files.size
}

async function listReports(folder: string): Promise<Listed> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw unreadableFault(folder, error)
  })
  const paths: string[] = []
  let skipped = 0
  for (const name of names.filter(isReportName).toSorted()) {
    const path = join(folder, name)
    if ((await fileSize(path)) === null) continue
    if (await isOtherTable(fileAt(path))) skipped += 1
    else paths.push(path)
  }
  if (paths.length > 0) return { paths, skipped }
  if (skipped > 0) throw new Error(`${folder} contains no reports: ${otherTables(skipped)}`)
  throw new Error(
    `${folder} contains no reports: no file named ${reportNames}, plain or .gz. ${await subfolderHint(folder, names)}`.trimEnd(),
  )
}

/** Says that reports may be in subfolders, if there are any. */
async function subfolderHint(folder: string, names: readonly string[]): Promise<string> {
  for (const name of names)
    if ((await stat(join(folder, name)).catch(() => null))?.isDirectory())
      return `Subfolders were not searched: use a pattern such as '${join(folder, '**', '*.json')}'.`
  return ''
}

/** The files that a pattern matches, as a shell would: hidden files only where the pattern names them, no folders. */
async function listMatches(pattern: string): Promise<string[]> {
  const paths = new Set<string>()
  for await (const path of glob(pattern)) {
    if ((await fileSize(path)) !== null) paths.add(path)
    if (paths.size > maxMatches)
      throw new Error(`${pattern} matches more than ${formatNumber(maxMatches)} files.`)
  }
  if (paths.size === 0) throw new Error(`${pattern} matches no file.`)
  return [...paths].toSorted()
}

const unreadableFault = (path: string, error: NodeJS.ErrnoException) =>
  new Error(`${path} cannot be read: ${error.code === 'ENOENT' ? 'no such file' : error.code}`, {
    cause: error,
  })
