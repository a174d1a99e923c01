import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { formatNumber, plural } from '#lib/text/format.ts'
import { isOtherTable, otherTables } from './other-table.ts'
import { isReportName, maxFileSize, type ReportFile, reportNames } from './report-file.ts'

/** The limits of one archive. Source: docs/formats.md#archives. */
const limits = {
  entries: 10_000,
  /** Uncompressed bytes of all reports in it. */
  totalBytes: 2 * 1024 ** 3,
  /** How many times its compressed size a report may have, above `minBytesForRatio`. */
  ratio: 250,
  minBytesForRatio: 16 * 1024 * 1024,
} as const

/** The reports of an archive, in its order, and the number of its other files. */
export interface ArchivedReports {
  files: ReportFile[]
  skipped: number
}

/**
 * Lists the reports of a zip archive, by their names. Nothing is written to disk: each of them is decompressed while it
 * is sent.
 * @throws Error in one line if the archive is damaged, has names that leave it, exceeds a limit, or contains no report
 * or one that is encrypted.
 */
export async function listArchive(path: string): Promise<ArchivedReports> {
  const zip = await openArchive(path)
  try {
    if (zip.entryCount > limits.entries)
      throw new Error(`${path} contains more than ${formatNumber(limits.entries)} files.`)
    const entries = await readEntries(path, zip)
    const reports = entries.filter(({ fileName }) => isReport(fileName))
    if (reports.length === 0)
      throw new Error(
        `${path} contains no reports: none of its ${plural(entries.length, 'file')} is named ${reportNames}, plain or .gz.`,
      )
    let total = 0
    for (const entry of reports) {
      checkEntry(path, entry)
      total += entry.uncompressedSize
      if (total > limits.totalBytes)
        throw new Error(`${path}: its reports are larger than 2 GB uncompressed.`)
    }
    const files: ReportFile[] = []
    for (const entry of reports) {
      const file = archivedFile(path, entry)
      if (!(await isOtherTable(file))) files.push(file)
    }
    if (files.length === 0) throw new Error(`${path} contains no reports: ${otherTables(reports.length)}`)
    return { files, skipped: entries.length - files.length }
  } finally {
    zip.close()
  }
}

async function openArchive(path: string): Promise<ZipFile> {
  return openPromise(path, { autoClose: false, lazyEntries: true }).catch((error: unknown) => {
    throw damaged(path, error)
  })
}

/** The files of an archive, without folders, links and resource forks of macOS. */
async function readEntries(path: string, zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = []
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName } = entry
      if (!fileName.endsWith('/') && !fileName.startsWith('__MACOSX/') && !isLink(entry)) entries.push(entry)
    }
  } catch (error) {
    throw damaged(path, error)
  }
  return entries
}

const isReport = (fileName: string) => isReportName(fileName.slice(fileName.lastIndexOf('/') + 1))

/** The file type in Unix permissions, whose link is not a file with content. */
const isLink = ({ externalFileAttributes }: Entry) =>
  ((externalFileAttributes >>> 16) & 0o170000) === 0o120000

/** @throws Error in one line if a report cannot be read or exceeds a limit. Its size is verified while it is read. */
function checkEntry(path: string, entry: Entry): void {
  const { compressedSize, uncompressedSize } = entry
  const name = nameOf(path, entry)
  if (entry.isEncrypted())
    throw new Error(`${name} is encrypted. Gatehouse reads archives without a password.`)
  if (!entry.canDecodeFileData())
    throw new Error(
      `${name} is compressed with method ${entry.compressionMethod}. Gatehouse reads archives whose files are stored or deflated.`,
    )
  if (uncompressedSize > maxFileSize) throw new Error(`${name} is larger than 1 GB.`)
  if (uncompressedSize > limits.minBytesForRatio && uncompressedSize > compressedSize * limits.ratio)
    throw new Error(`${name} inflates to more than ${limits.ratio} times its size.`)
}

const nameOf = (path: string, { fileName }: Entry) => `${path}/${fileName}`

function archivedFile(path: string, entry: Entry): ReportFile {
  return {
    name: nameOf(path, entry),
    isArchived: true,
    open: () => Readable.from(contentOf(path, entry), { objectMode: false }),
  }
}

/** The content of a file, whose size and checksum are verified. @throws Error in one line if it is damaged. */
async function* contentOf(path: string, entry: Entry): AsyncGenerator<Buffer> {
  const zip = await openArchive(path)
  let checksum = 0
  try {
    const content: AsyncIterable<Buffer> = await zip.openReadStreamPromise(entry)
    for await (const piece of content) {
      checksum = crc32(piece, checksum)
      yield piece
    }
    if (checksum !== entry.crc32) throw new Error('its checksum is wrong')
  } catch (error) {
    throw damaged(nameOf(path, entry), error)
  } finally {
    zip.close()
  }
}

const damaged = (name: string, error: unknown) =>
  new Error(`${name} cannot be read: ${error instanceof Error ? error.message : String(error)}.`)
