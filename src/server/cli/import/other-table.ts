import type { Readable } from 'node:stream'
import { constants, gunzipSync } from 'node:zlib'
import { plural } from '#lib/text/format.ts'
import type { ReportFile } from './report-file.ts'

/** The sentence about tables that were skipped, where there is nothing else. */
export const otherTables = (count: number) =>
  `${plural(count, 'table')} (*.csv) without the columns of findings.`

/** The bytes of a file by which a table of findings is recognized. */
const headBytes = 4_096

/**
 * Whether a file of a folder or an archive is a table (CSV) without findings: tables of all kinds are in such folders, and
 * are not meant by their name. A file that cannot be read is none, so that its upload reports the reason.
 */
export async function isOtherTable({ name, open }: ReportFile): Promise<boolean> {
  if (!/\.csv(?:\.gz)?$/i.test(name)) return false
  // Loaded on demand: most folders contain no tables.
  const { isPlainTable } = await import('#server/reports/input/plain-table.ts')
  try {
    return !isPlainTable(textOf(await headOf(open())))
  } catch {
    return false
  }
}

async function headOf(stream: Readable): Promise<Buffer> {
  const pieces: Buffer[] = []
  let length = 0
  try {
    for await (const piece of stream) {
      const bytes = Buffer.from(piece)
      pieces.push(bytes)
      length += bytes.length
      if (length >= headBytes) break
    }
  } finally {
    stream.destroy()
  }
  return Buffer.concat(pieces).subarray(0, headBytes)
}

/** The text of the beginning of a file, also of one that is compressed and cut off. */
function textOf(head: Buffer): string {
  const isGzip = head[0] === 0x1f && head[1] === 0x8b
  const bytes = isGzip
    ? gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 8 * 1024 * 1024 })
    : head
  return bytes.toString('utf8', 0, headBytes)
}
