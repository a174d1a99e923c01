import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { RenamedFile } from '#server/reports/values/renamed-files.ts'

/**
 * The body of an upload and its media type: the file alone, or a form where renamed files are sent with it.
 * Source: docs/api.md#importing-a-report.
 */
export function uploadBody(
  report: Readable,
  renamedFiles: readonly RenamedFile[],
): [body: Readable, mediaType?: string] {
  if (renamedFiles.length === 0) return [report]
  const boundary = randomUUID()
  const head = (name: string, file: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`
  const form = async function* () {
    const names = JSON.stringify(renamedFiles)
    yield `${head('renamed_files', '')}${names}\r\n${head('report', '; filename="report"')}`
    yield* report
    yield `\r\n--${boundary}--\r\n`
  }
  return [Readable.from(form(), { objectMode: false }), `multipart/form-data; boundary=${boundary}`]
}
