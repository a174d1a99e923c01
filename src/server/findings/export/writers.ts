import type { Reader, Snapshot } from '#server/db/database.ts'
import { csvWriter } from './csv.ts'
import type { FileKind } from './file-kind.ts'
import { jsonWriter } from './json.ts'
import { type ExportedRow, pagesOf } from './pages.ts'
import { sarifWriter } from './sarif.ts'

/** Writes findings in one format, page by page. */
interface Writer {
  begin: string
  page: (reader: Reader, rows: readonly ExportedRow[]) => Promise<string>
  end: () => string
}

function writerOf(kind: FileKind): Writer {
  if (kind.format === 'csv') return csvWriter(kind)
  return kind.format === 'json' ? jsonWriter(kind) : sarifWriter(kind)
}

const encodeUtf8 = new TextEncoder()

/** Yields the file of these findings in chunks of UTF-8, each produced on demand. */
export async function* writeExport(
  snapshot: Snapshot,
  kind: FileKind,
  ids: Int32Array,
): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  const writer = writerOf(kind)
  yield encodeUtf8.encode(writer.begin)
  for await (const rows of pagesOf(snapshot, kind.deploymentId, ids))
    yield encodeUtf8.encode(await writer.page(snapshot.read, rows))
  const end = writer.end()
  if (end !== '') yield encodeUtf8.encode(end)
}
