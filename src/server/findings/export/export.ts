import { Readable } from 'node:stream'
import type { exportFindings } from '#contract/export.ts'
import type { QueryValues } from '#contract/query.ts'
import type { Database, Reader, Snapshot } from '#server/db/database.ts'
import { boundStream, exportTimes } from '#server/http/bound-stream.ts'
import { type FindingSet, selectionOf } from '../query.ts'
import { view } from '../view.ts'
import { csvWriter } from './csv.ts'
import { jsonWriter } from './json.ts'
import { type ExportedRow, idsInOrder, pagesOf } from './pages.ts'
import { type SarifOrigin, sarifWriter } from './sarif.ts'

/** How findings are written, page after page. */
interface Writer {
  begin: string
  page: (reader: Reader, rows: readonly ExportedRow[]) => Promise<string>
  end: () => string
}

/** What is exported and how, kept filters looked up. */
type Asked = FindingSet & Pick<QueryValues<(typeof exportFindings)['query']>, 'format' | 'columns' | 'sort'>

/** An export that is about to be sent. */
export interface Export {
  total: number
  stream: Readable
}

/**
 * All findings of a filter as a stream that is made only as fast as it is read, over the data as it stands now.
 * The snapshot is closed when the stream ends, breaks off, or is not read for too long.
 */
export function startExport(
  database: Database,
  deploymentId: number,
  query: Asked,
  origin: SarifOrigin,
  times = exportTimes,
): Promise<Export> {
  const { format = 'csv', columns, sort, ...set } = query
  const type = set.issue_type ?? 'sast'
  const writer: Writer =
    format === 'csv' ? csvWriter(columns) : format === 'json' ? jsonWriter(type) : sarifWriter(type, origin)
  return view(database, async (one) => {
    // Nothing can be written between the two: both see the same.
    const snapshot = database.snapshot()
    try {
      const ids = await idsInOrder(one, selectionOf(deploymentId, set), sort)
      const stream = Readable.from(written(snapshot, writer, ids), {
        objectMode: false,
        highWaterMark: 64 * 1024,
      })
      // Also where nobody ever began to read.
      stream.once('close', () => snapshot.close())
      boundStream(stream, times)
      return { total: ids.length, stream }
    } catch (error) {
      snapshot.close()
      throw error
    }
  })
}

async function* written(snapshot: Snapshot, writer: Writer, ids: Int32Array) {
  yield writer.begin
  for await (const rows of pagesOf(snapshot, ids)) yield await writer.page(snapshot.read, rows)
  const end = writer.end()
  if (end !== '') yield end
}
