import { createHash } from 'node:crypto'
import { findFiles } from '#server/cli/import/files.ts'
import type { ReportFile } from '#server/cli/import/report-file.ts'
import type { UploadedScan } from '#server/db/comparison.ts'

/** An upload of which there is a file. */
export interface ReplayedScan extends UploadedScan {
  file: ReportFile
}

/**
 * Finds the files of uploads among the reports in a folder, by their checksums. The order of the uploads is kept.
 * @throws an error in one line if the folder cannot be read or contains no report.
 */
export async function findReplayed(
  uploads: readonly UploadedScan[],
  folder: string,
): Promise<ReplayedScan[]> {
  const { files } = await findFiles([folder])
  const byDigest = new Map<string, ReportFile>()
  for (const file of files) byDigest.set(await digestOf(file), file)
  return uploads.flatMap((upload) => {
    const file = byDigest.get(upload.digest)
    return file ? [{ ...upload, file }] : []
  })
}

async function digestOf(file: ReportFile): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of file.open()) hash.update(chunk)
  return hash.digest('hex')
}
