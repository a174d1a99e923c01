import { Readable } from 'node:stream'
import type { exportFindings } from '#contract/operations/export.ts'
import type { QueryValues } from '#contract/parameters/query.ts'
import { type ColumnStores, readChangeNumber } from '#server/columns/public.ts'
import type { DatabaseAddress } from '#server/db/database.ts'
import { exportTimeouts, limitStream } from '#server/http/response/limit-stream.ts'
import { type FindingSet, type Selection, selectionOf } from '../filters/query.ts'
import { countFindings } from '../list/totals.ts'
import { openView, withSnapshot } from '../snapshot.ts'
import type { ExportOrigin } from './addresses.ts'
import { startInThread } from './export-thread.ts'
import type { FileKind } from './file-kind.ts'
import { selectIds } from './pages.ts'
import { writeExport } from './writers.ts'

/** What is exported and how, kept filters looked up. */
type ExportQuery = FindingSet &
  Pick<QueryValues<(typeof exportFindings)['query']>, 'format' | 'columns' | 'sort'>

/** An export that is about to be sent. */
export interface Export {
  total: number
  stream: Readable
}

/** How often the other thread is asked to see the same data as this one, while others write. */
const maxAttempts = 3

/** What an export would be, without making it. */
export async function countExport(
  stores: ColumnStores,
  deploymentId: number,
  { format: _format, columns: _columns, sort: _sort, ...set }: ExportQuery,
): Promise<{ total: number; stream: null }> {
  return {
    total: await withSnapshot(stores, deploymentId, (one) => countFindings(one, deploymentId, set)),
    stream: null,
  }
}

/**
 * All findings of a filter as a stream that is made only as fast as it is read, over the data as it stands now.
 * The snapshot is closed when the stream ends, breaks off, or is not read for too long.
 */
export async function startExport(
  stores: ColumnStores,
  deploymentId: number,
  query: ExportQuery,
  origin: ExportOrigin,
  times = exportTimeouts,
): Promise<Export> {
  const { format = 'csv', columns, sort, ...set } = query
  const kind: FileKind = { deploymentId, format, columns, type: set.issue_type ?? 'sast', origin }
  const selection = selectionOf(deploymentId, set)
  const selectFindings = () =>
    withSnapshot(stores, deploymentId, async (one) => ({
      changeNumber: await readChangeNumber(one.reader, deploymentId),
      ids: await selectIds(one, selection, sort),
    }))
  const started =
    (await exportInThread(stores.database.address, kind, selectFindings)) ??
    (await exportHere(stores, kind, selection, sort))
  limitStream(started.stream, times)
  return started
}

/**
 * Selects findings here and writes them in a thread, if both see the same data. Null if they do not after several
 * attempts, since others keep writing, or if the thread cannot read: then the export runs here and reports the error.
 */
async function exportInThread(
  address: DatabaseAddress | null,
  kind: FileKind,
  selectFindings: () => Promise<{ changeNumber: number; ids: Int32Array<ArrayBuffer> }>,
): Promise<Export | null> {
  if (address === null) return null
  for (let turn = 0; turn < maxAttempts; turn++) {
    const [threadStart, selection] = await Promise.allSettled([
      startInThread(address, kind),
      selectFindings(),
    ])
    const started = threadStart.status === 'fulfilled' ? threadStart.value : null
    if (selection.status === 'rejected') {
      started?.release()
      throw selection.reason
    }
    if (started === null) return null
    const { changeNumber, ids } = selection.value
    const total = ids.length
    if (started.changeNumber === changeNumber) return { total, stream: started.write(ids) }
    started.release()
  }
  return null
}

/** Writes an export in this thread, between requests. */
async function exportHere(
  stores: ColumnStores,
  kind: FileKind,
  selection: Selection,
  sort: ExportQuery['sort'],
): Promise<Export> {
  const { result: ids, snapshot } = await openView(stores, selection.deploymentId, (one) =>
    selectIds(one, selection, sort),
  )
  const stream = Readable.from(writeExport(snapshot, kind, ids), {
    objectMode: false,
    highWaterMark: 64 * 1024,
  })
  // Even if nobody ever started to read.
  stream.once('close', () => snapshot.close())
  return { total: ids.length, stream }
}
